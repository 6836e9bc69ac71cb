#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <armature/animation/graph_player.hpp>

#include "animation/graph/graph_poses.hpp"

namespace armature {

/// A node that plays a clip, and what the clip counts.
struct GraphLeaf {
    std::uint32_t node;
    float weight;  ///< In the pose; of a difference, by which it is added.
    float share;   ///< Share of the travel.
    bool isMirrored;
    bool isFiring;         ///< Its events count.
    bool isFresh = false;  ///< An event where it begins is still to come.
    double before = 0.;    ///< Seconds of the clip over all rounds, before a step.
};

/// What an advance reports.
struct GraphReport {
    void clear() noexcept
    {
        travel = {};
        events.clear();
    }

    RootMotionDelta travel;
    std::vector<FiredEvent> events;
};

/// Memory to advance a graph in. One serves any number of runs of one graph, one at a time.
struct GraphStepScratch {
    explicit GraphStepScratch(const CompiledGraph& graph);

    struct Due {
        double seconds;
        std::uint32_t transition;
    };
    std::vector<GraphLeaf> leaves;
    std::vector<Due> due;        // by machine
    std::vector<float> weights;  // of morph targets, of one clip
};

/// What a leaf's clip travels from before a step to `after`, mirrored if the leaf is. Precondition: the clip has a motion.
[[nodiscard]] RootMotionDelta travelOf(const GraphLeaf& leaf, const CompiledClip& clip, double after) noexcept;

/// The leaves of a graph that have weight now.
void collectLeaves(const GraphClock& clock, std::vector<GraphLeaf>& outLeaves);

/// Advances runs of a graph: from each moment at which a state changes to the next.
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
    /// Precondition: not negative, finite.
    void advance(double seconds);

private:
    static constexpr double longestStep = 1. / 60.;        ///< While several clips travel: their mean turns as it goes.
    static constexpr double interval = 1. / 240.;          ///< Over which speeds are measured.
    static constexpr std::size_t mostMoments = 1u << 12u;  ///< In one advance(); states do not change in what is left then.
    /// Transitions that are looked at in one advance(), about; states do not change in what is left then. A small file can describe
    /// thousands of them that are possible all the time.
    static constexpr std::size_t mostLooks = 1u << 20u;
    static constexpr std::size_t mostEvents = 1u << 16u;  ///< About as many are reported of one advance(), not more.

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
    bool isCaptured_ = false;       // the pose that was shown before states changed
    double inertialSeconds_ = -1.;  // of the transition that asked for it last
    RootMotionDelta shownSpeed_;
};

}  // namespace armature
