#pragma once

#include <optional>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature::tools {

/// Where the bones of a scene are drawn as they were bound: to the right of where they are.
struct BindBeside {
    glm::vec3 offset{0.f};  ///< In the world.
    Aabb box = {};          ///< What it covers then, in the world.
};

/// None without bones. O(bones).
[[nodiscard]] std::optional<BindBeside> placeBindBeside(const Scene& scene);

}  // namespace armature::tools
