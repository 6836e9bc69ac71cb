#pragma once

#include <memory>
#include <numbers>
#include <optional>
#include <vector>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/fwd.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// How a character moves from one moment to another: it travels, then turns about the vertical axis.
struct RootMotionDelta {
    glm::dvec3 offset{0.};      ///< In the character's own axes as they are at the beginning, in its units.
    double turn = 0.;           ///< In radians about `up`; may be more than a full turn.
    glm::dvec3 up{0., 1., 0.};  ///< Unit length, the same at the beginning and at the end.

    /// This motion, then `next`, which begins where this one ends.
    [[nodiscard]] RootMotionDelta then(const RootMotionDelta& next) const noexcept;
    /// The way back: then() with it leaves nothing.
    [[nodiscard]] RootMotionDelta getInverse() const noexcept;
    /// Adds a share of another motion of the same moment, as the weights of a pose add up. O(1).
    void add(const RootMotionDelta& other, double share) noexcept;
    /// Where a character comes that stood at `character`, in its parent's axes. Keeps the scale; offsets are in its units, and where it
    /// mirrors, the turn is mirrored.
    [[nodiscard]] Transform moved(const Transform& character) const noexcept;

    friend bool operator==(const RootMotionDelta&, const RootMotionDelta&) = default;
};

/// What a clip's travel was taken from.
enum class RootMotionSource {
    None,  ///< It neither travels nor turns.
    Root,  ///< The motion of the root.
    Feet,  ///< The clip walks on the spot: while a foot is planted, the ground moves back, so the character moves forwards.
};

/// What RootMotion::create() takes out of a clip. Heights and distances are in the character's space.
struct RootMotionOptions {
    glm::vec3 up{0.f, 1.f, 0.f};  ///< The vertical axis; any length but zero.
    /// Where to look. Not set: the root if it travels; else the planted feet if they do.
    std::optional<RootMotionSource> source = {};
    /// Whether the root's turn about `up` is taken out. Not set: if a cycle leaves at least `minimumTurn`, whole turns aside.
    std::optional<bool> extractRotation = {};
    double minimumTurn = std::numbers::pi / 18.;  ///< In radians.
    double minimumTravel = 0.1;                   ///< What a cycle must travel to count as travel, as a part of the character's height.
    /// A straight motion within this angle, in radians, of one of the character's horizontal axes follows it; 0: none does.
    double directionSnapAngle = 0.;
    /// Takes out all horizontal motion. Otherwise a clip that does not turn keeps its sway across the direction of a cycle.
    bool extractLateralMotion = false;
    /// Takes out how the root rises and falls, on stairs, ladders and slopes. Otherwise that stays in the pose.
    bool extractVertical = false;
    const Node* facing = nullptr;  ///< What shows where the character looks, below it: turns are measured here. Null: the root.
    /// Joints that touch the ground, of a motion at a fairly steady pace. Best are those that stay where they are while the foot rolls:
    /// balls or toes, which tell the stride to less than a hundredth. An ankle moves over its foot, which costs a few hundredths.
    std::vector<const Node*> feet = {};
    /// How far above its lowest place a joint of `feet` is planted, as a part of the character's height.
    double contactHeight = 0.02;
};

/// What a clip moves its character, apart from what it moves within the character: travel on the ground and turn about the vertical, for
/// any stretch of time. Its in-place clip is what is left.
///
///     const auto walk = RootMotion::create(walkClip, *skeleton.findBone("hips"));
///     AnimationGroup& group = scene.createAnimationGroup(walk->getInPlaceClip());
///     ... every frame, `seconds` of the clip since the last one:
///     node.setTransform(walk->between(time, time + seconds).moved(node.getTransform()));
///     time += seconds;
///
/// With t the time in the clip and M(t) what the character has moved by then, in-place pose and travel make the clip: M(t) * inPlace(t) =
/// clip(t), up to the rounding of floats, between keys too. Travel keeps to the ground, what goes up and down stays in the pose, unless
/// RootMotionOptions::extractVertical is set.
///
/// - The turn is the angle about the vertical that comes closest to the root's change of orientation since the beginning.
/// - A clip that turns travels all of its root's horizontal motion, and turns about where the root was at the beginning.
/// - A clip that does not turn travels along the direction from the beginning of a cycle to its end; sway across it stays in the pose
///   (RootMotionOptions::extractLateralMotion). What snapping its direction leaves over is taken out evenly, so that the pose loops.
///
/// Immutable, so one serves any number of characters and threads; refers to no scene. The motion is kept as cubic polynomials between the
/// clip's keys, cut until they are as close as getError() says: exact where the root is keyed in straight lines or splines without a turn.
class RootMotion final {
public:
    /// The motion of `root` in skeleton space, in the bones' rest pose where the clip does not move them. Finds the clip's targets as an
    /// AnimationLayer for the skeleton does. O(keys of root and feet and all above them). Throws std::invalid_argument if the clip is null,
    /// a number of the options is negative or not finite, `up` is zero, feet or facing are not in the skeleton, the feet are asked for and
    /// there are none, the root is scaled to nothing, or it moves farther than numbers reach.
    [[nodiscard]] static std::shared_ptr<const RootMotion> create(std::shared_ptr<const AnimationClip> clip, Bone& root,
                                                                  const RootMotionOptions& options = {});
    /// The motion of `root`, a node or bone of `scene`, in the space of `character`, a node above it (null: in world space). Nodes that the
    /// clip does not move are where they are now. Where several nodes have a name that the clip moves, as with copies of a model, it is the
    /// root, or what is above or below it. Throws as above, and if `character` is not above root, feet and facing.
    [[nodiscard]] static std::shared_ptr<const RootMotion> create(std::shared_ptr<const AnimationClip> clip, AnimationTargets& scene,
                                                                  Node& root, const Node* character, const RootMotionOptions& options = {});
    ~RootMotion();
    RootMotion(const RootMotion&) = delete;
    RootMotion& operator=(const RootMotion&) = delete;

    [[nodiscard]] const std::shared_ptr<const AnimationClip>& getClip() const noexcept { return clip_; }  ///< As given. Never null.
    /// The clip without its travel and turn, for players. The same as getClip() if there is nothing to take out of the root.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& getInPlaceClip() const noexcept { return inPlaceClip_; }
    [[nodiscard]] RootMotionSource getSource() const noexcept { return source_; }  ///< Where travel or turn were found.
    [[nodiscard]] bool hasTurn() const noexcept { return hasTurn_; }               ///< Whether turns are taken out.
    [[nodiscard]] const glm::dvec3& getUp() const noexcept { return up_; }         ///< Unit length.
    /// The whole clip, once: what one round of a loop moves.
    [[nodiscard]] RootMotionDelta getCycle() const noexcept;
    /// Into which a cycle travels, unit length and horizontal; +Z if it does not.
    [[nodiscard]] const glm::dvec3& getDirection() const noexcept { return direction_; }
    /// From the lowest to the highest joint of the root and those below it, at the beginning of the clip.
    [[nodiscard]] double getCharacterHeight() const noexcept { return height_; }
    /// The farthest that offsets are off, measured between keys, in the character's units; turns are off by no more radians than this is
    /// parts of the character's height. Less than 1e-6 of the height, unless something turns about within a thousandth of a key interval.
    [[nodiscard]] double getError() const noexcept { return error_; }
    /// What identifies the root among a clip's targets.
    [[nodiscard]] const ChannelTarget& getRoot() const noexcept { return root_; }

    /// What the character moves while a looping clip plays from one time to another, in seconds of the clip that count on over the rounds:
    /// after two rounds of a 3-second clip, 6.5 is half a second into the third. Backwards if `to` is earlier; times may be negative.
    /// Rounds cost nothing and lose no precision: from a to c is from a to b, then from b to c, up to the rounding of doubles. NaN and
    /// infinity give no motion. O(log keys): 40 to 200 ns. Does not allocate.
    [[nodiscard]] RootMotionDelta between(double from, double to) const noexcept;
    /// The same for playback by `options`: within their range, in which times count on from its beginning (with a range from 2 to 3, the
    /// time 3.5 is the clip's 2.5 in the second round); back and forth with LoopMode::PingPong, which leaves nothing after two rounds; held
    /// at the range's ends without a loop. Accumulating modes travel as Cycle does. The speed does not matter. An empty range gives no
    /// motion, and one that goes beyond the clip is cut.
    [[nodiscard]] RootMotionDelta between(double from, double to, const PlayOptions& options) const noexcept;

private:
    friend class RootMotionMaker;
    class Path;

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
