#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/transform.hpp>

namespace armature::tools {

/// What is done to a graph's parameters, and when: "0 speed=0; 1 speed=1.4; 3 fire jump; 5 end".
struct GraphScript {
    struct Action {
        std::string parameter;
        std::optional<float> value;  ///< None: fires a trigger.
    };
    struct Moment {
        double seconds = 0.;
        std::vector<Action> actions = {};
    };
    std::vector<Moment> moments;
    double end = 0.;
};

inline constexpr double longestRun = 3600.;  ///< Seconds.

/// Moments are separated by semicolons or line ends: a time in seconds, then NAME=NUMBER, "fire NAME" or "end", any number of these. Times
/// ascend, the last moment ends the run. What follows # in a line is a comment. Throws UsageError that names the moment and the word.
[[nodiscard]] GraphScript parseGraphScript(std::string_view text);

/// Throws UsageError if the script names a parameter that the graph lacks, fires one that is no trigger or sets one that is.
void requireParameters(const GraphScript& script, const AnimationGraph& graph);

/// A character that plays a graph by a script, and the node that it moves. All must outlive it.
class GraphRun final {
public:
    GraphRun(GraphPlayer& player, TransformNode& character, const GraphScript& script);

    /// Lets time pass until `seconds` since the beginning, in steps of at most 1/60 s. What the script says until then is done.
    void advanceTo(double seconds);
    /// What fired since the last call, a line each; no more than a few megabytes.
    [[nodiscard]] std::string takeEvents() { return std::exchange(events_, {}); }

private:
    void pass(double until);

    GraphPlayer& player_;
    TransformNode& character_;
    const GraphScript& script_;
    std::size_t next_ = 0;
    double seconds_ = 0.;
    std::string events_;
};

}  // namespace armature::tools
