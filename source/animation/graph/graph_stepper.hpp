#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <armature/animation/graph_player.hpp>

#include "animation/graph/graph_poses.hpp"

namespace armature {

/// A node that plays a clip, and how much the clip contributes.
struct GraphLeaf {
    std::uint32_t node;
    float weight;  ///< Weight in the pose; for a difference, the weight by which it is added.
    float share;   ///< Weight in the character's travel.
    bool isMirrored;
    bool isFiring;         ///< Whether the clip's events are fired.
    bool isFresh = false;  ///< Whether an event at the clip's beginning is still to come.
    double before = 0.;    ///< Time of the clip before a step, in seconds over all rounds.
};

/// The results of GraphStepper::advance().
struct GraphReport {
    void clear() noexcept
    {
        travel = {};
        events.clear();
    }

    RootMotionDelta travel;
    std::vector<FiredEvent> events;

    /// The number of events for which a report has room from the start. Few graphs ever fire more in one step.
    static constexpr std::size_t usualEvents = 4;
};

/// Memory to advance a graph in. One scratch serves any number of runs of the same graph, one run at a time.
struct GraphStepScratch {
    explicit GraphStepScratch(const CompiledGraph& graph);

    struct Due {
        double seconds;
        std::uint32_t transition;
    };
    std::vector<GraphLeaf> leaves;
    std::vector<Due> due;        // by machine
    std::vector<float> weights;  // morph weights of one clip
};

/// Returns the travel of a leaf's clip from `leaf.before` to `after`, mirrored if the leaf is mirrored. Precondition: the clip has a
/// motion.
[[nodiscard]] RootMotionDelta travelOf(const GraphLeaf& leaf, const CompiledClip& clip, double after) noexcept;

/// Lists the leaves of a graph that have weight now.
void collectLeaves(const GraphClock& clock, std::vector<GraphLeaf>& outLeaves);

/// Advances runs of a graph, in steps that end wherever a state may change.
class GraphStepper final {
public:
    GraphStepper(const CompiledGraph& graph, GraphRun& run, const GraphModifiers& modifiers, GraphScratch& poses, GraphStepScratch& scratch,
                 GraphReport& report) noexcept
        : graph_(graph)
        , run_(run)
        , modifiers_(modifiers)
        , poses_(poses)
        , scratch_(scratch)
        , report_(report)
        , clock_(graph, run.parameters, run.clocks)
    {}

    void restart() noexcept;
    /// Precondition: `seconds` is finite and not negative.
    void advance(double seconds);

private:
    static constexpr double longestStep = 1. / 60.;        ///< Limit in seconds if clips travel: blended turns need short steps.
    static constexpr double interval = 1. / 240.;          ///< Seconds over which speeds are measured.
    static constexpr std::size_t mostMoments = 1u << 12u;  ///< Limit on the substeps of one advance(); after them, states do not change.
    /// Approximate limit on the transitions that one advance() looks at; beyond it, states do not change. A small file can describe
    /// thousands of transitions that are possible all the time.
    static constexpr std::size_t mostLooks = 1u << 20u;
    static constexpr std::size_t mostEvents = 1u << 16u;  ///< Approximate limit on the events that one advance() reports.

    // time
    [[nodiscard]] double untilNextMoment(std::uint32_t node, bool isLed = false);
    [[nodiscard]] double untilEnd(std::uint32_t node, double pace) const;
    [[nodiscard]] double untilDue(const CompiledNode& machine);
    [[nodiscard]] double untilPhase(const CompiledNode& machine, double phase, bool& outIsReached) const;
    void step(double seconds, double now);
    void report(const GraphLeaf& leaf, double seconds, double now, RootMotionDelta& travel);
    void fireEvents(const GraphLeaf& leaf, double after, double seconds, double now);

    // states
    void changeStates(std::uint32_t node, double passed);
    void endTransition(const CompiledNode& node) const noexcept;
    [[nodiscard]] std::uint32_t possibleTransition(const CompiledNode& machine, double passed);
    [[nodiscard]] bool mayLeave(const CompiledNode& machine, const CompiledNode::Transition& transition) const;
    [[nodiscard]] bool isAtExit(const CompiledNode& machine, std::uint32_t transition, double passed) const;
    void take(const CompiledNode& machine, std::uint32_t transition);
    [[nodiscard]] bool isWithin(const CompiledNode& node, std::uint32_t machine) const noexcept;
    void forgetDue(std::uint32_t node) noexcept;

    // inertia
    void captureShown();
    void startInertia();
    void evaluateAt(double ahead, Pose& outPose);
    void evaluateMotionBefore();
    [[nodiscard]] RootMotionDelta travelSpeed(double ahead);

    const CompiledGraph& graph_;
    GraphRun& run_;
    const GraphModifiers& modifiers_;
    GraphScratch& poses_;
    GraphStepScratch& scratch_;
    GraphReport& report_;
    GraphClock clock_;
    std::size_t looks_ = 0;
    bool isCaptured_ = false;       // whether the pose shown before states changed has been captured
    double inertialSeconds_ = -1.;  // duration of the last transition that asked for inertia
    RootMotionDelta shownSpeed_;
};

}  // namespace armature
