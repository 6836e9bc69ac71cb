#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

/// The parts of an AnimationGraph, as plain data. Parts refer to each other by name. An input of a node is another node, or a clip, which
/// then plays in a loop at its own speed.
namespace armature {

// --- parameters and clips ---------------------------------------------------------------------------------------------

/// What a parameter holds.
enum class ParameterKind {
    Number,   ///< A float, clamped to its range.
    Switch,   ///< 0 or 1.
    Trigger,  ///< 1 from GraphPlayer::fire() until a transition that requires it is taken.
};

/// A value that the application sets, for each player of the graph.
struct GraphParameter {
    std::string name = {};                       ///< Not empty; unique among the graph's parameters.
    ParameterKind kind = ParameterKind::Number;  ///< What the parameter holds.
    float initial = 0.f;                         ///< The value in a new player; 0 for a trigger.
    float minimum = -1e9f;                       ///< Lower end of a Number's range.
    float maximum = 1e9f;                        ///< Upper end of a Number's range.
};

/// A number in a node: a constant, or a parameter times a constant.
struct GraphValue {
    float factor = 1.f;          ///< The constant.
    std::string parameter = {};  ///< The parameter's name; empty: none.
};

/// A moment of a clip that GraphPlayer::firedEvents() reports.
struct GraphEvent {
    std::string name = {};  ///< For the application; need not be unique.
    double seconds = 0.;    ///< Time in the clip.
};

/// A clip that nodes can play. makeGraphClip() prepares one.
struct GraphClip {
    std::string name = {};                             ///< Not empty; unique among the graph's clips.
    std::shared_ptr<const BakedClip> clip = {};        ///< The poses, in place if there is a root motion.
    std::shared_ptr<const RootMotion> motion = {};     ///< How the clip travels; null: it does not.
    std::shared_ptr<const AnimationClip> curves = {};  ///< The clip whose curves and morph weights are used; null: none.
    std::vector<GraphEvent> events = {};               ///< In any order.
    /// Moments, such as footfalls, that correspond to the markers of clips kept in step with this one: in seconds, ascending, at most one
    /// round from the first to the last. If there are none, the beginning of the clip is used.
    std::vector<double> markers = {};
    bool isDifference = false;  ///< True if the clip holds differences: for AdditiveNode::difference.
};

// --- nodes ------------------------------------------------------------------------------------------------------------

/// Plays a clip.
struct ClipNode {
    std::string clip = {};  ///< Name of a GraphClip.
    GraphValue speed = {};  ///< Multiplies the clip's own speed; negative plays backwards.
    bool loop = true;       ///< If false, the clip stops at its end and holds its last pose.
    double start = 0.;      ///< Where playing begins, as a fraction of the clip, in [0, 1].
};

/// One of the poses that a BlendNode blends.
struct BlendInput {
    std::string node = {};   ///< Name of a node or clip.
    GraphValue weight = {};  ///< Negative counts as 0.
};

/// The weighted mean of its inputs. If weights sum to less than 1, the rest pose fills the remainder; above 1 they are normalised.
struct BlendNode {
    std::vector<BlendInput> inputs = {};  ///< At least one.
};

/// Whether the inputs of a BlendSpaceNode are kept in step.
enum class GraphSync {
    None,     ///< Each input plays independently.
    Phase,    ///< All inputs are equally far through their clips and advance at the weighted mean of their paces.
    Markers,  ///< As Phase, but between neighbouring markers; all clips must have the same number of markers.
};

/// An input of a BlendSpaceNode and its position in the space.
struct BlendPoint {
    std::string node = {};         ///< Name of a node or clip.
    glm::vec2 position{0.f, 0.f};  ///< In one dimension, y is ignored.
};

/// Blends the inputs around the position that its parameters give. In one dimension, it blends the two neighbours. In two, it blends the
/// corners of a triangle of the Delaunay triangulation, weighted by barycentric coordinates: at most three inputs are evaluated, weights
/// are continuous, and an input has full weight at its own position. A position outside is replaced by the nearest one on the border.
struct BlendSpaceNode {
    std::string x = {};                   ///< Name of the parameter for x.
    std::string y = {};                   ///< Name of the parameter for y; empty: one dimension.
    std::vector<BlendPoint> points = {};  ///< 1 to 256, at different positions.
    GraphSync sync = GraphSync::Phase;    ///< Whether the inputs are kept in step.
};

/// Two functions for editors and displays, which show how a GraphPlayer blends a blend space. Both allocate, and throw
/// std::invalid_argument if the space has no points, more than 256, or two at the same position.
///
/// Returns the weight of each point when the parameters are `place`. The weights sum to 1.
[[nodiscard]] std::vector<float> blendSpaceWeights(const BlendSpaceNode& space, const glm::vec2& place);
/// Returns the triangles of a two-dimensional space, as indices of points, counterclockwise. Empty in one dimension, or if all points are
/// on one line.
[[nodiscard]] std::vector<std::array<std::uint32_t, 3>> blendSpaceTriangles(const BlendSpaceNode& space);

/// Adds a difference to a pose.
struct AdditiveNode {
    std::string base = {};        ///< Name of a node or clip.
    std::string difference = {};  ///< Name of a node or clip of differences: all clips below it hold differences.
    GraphValue weight = {};       ///< How much of the difference is added.
};

/// A bone and its weight in an overlay.
struct OverlayMask {
    std::string bone = {};        ///< Name of a bone of the rig.
    float weight = 1.f;           ///< Weight of the overlay at that bone, in [0, 1].
    bool withDescendants = true;  ///< Gives all bones below it the same weight.
};

/// Blends bones from one pose to another, each by its own weight.
struct OverlayNode {
    std::string base = {};                ///< Name of the node or clip underneath.
    std::string overlay = {};             ///< Name of the node or clip on top.
    std::vector<OverlayMask> masks = {};  ///< Applied in order: later ones replace earlier ones. Bones without a mask have weight 0.
    GraphValue weight = {};               ///< Multiplies the bones' weights; clamped to [0, 1].
};

/// Passes on its input, or its input reflected in x = 0 with sides exchanged (see mirrorPose()). mirrorMapByName() pairs the bones.
struct MirrorNode {
    std::string input = {};  ///< Name of a node or clip.
    GraphValue amount = {};  ///< From 0.5 on, the pose is mirrored.
};

/// Lets the application change the pose: see GraphPlayer::setModifier(). Does nothing without a function.
struct ModifierNode {
    std::string input = {};  ///< Name of a node or clip.
    GraphValue weight = {};  ///< Blends from the input to the function's result; clamped to [0, 1].
};

// --- states -----------------------------------------------------------------------------------------------------------

/// How a condition compares a parameter.
enum class Comparison {
    IsSet,     ///< The parameter is not 0. Switches and triggers allow only IsSet and IsNotSet.
    IsNotSet,  ///< The parameter is 0.
    Greater,   ///< The parameter is greater than the condition's value.
    Less,      ///< The parameter is less than the condition's value.
};

/// One of the conditions of a transition.
struct GraphCondition {
    std::string parameter = {};                 ///< Name of the parameter that is compared.
    Comparison comparison = Comparison::IsSet;  ///< How it is compared.
    float value = 0.f;                          ///< The value it is compared with.
};

/// How a transition changes from one motion to the next.
enum class TransitionBlend {
    CrossFade,    ///< Both play; the weight moves from one to the other.
    Inertialise,  ///< Only the new one plays; the difference at the switch fades (see Inertialization), so that speed does not jump.
};

/// How the weight of a cross-fade moves.
enum class TransitionCurve {
    Linear,  ///< Evenly.
    Smooth,  ///< Slow, fast, slow: 3 s^2 - 2 s^3.
};

/// A change from one state to another. If several are possible, the first one is taken.
struct GraphTransition {
    std::string from = {};                        ///< Name of a state; empty: any state other than `to`.
    std::string to = {};                          ///< Name of a state.
    std::vector<GraphCondition> conditions = {};  ///< All must hold.
    /// The transition is taken only at this fraction, in [0, 1], of a round of the state's clip; 1 is the clip's end, where a clip that
    /// does not loop waits.
    std::optional<double> exitPhase = {};
    double duration = 0.2;                               ///< Seconds; 0: the pose jumps to the new motion at once.
    TransitionBlend blend = TransitionBlend::CrossFade;  ///< How the motion changes.
    TransitionCurve curve = TransitionCurve::Smooth;     ///< How the weight of a cross-fade moves.
    bool isInStep = false;        ///< The new state begins at the phase of the old one; both stay in step during a cross-fade.
    bool isInterruptible = true;  ///< Whether another transition may begin before it is complete.
};

/// One of the motions of a state machine.
struct GraphState {
    std::string name = {};  ///< Unique within the machine.
    std::string node = {};  ///< Name of a node or clip; it starts anew whenever the state is entered.
};

/// Plays one of its states, and moves between them by transitions. A transition that interrupts a cross-fade is always inertialised, so
/// that neither the pose nor its speed jumps.
struct StateMachineNode {
    std::vector<GraphState> states = {};            ///< At least one; a machine starts in the first.
    std::vector<GraphTransition> transitions = {};  ///< In order of preference.
};

/// A node of a graph, by name.
struct GraphNode {
    std::string name = {};  ///< Not empty; unique among the graph's nodes.
    /// What kind of node it is, with the members of that kind.
    std::variant<ClipNode, BlendNode, BlendSpaceNode, AdditiveNode, OverlayNode, MirrorNode, ModifierNode, StateMachineNode> kind = {};
};

/// The description that an AnimationGraph is made from.
struct GraphDescription {
    std::vector<GraphParameter> parameters = {};  ///< The values that the application sets.
    std::vector<GraphClip> clips = {};            ///< The clips that nodes play.
    std::vector<GraphNode> nodes = {};            ///< In any order. Each node, and each use of a clip, is the input of one node only.
    std::string root = {};                        ///< The node or clip whose pose is the result.
};

/// How makeGraphClip() prepares a clip.
struct GraphClipOptions {
    /// The root motion; the poses are then those of RootMotion::getInPlaceClip(). Null: the clip does not travel.
    std::shared_ptr<const RootMotion> motion = {};
    bool isDifference = false;  ///< The clip holds differences (see makeAdditiveClip()): parts that it does not move have no difference.
    BakeOptions bake = {};      ///< For BakedClip::create(); `bones` must be empty.
};

/// Bakes a clip for a graph, with its curves and morph weights; events and markers are yours to add. Throws std::invalid_argument if the
/// clip is null, and whatever BakedClip::create() throws. So a clip for another rig, none of whose channels moves a bone, is refused unless
/// it travels or options.bake.mayMoveNothing is set. O(bones * keys).
[[nodiscard]] GraphClip makeGraphClip(std::string name, std::shared_ptr<const AnimationClip> clip, Skeleton& rig,
                                      const GraphClipOptions& options = {});

class CompiledGraph;

/// Defines how a character's motion is put together from clips, blends and states. Immutable, so one serves any number of players, crowds
/// and threads. GraphPlayer plays it.
class AnimationGraph final {
public:
    /// Checks a description and prepares it for the bones of a rig, from which it copies what it needs. Throws std::invalid_argument,
    /// naming the node, the place in it and the value, if a name is missing, used twice or unknown, nodes form a cycle, a node is the input
    /// of two others, a clip is baked for other bones, a number is out of its range or not finite, or differences and poses are mixed up.
    [[nodiscard]] static std::shared_ptr<const AnimationGraph> create(GraphDescription description, const Skeleton& rig);
    ~AnimationGraph();
    AnimationGraph(const AnimationGraph&) = delete;
    AnimationGraph& operator=(const AnimationGraph&) = delete;

    [[nodiscard]] const GraphDescription& getDescription() const noexcept { return description_; }  ///< The description given to create().
    /// The graph's parameters, in the order of the description.
    [[nodiscard]] std::span<const GraphParameter> parameters() const noexcept { return description_.parameters; }
    /// The index into parameters() of the parameter of that name. O(parameters).
    [[nodiscard]] std::optional<std::size_t> findParameter(std::string_view name) const noexcept;
    [[nodiscard]] std::size_t boneCount() const noexcept;  ///< Number of bones of the rig.

private:
    friend class CompiledGraph;

    AnimationGraph(GraphDescription description, const Skeleton& rig);

    GraphDescription description_;
    std::unique_ptr<const CompiledGraph> compiled_;
};

/// Returns the graph in DOT, the language of Graphviz: a box for each node and state, an arrow for each input and transition.
[[nodiscard]] std::string toDot(const AnimationGraph& graph);

}  // namespace armature
