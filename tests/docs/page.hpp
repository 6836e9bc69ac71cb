#pragma once

#include <memory>

#include <boost/test/unit_test.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_clip_builder.hpp>
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

/// Returns a clip of a second that turns a bone by one radian about +Y.
[[nodiscard]] inline std::shared_ptr<const AnimationClip> clipOf(const char* name, Bone& bone)
{
    AnimationClipBuilder builder(name);
    builder.rotation(bone).addKey(0., glm::quat(1.f, 0.f, 0.f, 0.f)).addKey(1., glm::angleAxis(1.f, glm::vec3(0.f, 1.f, 0.f)));
    return builder.build();
}

}  // namespace armature::test::page
