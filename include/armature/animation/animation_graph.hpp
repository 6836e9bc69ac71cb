#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <glm/ext/vector_float2.hpp>

#include <armature/animation/baked_clip.hpp>
#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>

/// The parts of an AnimationGraph, as plain data. Parts refer to each other by name. Where a node names an input, that is another node, or
/// a clip, which then plays in a loop at its own speed.
namespace armature {

// --- what the application sets, and what plays ------------------------------------------------------------------------

/// What a parameter holds.
enum class ParameterKind {
    Number,   ///< A float, clamped to its range.
    Switch,   ///< 0 or 1.
    Trigger,  ///< 1 from GraphPlayer::fire() until a transition that asks for it is taken.
};

/// A value that the application sets, for each player of the graph.
struct GraphParameter {
    std::string name = {};                       ///< Not empty, different from all others.
    ParameterKind kind = ParameterKind::Number;  ///< What it holds.
    float initial = 0.f;                         ///< In a new player; 0 for a trigger.
    float minimum = -1e9f;                       ///< Of a Number.
    float maximum = 1e9f;                        ///< Of a Number.
};

/// A number of a node: a constant, or a parameter times that constant.
struct GraphValue {
    float factor = 1.f;          ///< The constant.
    std::string parameter = {};  ///< Empty: none.
};

/// A moment of a clip that GraphPlayer::firedEvents() reports.
struct GraphEvent {
    std::string name = {};  ///< For the application; need not be unique.
    double seconds = 0.;    ///< In the clip.
};

/// A clip that nodes can play. makeGraphClip() prepares one.
struct GraphClip {
    std::string name = {};                             ///< Not empty, different from all others.
    std::shared_ptr<const BakedClip> clip = {};        ///< Its poses, in place if it has a root motion.
    std::shared_ptr<const RootMotion> motion = {};     ///< How it travels; null: not at all.
    std::shared_ptr<const AnimationClip> curves = {};  ///< Whose curves and morph weights count; null: none.
    std::vector<GraphEvent> events = {};               ///< In any order.
    /// Moments that correspond to those of the clips it is kept in step with, such as each footfall: in seconds, ascending, at most one
    /// round from the first to the last. None: its beginning.
    std::vector<double> markers = {};
    bool isDifference = false;  ///< Holds differences: for AdditiveNode::difference.
};

// --- nodes ------------------------------------------------------------------------------------------------------------

/// Plays a clip.
struct ClipNode {
    std::string clip = {};  ///< A GraphClip.
    GraphValue speed = {};  ///< Times its own speed; negative plays backwards.
    bool loop = true;       ///< Otherwise it holds its last pose.
    double start = 0.;      ///< Where it begins, as a part of the whole, in [0, 1].
};

/// One of the poses that a BlendNode blends.
struct BlendInput {
    std::string node = {};   ///< A node or clip.
    GraphValue weight = {};  ///< Negative counts as 0.
};

/// The weighted mean of its inputs. If weights sum to less than 1, the rest pose fills the remainder; above 1 they are normalised.
struct BlendNode {
    std::vector<BlendInput> inputs = {};  ///< At least one.
};

/// Whether the inputs of a BlendSpaceNode go in step.
enum class GraphSync {
    None,     ///< Each plays by itself.
    Phase,    ///< All are equally far through their clips; the pace is the weighted mean.
    Markers,  ///< The same between each two markers of their clips, which must have equally many.
};

/// An input of a BlendSpaceNode and its place.
struct BlendPoint {
    std::string node = {};         ///< A node or clip.
    glm::vec2 position{0.f, 0.f};  ///< y does not count in one dimension.
};

/// Blends the points around the place that parameters name. In one dimension, the two neighbours. In two, the corners of a triangle of the
/// Delaunay triangulation by barycentric weights: at most three inputs are evaluated, weights are continuous, and where a point is, it has
/// all of the weight. Outside, the nearest place on the border counts.
struct BlendSpaceNode {
    std::string x = {};                   ///< A parameter.
    std::string y = {};                   ///< Another, or empty: one dimension.
    std::vector<BlendPoint> points = {};  ///< 1 to 256, at different places.
    GraphSync sync = GraphSync::Phase;    ///< Whether they go in step.
};

/// Adds a difference to a pose.
struct AdditiveNode {
    std::string base = {};        ///< A node or clip.
    std::string difference = {};  ///< One whose clips are all differences.
    GraphValue weight = {};       ///< Of the difference.
};

/// A bone and its weight in an overlay.
struct OverlayMask {
    std::string bone = {};        ///< Of the rig.
    float weight = 1.f;           ///< Of the overlay, in [0, 1].
    bool withDescendants = true;  ///< All bones below it likewise.
};

/// Blends bones from one pose to another, each by its own weight.
struct OverlayNode {
    std::string base = {};                ///< A node or clip.
    std::string overlay = {};             ///< Another.
    std::vector<OverlayMask> masks = {};  ///< In order: later ones replace earlier ones. Bones without have 0.
    GraphValue weight = {};               ///< Times the bones' weights; clamped to [0, 1].
};

/// Its input, or that reflected in x = 0 with sides exchanged (see mirrorPose()), bones paired by mirrorMapByName().
struct MirrorNode {
    std::string input = {};  ///< A node or clip.
    GraphValue amount = {};  ///< Mirrored from 0.5 on.
};

/// Lets the application change the pose: see GraphPlayer::setModifier(). Does nothing without a function.
struct ModifierNode {
    std::string input = {};  ///< A node or clip.
    GraphValue weight = {};  ///< Blends from the input to what the function made of it; clamped to [0, 1].
};

// --- states -----------------------------------------------------------------------------------------------------------

/// How a condition compares a parameter.
enum class Comparison {
    IsSet,     ///< Not 0; the only one for switches and triggers besides IsNotSet.
    IsNotSet,  ///< 0.
    Greater,   ///< Than the condition's value.
    Less,      ///< Than the condition's value.
};

/// Part of what a transition needs.
struct GraphCondition {
    std::string parameter = {};                 ///< What is compared.
    Comparison comparison = Comparison::IsSet;  ///< How.
    float value = 0.f;                          ///< With what.
};

/// How a transition changes from one motion to the next.
enum class TransitionBlend {
    CrossFade,    ///< Both play; the weight moves from one to the other.
    Inertialise,  ///< Only the new one plays; the difference at the switch fades (see Inertialization), so that speed does not jump.
};

/// How the weight of a cross-fade moves.
enum class TransitionCurve {
    Linear,  ///< Evenly.
    Smooth,  ///< Slowly, faster, slowly: 3 s^2 - 2 s^3.
};

/// A way from one state to another. Of several that are possible, the first one is taken.
struct GraphTransition {
    std::string from = {};                        ///< A state; empty: any other than `to`.
    std::string to = {};                          ///< A state.
    std::vector<GraphCondition> conditions = {};  ///< All must hold.
    /// Leaves at this part of a round of the state's clip only, in [0, 1]; 1 is the end, at which a clip without loop waits.
    std::optional<double> exitPhase = {};
    double duration = 0.2;                               ///< Seconds; 0: the new motion is there at once, and what is shown jumps.
    TransitionBlend blend = TransitionBlend::CrossFade;  ///< How the motion changes.
    TransitionCurve curve = TransitionCurve::Smooth;     ///< Of a cross-fade.
    bool isInStep = false;        ///< The new state begins at the phase of the old one; during a cross-fade they go in step.
    bool isInterruptible = true;  ///< Whether another transition may begin before it is complete.
};

/// One of a machine's motions.
struct GraphState {
    std::string name = {};  ///< Different from those of the machine's other states.
    std::string node = {};  ///< A node or clip; begins anew whenever the state is entered.
};

/// Plays one of its states, and goes to others by transitions. A transition that interrupts a cross-fade inertialises, whatever it says:
/// what is shown does not jump, and neither does its speed.
struct StateMachineNode {
    std::vector<GraphState> states = {};            ///< At least one; the first is where it begins.
    std::vector<GraphTransition> transitions = {};  ///< In order of preference.
};

/// A node of a graph, by name.
struct GraphNode {
    std::string name = {};  ///< Not empty, different from all others.
    /// What it does.
    std::variant<ClipNode, BlendNode, BlendSpaceNode, AdditiveNode, OverlayNode, MirrorNode, ModifierNode, StateMachineNode> kind = {};
};

/// What an AnimationGraph is made from.
struct GraphDescription {
    std::vector<GraphParameter> parameters = {};  ///< What the application sets.
    std::vector<GraphClip> clips = {};            ///< What nodes play.
    std::vector<GraphNode> nodes = {};            ///< In any order. Each, and each use of a clip, is the input of one node only.
    std::string root = {};                        ///< The node or clip whose pose is the result.
};

/// How makeGraphClip() prepares a clip.
struct GraphClipOptions {
    /// Its root motion; the poses are then those of RootMotion::getInPlaceClip(). Null: it does not travel.
    std::shared_ptr<const RootMotion> motion = {};
    bool isDifference = false;  ///< The clip holds differences (see makeAdditiveClip()): parts that it does not move differ by nothing.
    BakeOptions bake = {};      ///< For BakedClip::create(); `bones` must be empty.
};

/// Bakes a clip for a graph. Its curves and morph weights count; events and markers are yours to add. Throws std::invalid_argument if the
/// clip is null, and what BakedClip::create() throws: a clip for another rig, of which no channel moves a bone, too, unless
/// it travels or options.bake.mayMoveNothing is set. O(bones * keys).
[[nodiscard]] GraphClip makeGraphClip(std::string name, std::shared_ptr<const AnimationClip> clip, Skeleton& rig,
                                      const GraphClipOptions& options = {});

class CompiledGraph;

/// How a character's motion is put together: clips, blends, states. Immutable, so one serves any number of players, crowds and threads.
/// GraphPlayer plays it.
class AnimationGraph final {
public:
    /// Checks a description and prepares it for the bones of a rig, of which it keeps what it needs. Throws std::invalid_argument that
    /// names the node, the place in it and the value if a name is missing, used twice or unknown, nodes form a circle or one is the input
    /// of two, a clip is baked for other bones, a number is out of its range or not finite, or differences and poses are mixed up.
    [[nodiscard]] static std::shared_ptr<const AnimationGraph> create(GraphDescription description, const Skeleton& rig);
    ~AnimationGraph();
    AnimationGraph(const AnimationGraph&) = delete;
    AnimationGraph& operator=(const AnimationGraph&) = delete;

    [[nodiscard]] const GraphDescription& getDescription() const noexcept { return description_; }  ///< As given.
    /// In the order of the description.
    [[nodiscard]] std::span<const GraphParameter> parameters() const noexcept { return description_.parameters; }
    /// The parameter of that name, as an index into parameters(). O(parameters).
    [[nodiscard]] std::optional<std::size_t> findParameter(std::string_view name) const noexcept;
    [[nodiscard]] std::size_t boneCount() const noexcept;  ///< Of the rig.

private:
    friend class CompiledGraph;

    AnimationGraph(GraphDescription description, const Skeleton& rig);

    GraphDescription description_;
    std::unique_ptr<const CompiledGraph> compiled_;
};

/// The graph in DOT, the language of Graphviz: a box for each node and state, an arrow for each input and transition.
[[nodiscard]] std::string toDot(const AnimationGraph& graph);

}  // namespace armature
