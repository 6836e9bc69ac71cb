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
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>

/// The parts of an AnimationGraph, as plain data. Parts refer to each other by name. An input of a node is another node, or directly a
/// clip, which then plays in a loop at its own speed.
namespace armature {

// --- parameters and clips ---------------------------------------------------------------------------------------------

/// The kind of value that a parameter holds.
enum class ParameterKind {
    Number,   ///< A float, clamped to its range.
    Switch,   ///< 0 or 1.
    Trigger,  ///< 1 from GraphPlayer::fire() until a transition that requires the trigger is taken.
};

/// A value that the application sets, for each player of the graph.
struct ARMATURE_API GraphParameter {
    std::string name = {};                       ///< Not empty; unique among the graph's parameters.
    ParameterKind kind = ParameterKind::Number;  ///< The kind of value that the parameter holds.
    float initial = 0.f;                         ///< The value in a new player; 0 for a trigger.
    float minimum = -1e9f;                       ///< Lower end of a Number's range.
    float maximum = 1e9f;                        ///< Upper end of a Number's range.
};

/// A number in a node: a constant, or a parameter times a constant.
struct ARMATURE_API GraphValue {
    float factor = 1.f;          ///< The constant.
    std::string parameter = {};  ///< The parameter's name; empty: no parameter.
};

/// A moment in a clip that GraphPlayer::firedEvents() reports when it is passed.
struct ARMATURE_API GraphEvent {
    std::string name = {};  ///< For the application; need not be unique.
    double seconds = 0.;    ///< Time in the clip.
};

/// A clip that nodes can play. makeGraphClip() makes one from an AnimationClip.
struct ARMATURE_API GraphClip {
    std::string name = {};                             ///< Not empty; unique among the graph's clips.
    std::shared_ptr<const BakedClip> clip = {};        ///< The baked poses. If there is a root motion, bake its in-place clip.
    std::shared_ptr<const RootMotion> motion = {};     ///< The clip's root motion; null: the clip does not travel.
    std::shared_ptr<const AnimationClip> curves = {};  ///< The clip with the curves and morph weights; null: none.
    std::vector<GraphEvent> events = {};               ///< In any order.
    /// Moments, such as footfalls, that correspond to the markers of clips kept in step with this clip: in seconds, ascending, all within
    /// one round. If there are no markers, the beginning of the clip is used as one.
    std::vector<double> markers = {};
    bool isDifference = false;  ///< True if the clip holds differences: for AdditiveNode::difference.
};

// --- nodes ------------------------------------------------------------------------------------------------------------

/// Plays a clip.
struct ARMATURE_API ClipNode {
    std::string clip = {};  ///< Name of a GraphClip.
    GraphValue speed = {};  ///< Multiplies the clip's own speed; negative plays backwards.
    bool loop = true;       ///< If false, the clip stops at its end and holds its last pose.
    double start = 0.;      ///< The time at which playing begins, as a fraction of the clip, in [0, 1].
};

/// One of the poses that a BlendNode blends.
struct ARMATURE_API BlendInput {
    std::string node = {};   ///< Name of a node or clip.
    GraphValue weight = {};  ///< A negative weight counts as 0.
};

/// Blends its inputs to their weighted mean. If the weights sum to less than 1, the rest pose gets the remainder; if they sum to more than
/// 1, they are normalised.
struct ARMATURE_API BlendNode {
    std::vector<BlendInput> inputs = {};  ///< At least one.
};

/// Whether the inputs of a BlendSpaceNode are kept in step.
enum class GraphSync {
    None,     ///< Each input plays independently.
    Phase,    ///< All inputs have the same phase (fraction of their clips) and advance at the weighted mean of their paces.
    Markers,  ///< Like Phase, but the phase is measured between markers; all clips must have the same number of markers.
};

/// An input of a BlendSpaceNode and its position in the space.
struct ARMATURE_API BlendPoint {
    std::string node = {};         ///< Name of a node or clip.
    glm::vec2 position{0.f, 0.f};  ///< In a one-dimensional space, y is ignored.
};

/// Blends the inputs around the position that the two parameters give. In one dimension, it blends the two neighbouring inputs. In two
/// dimensions, it blends the inputs at the corners of a triangle of the Delaunay triangulation, weighted by barycentric coordinates: at
/// most three inputs are evaluated, weights are continuous, and an input has full weight at its own position. A position outside all
/// triangles is replaced by the nearest position on the border.
struct ARMATURE_API BlendSpaceNode {
    std::string x = {};                   ///< Name of the parameter for x.
    std::string y = {};                   ///< Name of the parameter for y; empty: the space has one dimension.
    std::vector<BlendPoint> points = {};  ///< 1 to 256, at different positions.
    GraphSync sync = GraphSync::Phase;    ///< Whether the inputs are kept in step.
};

/// This function and the next are for editors and displays: they show how a GraphPlayer blends a blend space. Both allocate, and throw
/// std::invalid_argument if the space has no points, more than 256 points, or two points at the same position.
///
/// Returns the weight of each point for the parameter values x and y in `place`. The weights sum to 1.
[[nodiscard]] ARMATURE_API std::vector<float> blendSpaceWeights(const BlendSpaceNode& space, const glm::vec2& place);
/// Returns the triangles of a two-dimensional space, as indices of points, counterclockwise. Empty in one dimension, or if all points are
/// on one line.
[[nodiscard]] ARMATURE_API std::vector<std::array<std::uint32_t, 3>> blendSpaceTriangles(const BlendSpaceNode& space);

/// Adds a difference to a pose.
struct ARMATURE_API AdditiveNode {
    std::string base = {};        ///< Name of a node or clip.
    std::string difference = {};  ///< Name of a clip that holds differences, or of a node that plays only such clips.
    GraphValue weight = {};       ///< The factor with which the difference is added.
};

/// A bone and its weight in an overlay.
struct ARMATURE_API OverlayMask {
    std::string bone = {};        ///< Name of a bone of the rig.
    float weight = 1.f;           ///< Weight of the overlay at that bone, in [0, 1].
    bool withDescendants = true;  ///< If true, all bones below `bone` get the same weight.
};

/// Blends bones from one pose to another, each by its own weight.
struct ARMATURE_API OverlayNode {
    std::string base = {};                ///< Name of the node or clip underneath.
    std::string overlay = {};             ///< Name of the node or clip on top.
    std::vector<OverlayMask> masks = {};  ///< In order: later masks replace earlier ones. Bones without a mask have weight 0.
    GraphValue weight = {};               ///< Multiplies the bones' weights; clamped to [0, 1].
};

/// Passes on its input, or its input reflected in the plane x = 0 with sides exchanged (see mirrorPose()). mirrorMapByName() pairs the
/// bones.
struct ARMATURE_API MirrorNode {
    std::string input = {};  ///< Name of a node or clip.
    GraphValue amount = {};  ///< From 0.5 on, the pose is mirrored.
};

/// Lets the application change the pose: see GraphPlayer::setModifier(). Passes on its input if no function is set.
struct ARMATURE_API ModifierNode {
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
struct ARMATURE_API GraphCondition {
    std::string parameter = {};                 ///< Name of the parameter that is compared.
    Comparison comparison = Comparison::IsSet;  ///< How the parameter is compared.
    float value = 0.f;                          ///< The value with which the parameter is compared.
};

/// How a transition changes from one motion to the next.
enum class TransitionBlend {
    CrossFade,    ///< Both motions play; the weight moves from the old to the new motion.
    Inertialise,  ///< Only the new motion plays; the difference at the switch fades (see Inertialization), so that speed does not jump.
};

/// How the weight of a cross-fade moves over time.
enum class TransitionCurve {
    Linear,  ///< Evenly.
    Smooth,  ///< Slow, fast, slow: 3 s^2 - 2 s^3.
};

/// A change from one state to another. If several transitions are possible, the first is taken.
struct ARMATURE_API GraphTransition {
    std::string from = {};                        ///< Name of a state; empty: any state other than `to`.
    std::string to = {};                          ///< Name of a state.
    std::vector<GraphCondition> conditions = {};  ///< All must hold. At least one, unless `exitPhase` is set.
    /// If set, the transition is taken only when the clip of the current state is at this fraction of a round, in [0, 1]; 1 is the clip's
    /// end, at which a clip that does not loop waits.
    std::optional<double> exitPhase = {};
    double duration = 0.2;                               ///< Seconds; 0: the pose jumps to the new motion.
    TransitionBlend blend = TransitionBlend::CrossFade;  ///< How the motion changes.
    TransitionCurve curve = TransitionCurve::Smooth;     ///< How the weight of a cross-fade moves over time.
    bool isInStep = false;        ///< If true, the new state begins at the old state's phase, and both stay in step during a cross-fade.
    bool isInterruptible = true;  ///< Whether another transition may begin before this one is complete.
};

/// One of the motions of a state machine.
struct ARMATURE_API GraphState {
    std::string name = {};  ///< Unique within the machine.
    std::string node = {};  ///< Name of a node or clip, which starts anew whenever the state is entered.
};

/// Plays one of its states, and changes between states by transitions. A transition that interrupts a cross-fade is always inertialised, so
/// that neither the pose nor its speed jumps.
struct ARMATURE_API StateMachineNode {
    std::vector<GraphState> states = {};            ///< At least one; a machine starts in the first state.
    std::vector<GraphTransition> transitions = {};  ///< In order of preference.
};

/// A node of a graph, by name.
struct ARMATURE_API GraphNode {
    std::string name = {};  ///< Not empty; unique among the graph's nodes.
    /// The kind of node, with the members of that kind.
    std::variant<ClipNode, BlendNode, BlendSpaceNode, AdditiveNode, OverlayNode, MirrorNode, ModifierNode, StateMachineNode> kind = {};
};

/// The description from which an AnimationGraph is made.
struct ARMATURE_API GraphDescription {
    std::vector<GraphParameter> parameters = {};  ///< The values that the application sets.
    std::vector<GraphClip> clips = {};            ///< The clips that nodes play.
    std::vector<GraphNode> nodes = {};            ///< In any order. A node may be the input of only one other node.
    std::string root = {};                        ///< The node or clip whose pose is the result.
};

/// How makeGraphClip() prepares a clip.
struct ARMATURE_API GraphClipOptions {
    /// The clip's root motion; if set, the poses are those of RootMotion::getInPlaceClip(). Null: the clip does not travel.
    std::shared_ptr<const RootMotion> motion = {};
    bool isDifference = false;  ///< True if the clip holds differences (see makeAdditiveClip()); unanimated properties do not change.
    BakeOptions bake = {};      ///< For BakedClip::create(); `bones` must be empty.
};

/// Bakes a clip for a graph, with its curves and morph weights; events and markers are for the caller to add. Throws std::invalid_argument
/// if the clip is null, or if options.isDifference is true and options.motion is set, and passes on what BakedClip::create() throws. Unless
/// options.motion or options.bake.mayMoveNothing is set, it therefore refuses a clip that moves no bone of `rig`. O(bones * keys).
[[nodiscard]] ARMATURE_API GraphClip makeGraphClip(std::string name, std::shared_ptr<const AnimationClip> clip, Skeleton& rig,
                                                   const GraphClipOptions& options = {});

class CompiledGraph;

/// Defines how a character's motion is put together from clips, blends and states. Immutable, so one graph serves any number of players,
/// crowds and threads. A GraphPlayer plays it.
class ARMATURE_API AnimationGraph final {
public:
    /// Checks a description and prepares it for the bones of a rig. The graph does not refer to the rig afterwards. Throws
    /// std::invalid_argument, naming the node, its member and the value, if a name is missing, used twice or unknown, if nodes form a
    /// cycle, if a node is the input of two others, or neither an input nor the root, if a clip is baked for other bones or does not fit
    /// its root motion, events or markers, if a number is out of range or not finite, if inputs or states that are to be kept in step
    /// cannot be, if differences are used where poses are needed, or the reverse, or if the graph is too large.
    [[nodiscard]] static std::shared_ptr<const AnimationGraph> create(GraphDescription description, const Skeleton& rig);
    ~AnimationGraph();
    AnimationGraph(const AnimationGraph&) = delete;
    AnimationGraph& operator=(const AnimationGraph&) = delete;

    [[nodiscard]] const GraphDescription& getDescription() const noexcept { return description_; }  ///< The description given to create().
    /// The graph's parameters, in the order of the description.
    [[nodiscard]] std::span<const GraphParameter> parameters() const noexcept { return description_.parameters; }
    /// Returns the index into parameters() of the parameter of that name, or no value if there is none. O(parameters).
    [[nodiscard]] std::optional<std::size_t> findParameter(std::string_view name) const noexcept;
    [[nodiscard]] std::size_t boneCount() const noexcept;  ///< Number of bones of the rig.

private:
    friend class CompiledGraph;

    AnimationGraph(GraphDescription description, const Skeleton& rig);

    GraphDescription description_;
    std::unique_ptr<const CompiledGraph> compiled_;
};

/// Returns the graph in DOT, the language of Graphviz: a box for each node and state, an arrow for each input and transition.
[[nodiscard]] ARMATURE_API std::string toDot(const AnimationGraph& graph);

}  // namespace armature
