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
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>

namespace armature {

/// An event of a clip that a player has passed. The names are views of the graph's description, valid as long as the graph.
struct ARMATURE_API FiredEvent {
    std::string_view name = {};  ///< GraphEvent::name.
    std::string_view clip = {};  ///< GraphClip::name.
    std::string_view node = {};  ///< Name of the node that played the clip, or of the clip if it is used directly as an input.
    double moment = 0.;          ///< Seconds from the beginning of the advance() to the event.
    float weight = 0.f;          ///< The clip's weight in the pose.
};

/// A node's contribution to the pose: see GraphPlayer::getActivity().
struct ARMATURE_API GraphActivity {
    std::string_view node = {};   ///< Name of a node, or of a clip used as an input.
    std::string_view state = {};  ///< For a state machine, the state that is played or entered; otherwise empty.
    std::size_t depth = 0;        ///< Number of levels below the root; 0 for the root.
    float weight = 0.f;           ///< The node's weight in the pose, from 0 to 1; for a difference, the factor with which it is added.
    double seconds = 0.;          ///< Time in the clip, for a node that plays a clip.
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
/// several clips that turn are blended), and the same events. A SavedState can save and restore a player. Players of a graph share the
/// memory in which they work. Allocates only at construction, in advance() when more events fire at once than ever before, and when more
/// players of a graph work, or fade by inertia, at the same time than ever before. Different players may be used from different threads at
/// once. See docs/lifetimes.md for moved-from objects.
class ARMATURE_API GraphPlayer final {
public:
    /// Makes a player at the beginning: parameters have their initial values, machines are in their first states. Throws
    /// std::invalid_argument if `graph` is null.
    explicit GraphPlayer(std::shared_ptr<const AnimationGraph> graph);
    ~GraphPlayer();
    GraphPlayer(GraphPlayer&&) noexcept;
    GraphPlayer& operator=(GraphPlayer&&) noexcept;

    [[nodiscard]] const std::shared_ptr<const AnimationGraph>& getGraph() const;  ///< The graph that is played; never null.

    // --- parameters: each throws std::invalid_argument, with the name, if no parameter has that name and kind ---------------

    /// Sets a Number, clamped to its range, or a Switch, which becomes 1 unless `value` is 0. Throws for NaN and infinity. O(parameters).
    void setParameter(std::string_view name, float value);
    /// Sets the parameter at an index into AnimationGraph::parameters(). O(1).
    void setParameter(std::size_t index, float value);
    /// Sets a Trigger, which stays set until a transition consumes it.
    void fire(std::string_view name);
    [[nodiscard]] float getParameter(std::string_view name) const;  ///< The parameter's value; 0 or 1 for a switch or trigger.

    // --- time -------------------------------------------------------------------------------------------------------

    /// Advances time: advances clips, and takes transitions at the moments when they are due. Throws std::invalid_argument if `seconds` is
    /// negative or not finite (to go back, restore a SavedState). Steps of any size give the same motion within a limit: one step is
    /// divided into at most 4096 substeps, at changes of state, every 1/60 s while clips travel, and every 1/128 s during cross-fades. In
    /// the time that remains after these substeps, clips advance but states do not change.
    void advance(double seconds);
    /// Returns to the initial states. Keeps parameters, but resets triggers.
    void restart();
    /// The character's root motion in the last advance(): the mean of the clips' root motions, weighted as in the pose. A clip that does
    /// not travel still takes its share of the weight. Inertialised transitions do not make the speed jump.
    [[nodiscard]] const RootMotionDelta& getTravel() const;
    /// The events that the last advance() passed, in order. Among clips kept in step by a blend space, only the clip with the greatest
    /// weight fires events. An event fires once for each passage, in every round, as in an AnimationLayer. If a clip plays more than a
    /// thousand rounds in one substep of advance(), events fire in only a thousand of them; one advance() reports at most about 65 000
    /// events. The view is valid until the next advance().
    [[nodiscard]] std::span<const FiredEvent> firedEvents() const;

    // --- pose -------------------------------------------------------------------------------------------------------

    /// Computes the current pose, in the order of the rig's bones. Reuses outPose's memory. O(bones * clips that have weight).
    void evaluate(Pose& outPose);
    /// Writes the current pose to a skeleton, or to the nodes that drive it. Throws std::invalid_argument if the skeleton has another
    /// number of bones.
    void apply(Skeleton& skeleton);
    /// Blends the clips' curves of that name: the weighted mean over the clips that have the curve (if their weights sum to less than 1,
    /// the value 0 gets the remainder), plus the curves of difference clips. Fills `outValue`; if the curve has fewer floats, the remaining
    /// ones become 0. O(clips).
    void sampleCurve(std::string_view name, std::span<float> outValue) const;
    /// The blended value of a curve with one float: see sampleCurve().
    [[nodiscard]] float getCurve(std::string_view name) const;

    /// Blends the morph weights of the meshes at nodes named `node`: the weighted mean over the clips that animate them, plus the morph
    /// weights of difference clips. If the clips' weights sum to less than 1, the values passed in, such as the mesh's own weights, get the
    /// remainder. O(clips * weights).
    void sampleMorphWeights(std::string_view node, std::span<float> inOutWeights) const;
    /// Sets the morph weights of a mesh instance to those that the clips animate for the name of its node. Where no clip animates them, the
    /// mesh's own weights are used.
    void apply(MeshInstance& instance) const;

    /// Sets the function of a ModifierNode: evaluate() and apply() call `modifier` with the pose of the node's input if the node has
    /// weight. While an inertialised transition fades, modifiers at the end of the graph see poses that include its remaining offset, so
    /// that feet stay planted. Modifiers below other nodes see poses without this offset, because the offset is measured from poses that
    /// they have already changed. For this measurement, the advance() in which such a transition begins also calls them. An empty function
    /// removes the modifier. Modifiers are not part of a SavedState. Throws std::invalid_argument if the graph has no modifier of that
    /// name.
    void setModifier(std::string_view node, std::function<void(JointView joints)> modifier);

    // --- current activity -------------------------------------------------------------------------------------------

    /// The name of the state that a machine is in or in transition to. Throws std::invalid_argument if the graph has no machine of that
    /// name.
    [[nodiscard]] std::string_view getState(std::string_view machine) const;
    /// The progress of the machine's transition, in [0, 1); 1 if the machine is not in transition.
    [[nodiscard]] float getTransitionProgress(std::string_view machine) const;
    /// Returns all nodes that have weight, each before its inputs. Allocates: meant for tools.
    [[nodiscard]] std::vector<GraphActivity> getActivity() const;

private:
    friend class SavedState;
    class ARMATURE_LOCAL State;

    [[nodiscard]] State& state() const;
    void listState(StateArchive& archive);

    std::unique_ptr<State> state_;
};

/// Returns a text for debugging: the graph's active nodes with their weights, one per line, indented.
[[nodiscard]] ARMATURE_API std::string describeActivity(const GraphPlayer& player);

/// Returns the graph in DOT, as toDot(graph) does, with weights added and active states highlighted.
[[nodiscard]] ARMATURE_API std::string toDot(const GraphPlayer& player);

}  // namespace armature
