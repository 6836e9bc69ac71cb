#pragma once

#include <optional>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature::tools {

/// Places the bones of a scene in their bind pose beside the model. The place stays where it was first chosen, so that it does not move
/// with the clip.
class BindBeside final {
public:
    /// Returns how far the bind pose is moved to the right of the model, in world space. O(vertices), once.
    [[nodiscard]] const glm::vec3& offsetFor(const Scene& scene);
    /// Returns the box of the bones there, in world space; empty without bones. O(bones).
    [[nodiscard]] Aabb boxOf(const Scene& scene);

private:
    std::optional<glm::vec3> offset_;
};

}  // namespace armature::tools
