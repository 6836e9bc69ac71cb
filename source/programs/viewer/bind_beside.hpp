#pragma once

#include <optional>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature::tools {

/// Places the bones of a scene as they were bound beside the model. It stays where it was first placed, so that it does not move with the
/// clip.
class BindBeside final {
public:
    /// How far the bind pose stands to the right of the model, in the world. O(vertices) once.
    [[nodiscard]] const glm::vec3& offsetFor(const Scene& scene);
    /// What it covers, in the world; empty without bones. O(bones).
    [[nodiscard]] Aabb boxOf(const Scene& scene);

private:
    std::optional<glm::vec3> offset_;
};

}  // namespace armature::tools
