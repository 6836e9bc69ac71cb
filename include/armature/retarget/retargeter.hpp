#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>

namespace armature {

/// How a Retargeter works. The defaults suit bodies; `RetargetOptions::ofVrm()` gives VRM's formula without any correction.
struct ARMATURE_API RetargetOptions {
    /// If true, the bones of the target's rest pose are rotated, from the top down, into the directions of the source's bones at rest: a T
    /// pose then corresponds to an A pose or to hanging arms. Heads keep looking ahead, feet are only turned about the vertical, and hips
    /// are not turned; a bone without a next mapped bone turns with the bone above. If false, both skeletons are assumed to rest in the
    /// same pose.
    bool alignsRest = true;
    /// If true, the two bodies are aligned, whatever their axes, so that both stand upright and face in the same direction. A body's up and
    /// forward directions come from the positions of hips, legs, shoulders and head at rest, or from `sourceStance` and `sourceUp`. Worlds
    /// are rotated by multiples of 90 degrees. If false, both bodies are assumed to face in the same direction in the world.
    bool alignsFacing = true;
    /// The up direction in `sourceWorld` while the source moves, of unit length. Default: the axis nearest to the direction from hips to
    /// head at rest.
    std::optional<glm::dvec3> sourceUp = {};
    /// A pose in which the source stands, in the order of bones(), used in place of a rest pose that no body can take up. Default: the rest
    /// pose.
    std::optional<Pose> sourceStance = {};
    /// The findings of ofMotions() about the rest pose, in words for people to read; this text has no effect. Empty if the rest pose stands
    /// along +Y and on the ground, as the motions do.
    std::string stanceReason = {};
    /// The factor that multiplies travel. Default: the ratio of the leg lengths (thigh plus shin); without legs, the ratio of the heights,
    /// at rest, of the travelling joints above the lowest mapped joints.
    std::optional<double> scale = {};
    /// The offset added to travel after scaling, in the target's world. Default: the offset that takes the source at rest to the target at
    /// rest. If a body at rest is more than a tenth of its height below the ground, as in many motion files, it is first lifted onto the
    /// ground, which for motions is at height 0.
    std::optional<glm::dvec3> offset = {};
    /// Maps the source's skeleton space to a world with +Y up in which the body stands on the ground. Default: the world matrix of the
    /// skeleton's host when the Retargeter is made. Later moves of the host have no effect, because motion is read and written in skeleton
    /// space.
    std::optional<glm::mat4> sourceWorld = {};
    std::optional<glm::mat4> targetWorld = {};  ///< Maps the target's skeleton space to its world. Default as for sourceWorld.

    /// Finds the source's stance and up direction from its motions. Many recordings have a rest pose that no body can take up, or a rest
    /// pose that lies down in the world in which the motions stand.
    ///
    /// If trunk and legs are in line at rest, the rest pose is the stance. The motions then decide the up direction only if the rest pose
    /// does not stand along +Y: a body that stands along +Y at rest may well lie down in its motions. There is one exception: if the bodies
    /// stand along +Z in the motions with their feet near height 0, and along +Y parts of them are below height 0 most of the time, then +Z
    /// is up. If the feet at rest are above or below the ground of the motions (height 0), the rest pose is put on the ground by the length
    /// of its legs.
    ///
    /// If trunk and legs are not in line at rest, up is the axis along which they point during most of the motions, or +Y if there is no
    /// such axis, and the stance is the pose in which the body stands straightest.
    ///
    /// `world` becomes `sourceWorld`. If the map lacks hips, head or a leg, the rest pose is used as it is. Null clips are ignored. Throws
    /// std::invalid_argument if the map has a bone that the source lacks. O(bones * clips).
    [[nodiscard]] static RetargetOptions ofMotions(std::span<const AnimationClip* const> clips, const Skeleton& source,
                                                   const RetargetMap& map, const std::optional<glm::mat4>& world = {});
    /// Makes options that follow "About pose data compatibility" of the VRM 1.0 animation specification to the letter: rest poses and
    /// facing are used as they are, and travel is scaled by the height of the hips.
    [[nodiscard]] static RetargetOptions ofVrm(const Skeleton& source, const Skeleton& target, const RetargetMap& map);
};

/// Poses one skeleton like another. Rotations are taken relative to the rest pose in the world, so the axes of the bones do not matter.
///
/// Let W be a joint's rotation in the world and W0 its rotation in the world at rest: the source's motion W * inverse(W0) is applied to the
/// target's W0. The rotation of a bone that the target lacks therefore becomes part of the rotation of the next bone below. Bones of the
/// target that nothing drives stay at rest relative to their parents. Only the target's rotations and the positions of travelling joints
/// change; lengths, axes, scales and shear stay the target's own, so no limb stretches, except by a pair with RetargetTranslation::Stretch.
/// Uneven scale does not affect rotations; mirrored bones are supported.
///
/// A Retargeter is made once for two rigs at rest and refers to neither afterwards. It is immutable: any number of threads may retarget at
/// once. The same input gives the same bits on every machine; nothing is remembered between calls. See docs/lifetimes.md for moved-from
/// objects.
class ARMATURE_API Retargeter final {
public:
    /// Prepares to retarget between two skeletons by a map. Throws std::invalid_argument that names the bone and the value if the map has
    /// joints that the skeletons lack, if it moves a joint of the target twice, if a bone of a chain is not below the bone before it, if a
    /// number is out of range or not finite, if a world matrix is singular, or if nothing is mapped. O(bones).
    Retargeter(const Skeleton& source, const Skeleton& target, const RetargetMap& map, const RetargetOptions& options = {});
    ~Retargeter();
    Retargeter(Retargeter&&) noexcept;
    Retargeter& operator=(Retargeter&&) noexcept;

    /// Sets all joints of `target` from the joints of `source`. Each view may be of a skeleton, a clone, a pose or a member of a Crowd.
    /// This function can be called from a modifier of a graph or a ModifierStack; a mask then keeps other motion on part of the body. A
    /// Skeleton computes its matrices when they are read, so call its update() before several threads retarget from it. Throws
    /// std::invalid_argument, changing nothing, if one of the views has the wrong number of joints, or the resulting pose would not be
    /// finite. Allocates only when more threads than ever before retarget at once. O(bones).
    void retarget(const JointView& source, JointView target) const;
    /// Converts root motion of the source to root motion of the target; each is in its own character's axes.
    [[nodiscard]] RootMotionDelta retarget(const RootMotionDelta& source) const;

    [[nodiscard]] const RetargetMap& getMap() const;  ///< The map given to the constructor.
    [[nodiscard]] double getScale() const;            ///< The factor that multiplies travel.
    [[nodiscard]] glm::dvec3 getOffset() const;       ///< The offset added to travel, in the target's world.
    [[nodiscard]] std::size_t sourceCount() const;    ///< Number of joints of the source.
    [[nodiscard]] std::size_t targetCount() const;    ///< Number of joints of the target.

private:
    friend class RetargetAccess;  // internal: source/retarget/retarget_plan.hpp
    class ARMATURE_LOCAL State;

    std::unique_ptr<State> state_;
};

}  // namespace armature
