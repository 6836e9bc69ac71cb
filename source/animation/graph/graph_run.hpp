#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <armature/animation/inertialization.hpp>
#include <armature/animation/root_motion.hpp>

#include "animation/graph/compiled_graph.hpp"
#include "math/work_pool.hpp"

namespace armature {

class StateArchive;

/// A clip's place in time.
struct ClipClock {
    double phase = 0.;      ///< Fraction of the clip, or of its round of markers, in [0, 1].
    double rounds = 0.;     ///< Complete rounds since the clip began; a whole number.
    bool hasMoved = false;  ///< If false, an event at the clip's beginning is still to come.
};

/// What a state machine plays: its current state, and its transition if one is under way.
struct MachineClock {
    std::uint32_t state = 0;
    std::uint32_t fadesFrom = noIndex;   ///< The previous state, during a cross-fade.
    std::uint32_t transition = noIndex;  ///< The transition under way.
    double elapsed = 0.;                 ///< Seconds since the transition began.
};

/// All clocks of a graph, by CompiledNode::clock.
struct GraphClocks {
    std::vector<ClipClock> clips;
    std::vector<MachineClock> machines;
};

/// The difference in travel speed that fades out after a transition with inertia: see Inertialization.
struct TravelInertia {
    glm::dvec3 speed{0.};  ///< Difference in speed when the state changed, in the character's axes, in units per second.
    double turn = 0.;      ///< Difference in turning speed when the state changed, in radians per second.
    double elapsed = 0.;   ///< Seconds since the state changed.
    double duration = 0.;  ///< Seconds that the fade takes; 0: no difference remains.

    /// Advances the fade by `seconds`. Returns what the fade adds to the travel in this time.
    [[nodiscard]] RootMotionDelta advance(double seconds) noexcept;
    /// Returns the fraction of the difference that remains, from 1 to 0.
    [[nodiscard]] double left() const noexcept;
};

/// The state of a playing graph: everything that changes, as plain data.
struct GraphRun {
    explicit GraphRun(const CompiledGraph& graph);

    void list(StateArchive& state, const CompiledGraph& graph);

    std::vector<float> parameters;
    GraphClocks clocks;
    /// What fades after a transition with inertia, lent by the graph; no value while nothing fades, which is most of the time.
    std::optional<WorkPool<Inertialization>::Loan> inertia;
    TravelInertia travel;
    std::uint32_t inertialMachine = noIndex;  ///< CompiledNode::clock of the machine whose transition started the last inertia.
};

}  // namespace armature
