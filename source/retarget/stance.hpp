#pragma once

#include <optional>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "retarget/bone_lines.hpp"
#include "retarget/rest_rig.hpp"

/// How bodies stand at rest.
namespace armature {

/// The quarter turns after which a body is upright and faces +Z; none if its roles do not say. `joint` chooses the rig's joints in pairs.
[[nodiscard]] glm::dquat turnUpright(const RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint);

/// See RetargetOptions::scale.
[[nodiscard]] double scaleOfTravel(const RestRig& source, const RestRig& target, const RetargetMap& map);

/// See RetargetOptions::offset. `aligned`: the origins of the target's joints while the source is at rest.
[[nodiscard]] glm::dvec3 offsetOfTravel(const RestRig& source, const RestRig& target, const RetargetMap& map, double scale,
                                        const std::vector<glm::dvec3>& aligned);

/// The first pair that travels, or null.
[[nodiscard]] const RetargetPair* travellingPair(const RetargetMap& map) noexcept;

/// The length of a leg, thigh plus shin; none if it is not mapped down to the foot.
[[nodiscard]] std::optional<double> lengthOf(const LegRoles& leg, const RestRig& rig, const RetargetMap& map,
                                             std::size_t RetargetPair::*joint);
/// The same on average over the legs that are mapped; 0: none.
[[nodiscard]] double legLength(const RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint);

/// How much higher than at rest a body stands on the ground, which is at height 0 of the world: motion files often have hips at rest in the
/// world's origin. 0 for what is not below the ground at rest.
struct Rises {
    double source = 0.;
    double target = 0.;
};
[[nodiscard]] Rises risesOf(const RestRig& source, const RestRig& target, const RetargetMap& map, double scale);

/// The height of the ground under the target at rest.
[[nodiscard]] double groundAtRest(const RestRig& target, const RetargetMap& map, const Rises& rises);

}  // namespace armature
