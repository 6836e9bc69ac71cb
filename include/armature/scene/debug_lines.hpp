#pragma once

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/math/glm_types.hpp>

namespace armature {

/// A line of a drawing that explains something, from point to point in world space: made by whoever has something to show (see
/// ik/ik_debug_lines.hpp), drawn by SkeletonViewer::draw().
struct DebugLine {
    glm::vec3 from{0.f};
    glm::vec3 to{0.f};
    glm::vec4 color{1.f};  ///< Linear, alpha.

    friend bool operator==(const DebugLine&, const DebugLine&) = default;
};

}  // namespace armature
