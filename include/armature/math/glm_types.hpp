#pragma once

#include <cstddef>
#include <type_traits>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/matrix_float3x4.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

/// GLM's types are part of the interface, and the library was compiled with GLM's defaults. If the application sets a GLM_FORCE_* switch
/// that changes the order, layout or name of these types, compilation stops here with a clear message. All other switches work.
namespace armature::detail {

inline constexpr bool hasOrderOfQuaternions = offsetof(glm::quat, x) == 0 && offsetof(glm::quat, w) == 12;
static_assert(hasOrderOfQuaternions, "armature needs GLM's quaternions in the order x, y, z, w: compile without GLM_FORCE_QUAT_DATA_WXYZ.");

inline constexpr bool hasLengths = std::is_same_v<glm::length_t, int>;
static_assert(hasLengths,
              "armature needs GLM's lengths to be int, which are in the names of its types: compile without GLM_FORCE_SIZE_T_LENGTH.");

inline constexpr bool hasCopies =
    std::is_trivially_copyable_v<glm::vec3> && std::is_trivially_copyable_v<glm::quat> && std::is_trivially_copyable_v<glm::mat4>;
static_assert(hasCopies, "armature needs GLM's types to be trivially copyable, for that is how they are passed by value: compile without "
                         "GLM_FORCE_CTOR_INIT, GLM_FORCE_CXX98 and GLM_FORCE_CXX03.");

inline constexpr bool hasTypes =
    std::is_same_v<
        glm::vec3,
        glm::vec<
            3, float,
            glm::
                packed_highp>> && std::is_same_v<glm::quat, glm::qua<float, glm::packed_highp>> && std::is_same_v<glm::mat4, glm::mat<4, 4, float, glm::packed_highp>> && std::is_same_v<glm::dmat4, glm::mat<4, 4, double, glm::packed_highp>>;
static_assert(
    hasTypes,
    "armature needs GLM's floats and doubles packed and of high precision: compile without GLM_FORCE_DEFAULT_ALIGNED_GENTYPES and "
    "GLM_FORCE_PRECISION_* for floats and doubles.");

static_assert(!hasTypes
                  || (sizeof(glm::vec2) == 8 && sizeof(glm::vec3) == 12 && sizeof(glm::vec4) == 16 && sizeof(glm::quat) == 16
                      && sizeof(glm::mat3x4) == 48 && sizeof(glm::mat4) == 64 && alignof(glm::vec4) == 4 && alignof(glm::quat) == 4
                      && alignof(glm::mat4) == 4),
              "armature needs GLM's vectors, quaternions and matrices to be floats in a row: this GLM lays them out differently.");

}  // namespace armature::detail
