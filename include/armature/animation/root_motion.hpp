#pragma once

#include <memory>
#include <numbers>
#include <optional>
#include <vector>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/clip_player.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// A character's motion between two moments: travel, then a turn about the vertical axis.
struct ARMATURE_API RootMotionDelta {
    glm::dvec3 offset{0.};      ///< The travel, in the character's axes and units at the beginning.
    double turn = 0.;           ///< The turn about `up`, in radians; may be more than a full turn.
    glm::dvec3 up{0., 1., 0.};  ///< The vertical axis, of unit length, the same at the beginning and at the end.

    /// Returns this motion followed by `next`, which begins where this one ends.
    [[nodiscard]] RootMotionDelta then(const RootMotionDelta& next) const noexcept;
    /// Returns the inverse motion: this motion followed by its inverse is no motion.
    [[nodiscard]] RootMotionDelta getInverse() const noexcept;
    /// Adds `share` times another motion over the same time, as weighted poses are added. O(1).
    void add(const RootMotionDelta& other, double share) noexcept;
    /// Returns the transform, in the parent's axes, of a character that starts at `character` and makes this motion. Keeps the scale.
    /// Offsets are in the character's units; if `character` mirrors, the turn is mirrored.
    [[nodiscard]] Transform moved(const Transform& character) const noexcept;

    friend bool operator==(const RootMotionDelta&, const RootMotionDelta&) = default;
};

/// The source from which a clip's root motion is found.
enum class RootMotionSource {
    None,  ///< The clip neither travels nor turns.
    Root,  ///< The clip's root motion is the motion of its root.
    Feet,  ///< The clip walks on the spot: as a planted foot moves back with the ground, the character moves forwards.
};

/// Options of RootMotion::create(). Heights and distances are in the character's space.
struct ARMATURE_API RootMotionOptions {
    glm::vec3 up{0.f, 1.f, 0.f};  ///< The vertical axis; any length but zero.
    /// The source of the motion. If not set: the root if it travels, otherwise the planted feet if they travel.
    std::optional<RootMotionSource> source = {};
    /// Whether to extract the root's turn about `up`. If not set: yes if a cycle turns the root by at least `minimumTurn`, not counting
    /// whole turns.
    std::optional<bool> extractRotation = {};
    double minimumTurn = std::numbers::pi / 18.;  ///< The threshold for the turn of a cycle, in radians: see extractRotation.
    double minimumTravel = 0.1;  ///< The threshold for the travel of a cycle, as a fraction of the character's height: see source.
    /// If the direction of a cycle is within this angle, in radians, of one of the character's horizontal axes, it is snapped to that axis.
    /// Not used for clips that turn, or with extractLateralMotion. 0: no snapping.
    double directionSnapAngle = 0.;
    /// If true, all horizontal motion is extracted. If false, a clip that does not turn keeps its sway across the direction of a cycle in
    /// the pose.
    bool extractLateralMotion = false;
    /// If true, the root's vertical motion is extracted too: for stairs, ladders and slopes. If false, vertical motion stays in the pose.
    bool extractVertical = false;
    const Node* facing = nullptr;  ///< A node below the character that shows where it faces: its turns are extracted. Null: the root.
    /// The joints that touch the ground, for RootMotionSource::Feet; the motion should keep a fairly steady pace. Joints that stay in place
    /// while the foot rolls work best: with balls or toes, the error of the stride is below 1 %. An ankle moves while its foot is planted,
    /// so the error is a few per cent.
    std::vector<const Node*> feet = {};
    /// The largest height above its lowest position at which a joint of `feet` counts as planted, as a fraction of the character's height.
    double contactHeight = 0.02;
};

/// A clip's root motion: the character's travel on the ground and turn about the vertical over any span of time, separated from the pose.
/// The remaining motion is the in-place clip.
///
///     const auto walk = RootMotion::create(walkClip, *skeleton.findBone("hips"));
///     AnimationGroup& group = scene.createAnimationGroup(walk->getInPlaceClip());
///     ... every frame, `seconds` of the clip since the last one:
///     node.setTransform(walk->between(time, time + seconds).moved(node.getTransform()));
///     time += seconds;
///
/// With t the time in the clip and M(t) the character's motion since the clip's beginning, M(t) * inPlace(t) = clip(t) up to float
/// rounding, also between keys. Travel stays on the ground: vertical motion remains in the pose unless RootMotionOptions::extractVertical
/// is set.
///
/// - The turn is the angle about the vertical that comes closest to the root's change of orientation since the beginning.
/// - If a clip turns, all of its root's horizontal motion is travel, and it turns about the root's initial position.
/// - If a clip does not turn, it travels in the direction from the root's position at the beginning of a cycle to the root's position at
///   its end; sway across that direction stays in the pose (see RootMotionOptions::extractLateralMotion). If the direction is snapped, the
///   drift across it is removed evenly over the clip, so that the pose loops.
///
/// Immutable, so one RootMotion serves any number of characters and threads; it holds no reference to a scene. The motion is stored as
/// cubic polynomials between the clip's keys, subdivided until the error is within getError(). It is exact where the root is keyed in
/// straight lines or splines and does not turn.
class ARMATURE_API RootMotion final {
public:
    /// Extracts the motion of `root` in skeleton space; bones that the clip does not move are at rest. Finds the clip's targets as an
    /// AnimationLayer with LayerOptions::skeleton does. O(keys of root, feet and their ancestors). Throws std::invalid_argument if the clip
    /// is null, a number in the options is negative or not finite, `up` is zero, feet or facing are not in the skeleton, the source is Feet
    /// but there are no feet, the root's scale is zero, or the root's motion overflows.
    [[nodiscard]] static std::shared_ptr<const RootMotion> create(std::shared_ptr<const AnimationClip> clip, Bone& root,
                                                                  const RootMotionOptions& options = {});
    /// Extracts the motion of `root`, a node or bone of `scene`, in the space of `character`, a node above it (null: in world space). Nodes
    /// that the clip does not move stay where they are now. If several nodes have a name that the clip moves, as with copies of a model,
    /// the clip moves `root`, or the node that is above or below it. Throws as the overload for bones does, and std::invalid_argument if
    /// `character` is not above root, feet and facing.
    [[nodiscard]] static std::shared_ptr<const RootMotion> create(std::shared_ptr<const AnimationClip> clip, AnimationTargets& scene,
                                                                  Node& root, const Node* character, const RootMotionOptions& options = {});
    ~RootMotion();
    RootMotion(const RootMotion&) = delete;
    RootMotion& operator=(const RootMotion&) = delete;

    /// The clip given to create(); never null.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& getClip() const noexcept { return clip_; }
    /// The clip without its travel and turn, for players. The same clip as getClip() if nothing is extracted from the root.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& getInPlaceClip() const noexcept { return inPlaceClip_; }
    [[nodiscard]] RootMotionSource getSource() const noexcept { return source_; }  ///< The source that was used for the motion.
    [[nodiscard]] bool hasTurn() const noexcept { return hasTurn_; }               ///< True if turns are extracted.
    [[nodiscard]] const glm::dvec3& getUp() const noexcept { return up_; }         ///< The vertical axis, of unit length.
    /// The motion over the whole clip, that is, over one round of a loop.
    [[nodiscard]] RootMotionDelta getCycle() const noexcept;
    /// The direction in which a cycle travels, horizontal and of unit length; +Z if it does not travel.
    [[nodiscard]] const glm::dvec3& getDirection() const noexcept { return direction_; }
    /// The height from the lowest to the highest joint among the root and its descendants, at the beginning of the clip.
    [[nodiscard]] double getCharacterHeight() const noexcept { return height_; }
    /// The largest error of an offset, measured between keys, in the character's units. Errors of turns, in radians, are at most this error
    /// divided by the character's height. The error is less than 1e-6 of the height unless the motion changes direction within a thousandth
    /// of a key interval.
    [[nodiscard]] double getError() const noexcept { return error_; }
    /// Identifies the root among a clip's targets.
    [[nodiscard]] const ChannelTarget& getRoot() const noexcept { return root_; }

    /// Returns the character's motion while a looping clip plays from one time to another. Times are in seconds of the clip and keep
    /// counting over the rounds: in a 3-second clip, 6.5 is half a second into the third round. If `to` is earlier than `from`, the motion
    /// is backwards; times may be negative. The number of rounds affects neither cost nor precision: the motion from a to c equals the
    /// motion from a to b followed by the motion from b to c, up to double rounding. NaN and infinity give no motion. O(log keys): 40 to
    /// 200 ns. Does not allocate.
    [[nodiscard]] RootMotionDelta between(double from, double to) const noexcept;
    /// Returns the character's motion under the given options. Times keep counting from the beginning of the options' range (with a range
    /// from 2 to 3, the time 3.5 is the clip's 2.5 in the second round). With LoopMode::PingPong, two rounds add up to no motion, because
    /// playback goes back and forth. Without a loop, there is no motion beyond the ends of the range. Accumulating modes travel as
    /// LoopMode::Cycle does. The speed is ignored. An empty range gives no motion; a range that exceeds the clip is clamped to the clip.
    [[nodiscard]] RootMotionDelta between(double from, double to, const PlayOptions& options) const noexcept;

private:
    friend class RootMotionMaker;
    class ARMATURE_LOCAL Path;

    RootMotion();

    std::shared_ptr<const AnimationClip> clip_;
    std::shared_ptr<const AnimationClip> inPlaceClip_;
    ChannelTarget root_;
    std::unique_ptr<const Path> path_;  // never null
    RootMotionSource source_ = RootMotionSource::None;
    bool hasTurn_ = false;
    glm::dvec3 up_{0., 1., 0.};
    glm::dvec3 direction_{0., 0., 1.};
    double height_ = 0.;
    double error_ = 0.;
};

}  // namespace armature
