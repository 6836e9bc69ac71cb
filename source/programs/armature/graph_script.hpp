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
        std::optional<float> value;  ///< The value to set; none if the action fires a trigger.
    };
    struct Moment {
        double seconds = 0.;
        std::vector<Action> actions = {};
    };
    std::vector<Moment> moments;
    double end = 0.;
};

inline constexpr double longestRun = 3600.;  ///< Limit of the length of a run, in seconds.

/// Parses a script. Moments are separated by semicolons or line ends: a time in seconds, then NAME=NUMBER, "fire NAME" or "end", any number
/// of these. Times ascend, and the last moment ends the run. A comment begins with # and ends with the line. Throws UsageError if the text
/// has another form, more than 10,000 moments or a time above longestRun; the message says which moment is wrong, or that the end is
/// missing.
[[nodiscard]] GraphScript parseGraphScript(std::string_view text);

/// Throws UsageError if the script names a parameter that the graph lacks, fires one that is not a trigger, or sets one that is.
void requireParameters(const GraphScript& script, const AnimationGraph& graph);

/// Plays a script: advances a graph's player, and moves a character. All arguments must outlive this object.
class GraphRun final {
public:
    GraphRun(GraphPlayer& player, TransformNode& character, const GraphScript& script);

    /// Advances to `seconds` since the beginning, in steps of at most 1/60 s, and performs the script's actions up to then.
    void advanceTo(double seconds);
    /// Returns the events fired since the last call, one per line, and forgets them. Drops events that are fired once the text exceeds 4
    /// MiB.
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
