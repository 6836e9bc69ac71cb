#include "animation/playing/playback.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "base/words.hpp"

namespace armature {

namespace {

// Relative tolerance: the ends of a clip are floats, so a time within a float's rounding of an end means that end.
constexpr double roundingOfTimes = 1e-6;

struct Range {
    double from;
    double to;
};

Range playedRange(const Player& player, const PlayOptions& options)
{
    const double duration = player.clip.getDuration();
    const double slack = duration * roundingOfTimes;
    const Range range{options.from.value_or(0.), options.to.value_or(duration)};
    const bool isInside = range.from >= -slack && range.to <= duration + slack;
    const bool isEmpty = !(range.from < range.to);
    const bool isWholeClip = !options.from && !options.to;
    if (!isWholeClip && (!isInside || isEmpty)) {
        throw std::invalid_argument(fmt::format("{} {}: range {} to {} s is {} the clip's 0 to {} s", player.kind,
                                                inQuotes(player.clip.getName()), range.from, range.to,
                                                isInside ? "no stretch of" : "not inside", duration));
    }
    return {std::clamp(range.from, 0., duration), std::clamp(range.to, 0., duration)};
}

}  // namespace

void requireSpeedRatio(const Player& player, double speedRatio)
{
    if (!std::isfinite(speedRatio)) {
        throw std::invalid_argument(
            fmt::format("{} {}: speed ratio {} is not finite", player.kind, inQuotes(player.clip.getName()), speedRatio));
    }
}

void startPlaying(const Player& player, Playhead& playhead, const PlayOptions& options)
{
    requireSpeedRatio(player, options.speedRatio);
    const Range range = playedRange(player, options);
    playhead.from = range.from;
    playhead.to = range.to;
    playhead.speedRatio = options.speedRatio;
    playhead.loop = options.loop;
    playhead.loopMode = options.loopMode;
    if (playhead.state == Playhead::State::Paused) {
        playhead.time = std::clamp(playhead.time, range.from, range.to);
    } else {
        playhead.goToStart();
    }
    playhead.state = Playhead::State::Playing;
}

void jumpTo(const Player& player, Playhead& playhead, double seconds)
{
    if (std::isnan(seconds)) {
        throw std::invalid_argument(fmt::format("{} {}: time {} is not a number", player.kind, inQuotes(player.clip.getName()), seconds));
    }
    playhead.time = std::clamp(seconds, playhead.from, playhead.to);
}

double requireStep(const Player& player, const Playhead& playhead, double seconds)
{
    const double step = seconds * playhead.speedRatio;
    if (!std::isfinite(step)) {
        throw std::invalid_argument(fmt::format("{} {}: {} s times speed ratio {} is not finite", player.kind,
                                                inQuotes(player.clip.getName()), seconds, playhead.speedRatio));
    }
    return step;
}

void requireAction(const Player& player, std::string_view what, bool hasAction)
{
    if (!hasAction) {
        throw std::invalid_argument(fmt::format("{} {}: {} has no action", player.kind, inQuotes(player.clip.getName()), what));
    }
}

double requireEvent(const Player& player, double seconds, bool hasAction)
{
    const double duration = player.clip.getDuration();
    const double slack = duration * roundingOfTimes;
    if (!(seconds >= -slack && seconds <= duration + slack)) {
        throw std::invalid_argument(fmt::format("{} {}: the event at {} s is not inside the clip's 0 to {} s", player.kind,
                                                inQuotes(player.clip.getName()), seconds, duration));
    }
    requireAction(player, fmt::format("the event at {} s", seconds), hasAction);
    return seconds <= slack ? 0. : seconds >= duration - slack ? duration : seconds;
}

}  // namespace armature
