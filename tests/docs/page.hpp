#pragma once

#include <boost/test/unit_test.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>

/// Helpers that the documentation's examples use without defining them.
namespace armature::test::page {

inline void check(bool claim)
{
    BOOST_TEST(claim);
}

[[nodiscard]] inline bool near(const glm::mat4& a, const glm::mat4& b)
{
    return static_cast<bool>(test::near(a, b, 2e-6));
}

[[nodiscard]] inline bool near(const glm::vec3& a, const glm::vec3& b)
{
    return static_cast<bool>(test::near(a, b, 2e-6));
}

[[nodiscard]] inline bool near(float a, float b)
{
    return near(glm::vec3(a), glm::vec3(b));
}

/// Adds a bone at a position relative to its parent's.
inline Bone& addBone(Skeleton& skeleton, const char* name, Bone* parent, const glm::vec3& at)
{
    return skeleton.createBone(name, {.parent = parent, .bind = glm::translate(glm::mat4(1.f), at)});
}

}  // namespace armature::test::page
