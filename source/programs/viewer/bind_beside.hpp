#pragma once

#include <optional>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature::tools {

/// Places the bones of a scene in their bind pose beside the model. The place is chosen once and then kept, so that the bones do not move
/// with the clip.
class BindBeside final {
public:
    /// Returns the offset, along the world's +X, that moves the bind pose beside the model. O(vertices) at the first call.
    [[nodiscard]] const glm::vec3& offsetFor(const Scene& scene);
    /// Returns the box of the bones in their bind pose beside the model, in world space; an empty box without bones. O(bones).
    [[nodiscard]] Aabb boxOf(const Scene& scene);

private:
    std::optional<glm::vec3> offset_;
};

}  // namespace armature::tools
