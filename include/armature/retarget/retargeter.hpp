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

/// How a Retargeter works. The defaults suit bodies; `RetargetOptions::ofVrm()` gives VRM's formula without any correction.
struct RetargetOptions {
    /// Turns the target's rest, from the top down, so that its bones point where the source's do at rest: then a T pose corresponds to an A
    /// pose or to hanging arms. Heads keep looking ahead, feet are only turned about the vertical, hips not at all; a bone without a next
    /// one follows the one above. If false, both are taken to rest in the same pose.
    bool alignsRest = true;
    /// Maps the frame of one body to that of the other, whatever their axes: both stand upright and face the same way, as hips, legs,
    /// shoulders and heads lie at rest, or as `sourceStance` and `sourceUp` say; worlds are turned by quarter turns. If false, both are
    /// taken to face the same way in the world.
    bool alignsFacing = true;
    /// The up direction in `sourceWorld` while the source moves, of unit length. Default: the axis along which the source's head lies at
    /// rest.
    std::optional<glm::dvec3> sourceUp = {};
    /// A pose in which the source stands, by position in bones(), for a source whose rest is no pose that a body can take: it is used as
    /// the rest. Default: the rest.
    std::optional<Pose> sourceStance = {};
    /// What ofMotions() decided against the rest, in words; empty if the rest stands as the motions do. For people: it changes nothing.
    std::string stanceReason = {};
    /// Multiplies travel. Default: the ratio of the lengths of the legs, thigh plus shin; without legs, the ratio of the heights of the
    /// travelling joints at rest above the lowest mapped one.
    std::optional<double> scale = {};
    /// Added to travel, in the target's world, after scaling. Default: the offset that takes the source at rest to the target at rest. A
    /// body that lies more than a tenth of its height below the ground at rest, as in many motion files, is first lifted onto it: the
    /// ground of motions is at height 0.
    std::optional<glm::dvec3> offset = {};
    /// Maps the source's skeleton space to a world with +Y up in which the body stands on the ground. Default: the world matrix of the
    /// skeleton's host when the Retargeter is made. Later moves of the host do not matter: motion is read and written in skeleton space.
    std::optional<glm::mat4> sourceWorld = {};
    std::optional<glm::mat4> targetWorld = {};  ///< Maps the target's skeleton space, likewise.

    /// Options for the stance and up direction that a source's motions show: many recordings have a rest that no body can take, or that
    /// lies down in the world in which the motion stands. If trunk and legs are in one line at rest, the rest is the stance, and motions
    /// only say where up is, and only if the rest does not stand along +Y: bodies that stand along +Y at rest may well lie down. If trunk
    /// and legs are not in one line, up is where they point in most of the motions, otherwise +Y, and the stance is the pose in which the
    /// body stands straightest. A rest whose feet are above or below the ground of the motions, height 0, is put on it by the length of its
    /// legs. If motions stand along +Z with their feet at height 0, and half below height 0 along +Y, +Z is up. `world` becomes
    /// `sourceWorld`. If the map lacks hips, head or a leg, the rest is used as it is. Null clips are ignored. Throws std::invalid_argument
    /// if the map has a bone that the source lacks. O(bones * clips).
    /// has a bone that the source lacks. O(bones * clips).
    [[nodiscard]] static RetargetOptions ofMotions(std::span<const AnimationClip* const> clips, const Skeleton& source,
                                                   const RetargetMap& map, const std::optional<glm::mat4>& world = {});
    /// Options for "About pose data compatibility" of the VRM 1.0 animation specification, to the letter: rest poses and facing as they
    /// are, travel scaled by the height of the hips.
    [[nodiscard]] static RetargetOptions ofVrm(const Skeleton& source, const Skeleton& target, const RetargetMap& map);
};

/// Poses one skeleton as another one. Rotations are taken relative to the rest pose in the world, so the axes of the bones do not matter.
///
/// With W a joint's rotation in the world and W0 the same at rest, the source's motion W inverse(W0) is applied to the target's W0. The
/// rotation of a bone that the target lacks is therefore part of the next one below; bones of the target that nothing moves stay at rest
/// relative to their parents. Only rotations of the target change, and the positions of joints that travel: lengths, axes, scales and shear
/// are its own, so no limb can stretch, unless a pair asks for it. Uneven scale turns nothing; mirrored bones are supported.
///
/// Made once for two rigs at rest; refers to neither afterwards. Immutable: any number of threads may retarget at once. The same input
/// gives the same bits, on every machine, and nothing is remembered between calls. Moved from: see docs/lifetimes.md.
class Retargeter final {
public:
    /// Prepares for two skeletons and a map. Throws std::invalid_argument that names the bone and the value if the map has joints that the
    /// skeletons lack, moves one joint of the target twice, the bones of a chain are not one below the other, a number is out of range or
    /// not finite, a world matrix is singular, or nothing is mapped. O(bones).
    Retargeter(const Skeleton& source, const Skeleton& target, const RetargetMap& map, const RetargetOptions& options = {});
    ~Retargeter();
    Retargeter(Retargeter&&) noexcept;
    Retargeter& operator=(Retargeter&&) noexcept;

    /// Sets all joints of `target` from those of `source`: skeletons, clones, poses, members of a Crowd. In a graph or a ModifierStack,
    /// call it in a function; a mask keeps other motion on part of the body. A Skeleton computes its matrices when they are read: call its
    /// update() before several threads retarget from it. Throws std::invalid_argument, changing nothing, if one of the views has another
    /// number of joints, or a pose would not be finite. Allocates only when more threads than ever before retarget at once. O(bones).
    void retarget(const JointView& source, JointView target) const;
    /// The target's travel for a travel of the source: live root motion, in the two characters' own axes.
    [[nodiscard]] RootMotionDelta retarget(const RootMotionDelta& source) const;

    [[nodiscard]] const RetargetMap& getMap() const;  ///< The map given to the constructor.
    [[nodiscard]] double getScale() const;            ///< The factor of travel.
    [[nodiscard]] glm::dvec3 getOffset() const;       ///< The offset added to travel, in the target's world.
    [[nodiscard]] std::size_t sourceCount() const;    ///< Number of joints of the source.
    [[nodiscard]] std::size_t targetCount() const;    ///< Number of joints of the target.

private:
    friend class RetargetAccess;  // internal: source/retarget/retarget_plan.hpp
    class State;

    std::unique_ptr<State> state_;
};

}  // namespace armature
