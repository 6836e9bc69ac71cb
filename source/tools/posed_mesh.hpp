#pragma once

#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/scene/mesh.hpp>

namespace armature::tools {

/// The vertices of one primitive as posed now, in world space.
struct PosedVertices {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;  ///< Empty if the primitive has none.
    bool isMirrored = false;         ///< The map to world space turns clockwise into counter-clockwise.
};

/// Morphs and skins `primitive`, one of `instance`'s, on the CPU. O(vertices * (influences + morph targets)).
[[nodiscard]] PosedVertices poseVertices(const MeshInstance& instance, const Primitive& primitive);

}  // namespace armature::tools
