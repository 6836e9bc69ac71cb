#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/animation/animation_graph.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/fwd.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>

namespace armature {

/// An event of a clip that a player passed. Names are those of the graph's description and live as long as the graph.
struct FiredEvent {
    std::string_view name = {};  ///< GraphEvent::name.
    std::string_view clip = {};  ///< GraphClip::name.
    std::string_view node = {};  ///< What played the clip: a node, or the clip's own name.
    double moment = 0.;          ///< Seconds from the beginning of the advance() to the event.
    float weight = 0.f;          ///< Of the clip in the pose.
};

/// What a node of a graph contributes to the pose: see GraphPlayer::getActivity().
struct GraphActivity {
    std::string_view node = {};   ///< A node, or the name of a clip that is an input.
    std::string_view state = {};  ///< The state of a machine that is being played or entered; empty for other nodes.
    std::size_t depth = 0;        ///< How many nodes it is below the root.
    float weight = 0.f;           ///< In the pose, from 0 to 1; of a difference, by which it is added.
    double seconds = 0.;          ///< In the clip, for a node that plays one.
};

/// Plays an AnimationGraph for one character: its parameters, clocks and states.
///
///     GraphPlayer player(graph);
///     ... every frame:
///     player.setParameter("speed", 1.4f);
///     player.advance(seconds);
///     for (const FiredEvent& event : player.firedEvents()) { ... }
///     node.setTransform(player.getTravel().moved(node.getTransform()));
///     player.apply(skeleton);
///
/// Deterministic: the same parameters at the same times give the same motion, in steps of any size (up to rounding; 1e-6 in travel where
/// several clips that turn are blended), and the same events. Saved and restored by SavedState. Allocates only at construction, and in
/// advance() where more events fire at once than ever before. Different players may be used from different threads at once. A moved-from
/// GraphPlayer may be assigned to or destroyed; anything else throws std::invalid_argument.
class GraphPlayer final {
public:
    /// At the beginning: parameters at their initial values, machines in their first states. Throws std::invalid_argument for null.
    explicit GraphPlayer(std::shared_ptr<const AnimationGraph> graph);
    ~GraphPlayer();
    GraphPlayer(GraphPlayer&&) noexcept;
    GraphPlayer& operator=(GraphPlayer&&) noexcept;

    [[nodiscard]] const std::shared_ptr<const AnimationGraph>& getGraph() const;  ///< Never null.

    // --- parameters: each throws std::invalid_argument, naming it, if there is none of that name or kind --------------------

    /// A Number, clamped to its range, or a Switch, 1 unless `value` is 0. Throws for NaN and infinity. O(parameters).
    void setParameter(std::string_view name, float value);
    /// The same by index into AnimationGraph::parameters(). O(1).
    void setParameter(std::size_t index, float value);
    /// Sets a Trigger, which stays set until a transition takes it.
    void fire(std::string_view name);
    [[nodiscard]] float getParameter(std::string_view name) const;  ///< 0 or 1 for a switch or trigger.

    // --- time -------------------------------------------------------------------------------------------------------

    /// Lets time pass: takes transitions at the moments at which they are due, and moves clips. Throws std::invalid_argument if `seconds`
    /// is negative or not finite (to go back, restore a SavedState). Steps of any size give the same motion, up to some 4000 changes of
    /// states or 68 s of travel at once: in what is left then, clips go on, and states do not change.
    void advance(double seconds);
    /// Back to the beginning. Keeps parameters, forgets triggers.
    void restart();
    /// How the character travelled in the last advance(): the mean of what the clips travel, by the weights that they have in the pose. A
    /// clip that does not travel takes its share. Speed does not jump in inertialised transitions.
    [[nodiscard]] const RootMotionDelta& getTravel() const;
    /// What the last advance() passed, in order. Of clips in step in a blend space, the one of most weight fires. Each passage fires once,
    /// in every round, as of an AnimationLayer (of a clip that goes through more than a thousand rounds at once, only in the last thousand;
    /// no more than about 65 000 at all). Valid until the next advance().
    [[nodiscard]] std::span<const FiredEvent> firedEvents() const;

    // --- pose -------------------------------------------------------------------------------------------------------

    /// The pose now, in the order of the rig's bones. Reuses outPose's memory. O(bones * clips that have weight).
    void evaluate(Pose& outPose);
    /// Sets the pose of a skeleton, or of the nodes that drive it. Throws std::invalid_argument if it has another number of bones.
    void apply(Skeleton& skeleton);
    /// The blended value of the clips' curves of that name: the mean of the clips that have it, by weight; if their weights sum to less
    /// than 1, 0 fills the remainder. Plus that of differences. Writes as many floats as outValue has; a curve with fewer leaves 0.
    /// O(clips).
    void sampleCurve(std::string_view name, std::span<float> outValue) const;
    /// The same of a curve with one float.
    [[nodiscard]] float getCurve(std::string_view name) const;

    /// The blended morph weights of the meshes of nodes of that name: the mean of the clips that move them, by weight; if these sum to less
    /// than 1, what is given fills the remainder, the mesh's own weights for instance. Plus those of differences. O(clips * weights).
    void sampleMorphWeights(std::string_view node, std::span<float> inOutWeights) const;
    /// Sets the morph weights of a mesh instance, by the name of its node: where the clips move none, those of its mesh.
    void apply(MeshInstance& instance) const;

    /// What a ModifierNode does: called by evaluate() and apply() with the pose of its input, where that has weight. Modifiers that the
    /// graph ends with see what is left of inertialised transitions, so that feet stay planted. Those below other nodes do not: they are
    /// part of the motion that is left behind, and are also called by an advance() in which such a transition begins, for the poses
    /// around that moment. Null: nothing. Not part of a SavedState. Throws std::invalid_argument if the graph has no modifier of that name.
    void setModifier(std::string_view node, std::function<void(JointView joints)> modifier);

    // --- what is going on -------------------------------------------------------------------------------------------

    /// The name of the state that a machine is in or goes to. Throws std::invalid_argument if the graph has no machine of that name.
    [[nodiscard]] std::string_view getState(std::string_view machine) const;
    /// How far its transition is, in [0, 1); 1 if none is under way.
    [[nodiscard]] float getTransitionProgress(std::string_view machine) const;
    /// All nodes that have weight, each before its inputs. Allocates: for tools.
    [[nodiscard]] std::vector<GraphActivity> getActivity() const;

private:
    friend class SavedState;
    class State;

    [[nodiscard]] State& state() const;
    void listState(StateArchive& archive);

    std::unique_ptr<State> state_;
};

/// What of the graph is active with which weight, indented, a line for each node: for debugging.
[[nodiscard]] std::string describeActivity(const GraphPlayer& player);

/// As toDot(graph), with weights and the active states highlighted.
[[nodiscard]] std::string toDot(const GraphPlayer& player);

}  // namespace armature
