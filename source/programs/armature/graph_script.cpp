#include "graph_script.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <armature/animation/graph_player.hpp>
#include <armature/node/transform_node.hpp>

#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "command_line.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

constexpr std::size_t mostScriptMoments = 10'000;

std::vector<std::string_view> split(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t length = std::min(text.find_first_of(separators), text.size());
        if (length > 0) {
            parts.push_back(text.substr(0, length));
        }
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return parts;
}

/// Reads a script, moment by moment.
class ScriptReader {
public:
    GraphScript read(std::string_view text)
    {
        for (std::string_view line : split(text, "\n\r")) {
            line = line.substr(0, line.find('#'));
            for (const std::string_view moment : split(line, ";")) {
                if (const auto words = split(moment, " \t"); !words.empty()) {
                    readMoment(words);
                }
            }
        }
        if (!hasEnd_) {
            throw UsageError(R"(--script: has no end; the last moment says when, such as "5 end")");
        }
        return std::move(script_);
    }

private:
    void readMoment(const std::vector<std::string_view>& words)
    {
        ++number_;
        double seconds = 0.;
        try {
            seconds = parseSeconds(words.front());
        } catch (const UsageError& error) {
            fail(error.what());
        }
        if (hasEnd_) {
            fail("comes after the end");
        }
        if (number_ > mostScriptMoments || seconds > longestRun) {
            fail(fmt::format("{} s, but a script has at most {} moments and {} s", seconds, mostScriptMoments, longestRun));
        }
        if (!script_.moments.empty() && seconds <= script_.moments.back().seconds) {
            fail(fmt::format("{} s does not come after {} s", seconds, script_.moments.back().seconds));
        }
        GraphScript::Moment& moment = script_.moments.emplace_back(GraphScript::Moment{.seconds = seconds});
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i] == "end") {
                hasEnd_ = true;
                script_.end = seconds;
            } else if (words[i] == "fire" && i + 1 < words.size()) {
                moment.actions.push_back({.parameter = std::string(words[++i]), .value = {}});
            } else {
                moment.actions.push_back(assignment(words[i]));
            }
        }
    }

    [[nodiscard]] GraphScript::Action assignment(std::string_view word) const
    {
        const std::size_t sign = word.rfind('=');
        if (sign == std::string_view::npos || sign == 0) {
            fail(fmt::format("\"{}\" is none of NAME=NUMBER, fire NAME and end", printable(word)));
        }
        const std::string_view number = word.substr(sign + 1);
        float value = 0.f;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        if (error != std::errc{} || end != number.data() + number.size() || !std::isfinite(value)) {
            fail(fmt::format("\"{}\" sets a parameter to what is not a number", printable(word)));
        }
        return {.parameter = std::string(word.substr(0, sign)), .value = value};
    }

    [[noreturn]] void fail(std::string_view problem) const { throw UsageError(fmt::format("--script: moment {}: {}", number_, problem)); }

    GraphScript script_;
    std::size_t number_ = 0;
    bool hasEnd_ = false;
};

}  // namespace

GraphScript parseGraphScript(std::string_view text)
{
    return ScriptReader().read(text);
}

void requireParameters(const GraphScript& script, const AnimationGraph& graph)
{
    std::vector<std::string_view> names;
    std::ranges::transform(graph.parameters(), std::back_inserter(names),
                           [](const GraphParameter& one) { return std::string_view(one.name); });
    for (const GraphScript::Moment& moment : script.moments) {
        for (const GraphScript::Action& action : moment.actions) {
            const auto fail = [&](const std::string& problem) {
                throw UsageError(fmt::format("--script: at {} s: {}", moment.seconds, problem));
            };
            const auto index = graph.findParameter(action.parameter);
            if (!index) {
                fail(fmt::format("the graph has no parameter {}{}", inQuotes(action.parameter), insteadOf(action.parameter, names)));
            }
            const bool isTrigger = graph.parameters()[*index].kind == ParameterKind::Trigger;
            if (isTrigger == action.value.has_value()) {
                fail(fmt::format("{} is {}", inQuotes(action.parameter),
                                 isTrigger ? "a trigger, which is fired: fire " + printable(action.parameter)
                                           : "no trigger, it is set: " + printable(action.parameter) + "=NUMBER"));
            }
        }
    }
}

GraphRun::GraphRun(GraphPlayer& player, TransformNode& character, const GraphScript& script)
    : player_(player), character_(character), script_(script)
{}

void GraphRun::advanceTo(double seconds)
{
    for (; next_ < script_.moments.size() && script_.moments[next_].seconds <= seconds; ++next_) {
        pass(script_.moments[next_].seconds);
        for (const GraphScript::Action& action : script_.moments[next_].actions) {
            if (action.value) {
                player_.setParameter(action.parameter, *action.value);
            } else {
                player_.fire(action.parameter);
            }
        }
    }
    pass(seconds);
}

void GraphRun::pass(double until)
{
    constexpr double longestStep = 1. / 60.;
    while (seconds_ < until) {
        const double next = until - seconds_ > longestStep * 1.001 ? seconds_ + longestStep : until;
        player_.advance(next - seconds_);
        constexpr std::size_t mostText = 1u << 22u;
        for (const FiredEvent& event : player_.firedEvents().first(events_.size() < mostText ? player_.firedEvents().size() : 0)) {
            fmt::format_to(std::back_inserter(events_), "{:.6g} s: {} of {}\n", seconds_ + event.moment, printable(event.name),
                           printable(event.clip));
        }
        character_.setTransform(player_.getTravel().moved(character_.getTransform()));
        seconds_ = next;
    }
}

}  // namespace armature::tools
