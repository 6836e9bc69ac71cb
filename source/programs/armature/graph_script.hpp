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

/// The inputs to a graph's parameters, and their times: "0 speed=0; 1 speed=1.4; 3 fire jump; 5 end".
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

/// Parses a script. Moments are separated by semicolons or line ends: a time in seconds, then NAME=NUMBER, "fire NAME" or "end", any number
/// of these. Times ascend, and the last moment ends the run. A comment begins with # and ends with the line. Throws UsageError that names
/// the moment and the word.
[[nodiscard]] GraphScript parseGraphScript(std::string_view text);

/// Throws UsageError if the script names a parameter that the graph lacks, fires one that is not a trigger, or sets one that is.
void requireParameters(const GraphScript& script, const AnimationGraph& graph);

/// A run of a script: a graph's player and the node that it moves. All arguments must outlive it.
class GraphRun final {
public:
    GraphRun(GraphPlayer& player, TransformNode& character, const GraphScript& script);

    /// Advances to `seconds` since the beginning, in steps of at most 1/60 s, and performs the script's actions up to then.
    void advanceTo(double seconds);
    /// Takes the events fired since the last call, one per line; at most a few megabytes.
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
