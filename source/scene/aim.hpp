#pragma once

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/math/transform.hpp>
#include <armature/scene/node.hpp>

namespace armature {

/// The local rotation that points an own axis of a node (options.forward) along `direction`, another (options.upAxis) as far as that allows
/// along `up`; both are in the parent's axes. The scale among `parts` may turn axes around or, where uneven, tilt them: the axes meant are
/// those that can be seen. A direction of zero length gives the rotation of `parts`.
/// Throws std::invalid_argument that names `node` if options.forward, options.up or an angle cannot be used.
[[nodiscard]] glm::dquat aim(const Node& node, const glm::dvec3& direction, const glm::dvec3& up, const Transform& parts,
                             const LookOptions& options);

}  // namespace armature
