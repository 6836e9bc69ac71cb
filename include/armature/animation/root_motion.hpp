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
    glm::dvec3 offset{0.};      ///< In the character's axes and units, as they are at the beginning.
    double turn = 0.;           ///< In radians about `up`; may be more than a full turn.
    glm::dvec3 up{0., 1., 0.};  ///< The vertical axis, of unit length, the same at the beginning and at the end.

    /// This motion followed by `next`, which begins where this one ends.
    [[nodiscard]] RootMotionDelta then(const RootMotionDelta& next) const noexcept;
    /// The way back: then() with the inverse gives no motion.
    [[nodiscard]] RootMotionDelta getInverse() const noexcept;
    /// Adds a share of another motion of the same moment, as the weights of a pose add up. O(1).
    void add(const RootMotionDelta& other, double share) noexcept;
    /// Where a character at `character`, given in its parent's axes, ends up. Keeps the scale. Offsets are in the character's units, and if
    /// it mirrors, the turn is mirrored.
    [[nodiscard]] Transform moved(const Transform& character) const noexcept;

    friend bool operator==(const RootMotionDelta&, const RootMotionDelta&) = default;
};

/// What a clip's travel was taken from.
enum class RootMotionSource {
    None,  ///< The clip neither travels nor turns.
    Root,  ///< The motion of the root.
    Feet,  ///< The clip walks on the spot: while a foot is planted, the ground moves back, so the character moves forwards.
};

/// What RootMotion::create() takes out of a clip. Heights and distances are in the character's space.
struct RootMotionOptions {
    glm::vec3 up{0.f, 1.f, 0.f};  ///< The vertical axis; any length but zero.
    /// What to take the motion from. Not set: the root if it travels, otherwise the planted feet if they do.
    std::optional<RootMotionSource> source = {};
    /// Whether the root's turn about `up` is taken out. Not set: it is, if a cycle ends turned by at least `minimumTurn`, whole turns
    /// aside.
    std::optional<bool> extractRotation = {};
    double minimumTurn = std::numbers::pi / 18.;  ///< The smallest turn of a cycle that counts, in radians.
    double minimumTravel = 0.1;  ///< The shortest distance of a cycle that counts as travel, as a fraction of the character's height.
    /// A straight motion within this angle, in radians, of one of the character's horizontal axes is turned to follow it; 0: none is.
    double directionSnapAngle = 0.;
    /// Takes out all horizontal motion. Otherwise a clip that does not turn keeps its sway across the direction of a cycle.
    bool extractLateralMotion = false;
    /// Takes out how the root rises and falls, on stairs, ladders and slopes. Otherwise that stays in the pose.
    bool extractVertical = false;
    const Node* facing = nullptr;  ///< The node, below the character, that shows where it faces: turns are measured there. Null: the root.
    /// Joints that touch the ground, of a motion at a fairly steady pace. Joints that stay in place while the foot rolls work best: balls
    /// or toes give the stride to better than a hundredth. An ankle moves over its foot, which costs a few hundredths.
    std::vector<const Node*> feet = {};
    /// How far above its lowest position a joint of `feet` still counts as planted, as a fraction of the character's height.
    double contactHeight = 0.02;
};

/// How far a clip moves its character, apart from how the character moves in itself: travel on the ground and turn about the vertical, over
/// any span of time. The in-place clip is what remains.
///
///     const auto walk = RootMotion::create(walkClip, *skeleton.findBone("hips"));
///     AnimationGroup& group = scene.createAnimationGroup(walk->getInPlaceClip());
///     ... every frame, `seconds` of the clip since the last one:
///     node.setTransform(walk->between(time, time + seconds).moved(node.getTransform()));
///     time += seconds;
///
/// With t the time in the clip and M(t) the character's motion since its beginning, in-place pose and travel make up the clip: M(t) *
/// inPlace(t) = clip(t), up to the rounding of floats, between keys too. Travel stays on the ground: vertical motion remains in the pose,
/// unless RootMotionOptions::extractVertical is set.
///
/// - The turn is the angle about the vertical that comes closest to the root's change of orientation since the beginning.
/// - A clip that turns travels all of its root's horizontal motion, and turns about where the root was at the beginning.
/// - A clip that does not turn travels along the direction from the beginning of a cycle to its end; sway across it stays in the pose
///   (RootMotionOptions::extractLateralMotion). What snapping its direction leaves over is taken out evenly, so that the pose loops.
///
/// Immutable, so one serves any number of characters and threads; refers to no scene. The motion is kept as cubic polynomials between the
/// clip's keys, subdivided until they are within getError(): exact where the root is keyed in straight lines or splines without a turn.
class RootMotion final {
public:
    /// Takes the motion of `root` in skeleton space; bones that the clip does not move are at rest. Finds the clip's targets as an
    /// AnimationLayer for the skeleton does. O(keys of root and feet and all above them). Throws std::invalid_argument if the clip is null,
    /// a number of the options is negative or not finite, `up` is zero, feet or facing are not in the skeleton, the feet are asked for and
    /// there are none, the root is scaled to nothing, or its motion overflows.
    [[nodiscard]] static std::shared_ptr<const RootMotion> create(std::shared_ptr<const AnimationClip> clip, Bone& root,
                                                                  const RootMotionOptions& options = {});
    /// Takes the motion of `root`, a node or bone of `scene`, in the space of `character`, a node above it (null: in world space). Nodes
    /// that the clip does not move are where they are now. If several nodes have a name that the clip moves, as with copies of a model, the
    /// root is meant, or a node above or below it. Throws as the overload for bones does, and if `character` is not above root, feet and
    /// facing.
    [[nodiscard]] static std::shared_ptr<const RootMotion> create(std::shared_ptr<const AnimationClip> clip, AnimationTargets& scene,
                                                                  Node& root, const Node* character, const RootMotionOptions& options = {});
    ~RootMotion();
    RootMotion(const RootMotion&) = delete;
    RootMotion& operator=(const RootMotion&) = delete;

    /// The clip given to create(); never null.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& getClip() const noexcept { return clip_; }
    /// The clip without its travel and turn, for players. It is getClip() itself if there is nothing to take out of the root.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& getInPlaceClip() const noexcept { return inPlaceClip_; }
    [[nodiscard]] RootMotionSource getSource() const noexcept { return source_; }  ///< What the travel or turn was taken from.
    [[nodiscard]] bool hasTurn() const noexcept { return hasTurn_; }               ///< True if turns are taken out.
    [[nodiscard]] const glm::dvec3& getUp() const noexcept { return up_; }         ///< The vertical axis, of unit length.
    /// The motion of the whole clip, once: of one round of a loop.
    [[nodiscard]] RootMotionDelta getCycle() const noexcept;
    /// The direction in which a cycle travels, horizontal and of unit length; +Z if it does not travel.
    [[nodiscard]] const glm::dvec3& getDirection() const noexcept { return direction_; }
    /// The height from the lowest to the highest joint of the root and those below it, at the beginning of the clip.
    [[nodiscard]] double getCharacterHeight() const noexcept { return height_; }
    /// The largest error of an offset, measured between keys, in the character's units. Turns are off by no more radians than this is
    /// fractions of the character's height. Less than 1e-6 of the height, unless something turns about within a thousandth of a key
    /// interval.
    [[nodiscard]] double getError() const noexcept { return error_; }
    /// Identifies the root among a clip's targets.
    [[nodiscard]] const ChannelTarget& getRoot() const noexcept { return root_; }

    /// How the character moves while a looping clip plays from one time to another. Times are in seconds of the clip and count on over the
    /// rounds: after two rounds of a 3-second clip, 6.5 is half a second into the third. Backwards if `to` is earlier; times may be
    /// negative. Rounds cost nothing and lose no precision: the motion from a to c is that from a to b, then from b to c, up to the
    /// rounding of doubles. NaN and infinity give no motion. O(log keys): 40 to 200 ns. Does not allocate.
    [[nodiscard]] RootMotionDelta between(double from, double to) const noexcept;
    /// How the character moves under the given options. Times count on from the beginning of the options' range (with a range from 2 to 3,
    /// the time 3.5 is the clip's 2.5 in the second round). LoopMode::PingPong plays back and forth, which leaves no motion after two
    /// rounds; without a loop, the motion is held at the ends of the range. Accumulating modes travel as Cycle does. The speed does not
    /// matter. An empty range gives no motion, and one that goes beyond the clip is cut.
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
