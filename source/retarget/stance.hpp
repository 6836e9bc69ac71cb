#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/retarget/retargeter.hpp>

#include "retarget/bone_lines.hpp"
#include "retarget/rest_rig.hpp"

/// How bodies stand at rest: their directions, the lengths of their legs, and their heights over the ground.
namespace armature {

/// The up direction of the world in which bodies stand.
inline constexpr glm::dvec3 upward(0., 1., 0.);

/// The directions of a body. Each has unit length, or is zero if its two joints coincide.
struct BodyLines {
    glm::dvec3 trunk{0.};                ///< From the hips to the head.
    std::array<glm::dvec3, 2> legs{};    ///< From the foot to the hip joint, left first.
    std::array<glm::dvec3, 2> across{};  ///< To the left: between the hip joints, and between the upper arms' joints, or zero.

    /// Returns whether trunk and legs are roughly in one line. They are not in the rests of some recordings, in which all limbs point along
    /// one axis.
    [[nodiscard]] bool isStance() const noexcept;
    [[nodiscard]] glm::dvec3 left() const noexcept { return across[0] + across[1]; }
};

/// Returns the directions of a body; no value without hips, head and both legs. `joint` selects the rig's joint in each pair.
[[nodiscard]] std::optional<BodyLines> bodyLines(std::span<const glm::dvec3> origins, const RetargetMap& map,
                                                 std::size_t RetargetPair::*joint);

/// Returns the signed coordinate axis that is closest to a vector, other than the axis `without`.
[[nodiscard]] glm::dvec3 nearestAxis(const glm::dvec3& vector, const glm::dvec3& without = glm::dvec3(0.));

/// Rotates both worlds so that up is +Y and the bodies face the same direction, and both rests so that they stand upright in these worlds
/// and face +Z: see RetargetOptions::alignsFacing.
void standUp(RestRig& source, RestRig& target, const RetargetMap& map, const RetargetOptions& options);

/// Returns the scale of travel that applies if none is given: see RetargetOptions::scale.
[[nodiscard]] double scaleOfTravel(const RestRig& source, const RestRig& target, const RetargetMap& map);

/// Returns the offset of travel that applies if none is given: see RetargetOptions::offset. `aligned`: the origins of the target's joints
/// while the source is at rest.
[[nodiscard]] glm::dvec3 offsetOfTravel(const RestRig& source, const RestRig& target, const RetargetMap& map, double scale,
                                        const std::vector<glm::dvec3>& aligned);

/// Returns the hips' pair if it travels, otherwise the first pair that travels; null if none does.
[[nodiscard]] const RetargetPair* travellingPair(const RetargetMap& map) noexcept;

/// Returns the length of a leg, thigh plus shin; no value if the leg is not mapped down to the foot.
[[nodiscard]] std::optional<double> lengthOf(const LegRoles& leg, const RestRig& rig, const RetargetMap& map,
                                             std::size_t RetargetPair::*joint);
/// Returns the mean length of the mapped legs; 0 if there are none.
[[nodiscard]] double legLength(const RestRig& rig, const RetargetMap& map, std::size_t RetargetPair::*joint);

/// How far each body is raised from its rest to stand on the ground, which is at height 0 of the world. In many motion files, the hips at
/// rest are at the world's origin and the body is below the ground. 0 for a body that is not below the ground at rest.
struct Rises {
    double source = 0.;
    double target = 0.;
};
[[nodiscard]] Rises risesOf(const RestRig& source, const RestRig& target, const RetargetMap& map, double scale);

/// Returns the height of the ground under the target at rest.
[[nodiscard]] double groundAtRest(const RestRig& target, const RetargetMap& map, const Rises& rises);

}  // namespace armature
