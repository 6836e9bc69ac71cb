#pragma once

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/math/transform.hpp>
#include <armature/node/node.hpp>

namespace armature {

/// Returns the local rotation that points one of the node's own axes (options.forward) along `direction`, and another (options.upAxis) as
/// closely as possible along `up`. Both directions are in the parent's axes. The scale in `parts` may flip the node's axes or, if
/// non-uniform, tilt them, so the scaled axes are aimed. Then rotates by the corrections in `options`. If `direction` has no length,
/// returns the rotation of `parts`. Throws std::invalid_argument that names `node` if an axis in `options` is zero or not finite, or an
/// angle is not finite.
[[nodiscard]] glm::dquat aim(const Node& node, const glm::dvec3& direction, const glm::dvec3& up, const Transform& parts,
                             const LookOptions& options);

}  // namespace armature
