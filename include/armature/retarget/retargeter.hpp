#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>

namespace armature {

/// How a Retargeter works. The defaults suit bodies; `RetargetOptions::ofVrm()` is the formula of VRM without any correction.
struct RetargetOptions {
    /// Turns the target's rest so that its bones point where the source's do at rest, from the top down: a T pose then goes with an A pose
    /// or hanging arms. Heads keep looking ahead, feet are only turned about the vertical, hips not at all; what has no next bone follows
    /// the one above. Off: both are taken to rest in the same pose.
    bool alignsRest = true;
    /// Carries the frame of one body to that of the other, whatever their axes: both stand upright and face the same way, as hips, legs,
    /// shoulders and heads lie at rest, or as `sourceStance` and `sourceUp` say; worlds are turned by quarter turns. Off: both are taken
    /// to face the same way in the world.
    bool alignsFacing = true;
    /// Where up is in `sourceWorld` while the source moves, of unit length. Default: where its head is at rest, along an axis.
    std::optional<glm::dvec3> sourceUp = {};
    /// A pose in which the source stands, by position in bones(), where its rest is none that a body can take: it takes the place of the
    /// rest. Default: the rest.
    std::optional<Pose> sourceStance = {};
    /// What ofMotions() decided against the rest, in words; empty: the rest stands as the motions do. Changes nothing.
    std::string stanceReason = {};
    /// What travel is multiplied with. Default: the ratio of the lengths of the legs, thigh plus shin; without legs, that of the heights of
    /// the travelling joints at rest above the lowest mapped one.
    std::optional<double> scale = {};
    /// What is added to travel, in the target's world, after scaling. Default: what takes the source at rest to the target at rest. A body
    /// that lies more than a tenth of its height below the ground at rest, as in many motion files, is first lifted onto it: the ground
    /// that motions stand on is at height 0.
    std::optional<glm::dvec3> offset = {};
    /// From skeleton space to a world with +Y up in which bodies stand on the ground. Default: that of the skeleton's host when the
    /// Retargeter is made. Characters may then go anywhere: only their skeletons' own spaces count.
    std::optional<glm::mat4> sourceWorld = {};
    std::optional<glm::mat4> targetWorld = {};  ///< Likewise.

    /// How the source stands, found in its motions: many recordings have a rest that no body can take, or one that lies in the world in
    /// which the motion stands. If at rest trunk and legs are in one line, the rest is its stance, and motions only say where up is if it
    /// does not stand along +Y: bodies that stand along +Y at rest may well lie down. If they are not, up is where trunk and legs point
    /// in most of the motions, else +Y, and the stance is the pose in which the body stands straightest. A rest whose feet are above or
    /// below the ground of the motions, height 0, stands on it by its legs. Where motions stand along +Z with feet at height 0, and half
    /// below that of +Y, +Z is up. `world` becomes `sourceWorld`.
    /// Without hips, head and both legs in the map, the rest is right. Null clips do not count. Throws std::invalid_argument if the map
    /// has a bone that the source lacks. O(bones * clips).
    [[nodiscard]] static RetargetOptions ofMotions(std::span<const AnimationClip* const> clips, const Skeleton& source,
                                                   const RetargetMap& map, const std::optional<glm::mat4>& world = {});
    /// "About pose data compatibility" of the VRM 1.0 animation specification, to the letter: rest poses and facing as they are, travel
    /// scaled by the height of the hips.
    [[nodiscard]] static RetargetOptions ofVrm(const Skeleton& source, const Skeleton& target, const RetargetMap& map);
};

/// Poses one skeleton as another one: world-rest-conjugated, so that the axes of the bones do not matter.
///
/// With W a joint's rotation in the world and W0 the same at rest, the source's motion W inverse(W0) is given to the target's W0. What
/// bones that the target lacks have turned is thereby part of the next one below; bones of the target that nothing moves stay at rest
/// relative to their parents. Of the target only rotations change and the place of what travels: lengths, axes, scales and shear are its
/// own, so no limb can stretch, unless a pair asks for it. Uneven scale does not turn anything; mirrored bones are taken as such.
///
/// Made once for two rigs at rest; refers to neither afterwards. Immutable: any number of threads may retarget at once. The same input
/// gives the same bits, on every machine, and nothing is remembered between calls. A moved-from Retargeter may be assigned to or destroyed;
/// anything else throws std::invalid_argument.
class Retargeter final {
public:
    /// Throws std::invalid_argument that names the bone and the value if the map has joints that the skeletons lack, moves one of the
    /// target twice, a chain's bones are not one below the other, a number is out of range or not finite, a world matrix is singular, or
    /// nothing is mapped. O(bones).
    Retargeter(const Skeleton& source, const Skeleton& target, const RetargetMap& map, const RetargetOptions& options = {});
    ~Retargeter();
    Retargeter(Retargeter&&) noexcept;
    Retargeter& operator=(Retargeter&&) noexcept;

    /// Sets all joints of `target` from those of `source`: skeletons, clones, poses, members of a Crowd. In a graph or a ModifierStack,
    /// call it in a function; a mask keeps other motion on part of the body. A Skeleton computes its matrices when they are read: call its
    /// update() before several threads retarget from it. Throws std::invalid_argument, changing nothing, if one of the views has another
    /// number of joints, or a pose would not be finite. Allocates only when more threads than ever before retarget at once. O(bones).
    void retarget(const JointView& source, JointView target) const;
    /// How far the target travels when the source does: live root motion, in the two characters' own axes.
    [[nodiscard]] RootMotionDelta retarget(const RootMotionDelta& source) const;

    [[nodiscard]] const RetargetMap& getMap() const;  ///< As given.
    [[nodiscard]] double getScale() const;            ///< What travel is multiplied with.
    [[nodiscard]] glm::dvec3 getOffset() const;       ///< What is added to travel, in the target's world.
    [[nodiscard]] std::size_t sourceCount() const;    ///< Number of joints of the source.
    [[nodiscard]] std::size_t targetCount() const;    ///< Number of joints of the target.

private:
    friend class RetargetAccess;  // internal: source/retarget/retarget_plan.hpp
    class State;

    std::unique_ptr<State> state_;
};

}  // namespace armature
