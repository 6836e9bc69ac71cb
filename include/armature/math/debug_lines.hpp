#pragma once

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// A line of a debug drawing, between two points in world space. Functions such as those in ik/ik_debug_lines.hpp make such lines;
/// SkeletonViewer::draw() draws them.
struct ARMATURE_API DebugLine {
    glm::vec3 from{0.f};   ///< One end, in world space.
    glm::vec3 to{0.f};     ///< The other end, in world space.
    glm::vec4 color{1.f};  ///< Linear colour with alpha.

    friend bool operator==(const DebugLine&, const DebugLine&) = default;
};

}  // namespace armature
