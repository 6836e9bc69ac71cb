#include <armature/animation/clip_edits.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "animation/edits/editable_channel.hpp"
#include "animation/edits/time_edits.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

void reverseStep(EditableChannel& channel, double duration)
{
    EditableChannel result = channel;
    result.keep(0, 0);
    for (std::size_t next = channel.times.size() - 1; next > 0; --next) {
        result.append(duration - channel.times[next], channel.value(next - 1));
    }
    result.append(duration, channel.value(0));
    channel = std::move(result);
}

void reverseKeys(EditableChannel& channel, double duration)
{
    EditableChannel result = channel;
    result.keep(0, 0);
    for (std::size_t index = channel.times.size(); index-- > 0;) {
        if (channel.isCubic()) {
            std::ranges::swap_ranges(channel.inTangent(index), channel.outTangent(index));
            std::ranges::transform(channel.inTangent(index), channel.inTangent(index).begin(), std::negate<>{});
            std::ranges::transform(channel.outTangent(index), channel.outTangent(index).begin(), std::negate<>{});
        }
        result.append(duration - channel.times[index], channel.key(index));
    }
    channel = std::move(result);
}

void checkMarks(const AnimationClip& clip, std::span<const TimeMark> marks)
{
    const double duration = clip.getDuration();
    if (marks.size() < 2 || marks.front().from != 0. || marks.front().to != 0.) {
        refuseEdit(clip, fmt::format("{} that should begin at 0 and end at the duration {}", counted(marks.size(), "time mark"), duration));
    }
    if (marks.back().from != duration) {
        refuseEdit(clip, fmt::format("the last time mark is at {}, the duration is {}", marks.back().from, duration));
    }
    for (std::size_t i = 1; i < marks.size(); ++i) {
        if (!(marks[i].from > marks[i - 1].from) || !(marks[i].to > marks[i - 1].to) || !std::isfinite(marks[i].to)) {
            refuseEdit(clip, fmt::format("time mark {} ({} to {}) does not come after {} to {}", i, marks[i].from, marks[i].to,
                                         marks[i - 1].from, marks[i - 1].to));
        }
    }
}

/// Maps the clip's times to times of the result: each mark's `from` to its `to`, and linearly between the marks.
class Warp {
public:
    explicit Warp(std::span<const TimeMark> marks) noexcept : marks_(marks) {}

    [[nodiscard]] double operator()(double seconds) const
    {
        const auto [a, b] = around(seconds, true);
        return seconds == b.from ? b.to : a.to + (seconds - a.from) * ((b.to - a.to) / (b.from - a.from));
    }
    /// Returns the seconds of the clip per second of the result, just before or just after a time of the clip.
    [[nodiscard]] double paceAt(double seconds, bool isBefore) const
    {
        const auto [a, b] = around(seconds, isBefore);
        return (b.from - a.from) / (b.to - a.to);
    }

private:
    struct Piece {
        TimeMark a;
        TimeMark b;
    };
    [[nodiscard]] Piece around(double seconds, bool isBefore) const
    {
        const auto after = isBefore ? std::ranges::lower_bound(marks_, seconds, {}, &TimeMark::from)
                                    : std::ranges::upper_bound(marks_, seconds, {}, &TimeMark::from);
        const auto next = std::clamp<std::ptrdiff_t>(after - marks_.begin(), 1, std::ssize(marks_) - 1);
        return {marks_[static_cast<std::size_t>(next - 1)], marks_[static_cast<std::size_t>(next)]};
    }

    std::span<const TimeMark> marks_;
};

void scale(std::span<double> numbers, double factor)
{
    std::ranges::transform(numbers, numbers.begin(), [&](double number) { return number * factor; });
}

}  // namespace

void cutAtEnds(std::vector<EditableChannel>& channels, double begin, double end)
{
    for (EditableChannel& channel : channels) {
        if (channel.times.size() > 1) {
            channel.cutAt(std::array{begin, end});
        }
    }
    keepDuration(channels, end);
}

void keepDuration(std::vector<EditableChannel>& channels, double duration)
{
    const bool isKept = std::ranges::any_of(channels, [&](const EditableChannel& channel) { return channel.times.back() >= duration; });
    if (!isKept && !channels.empty()) {
        channels.front().cutAt(std::array{duration});
    }
}

std::shared_ptr<const AnimationClip> trimClip(const AnimationClip& clip, double from, double to)
{
    if (!(from >= 0.) || !(to > from) || !(to <= clip.getDuration())) {
        refuseEdit(clip, fmt::format("{} to {} seconds is no part of its {}", from, to, clip.getDuration()));
    }
    auto channels = editable(clip);
    for (EditableChannel& channel : channels) {
        if (channel.times.size() > 1) {
            channel.cutAt(std::array{from, to});
            const auto afterFrom = std::ranges::upper_bound(channel.times, from) - channel.times.begin();
            const auto afterTo = std::ranges::upper_bound(channel.times, to) - channel.times.begin();
            channel.keep(static_cast<std::size_t>(afterFrom - 1), static_cast<std::size_t>(afterTo));
        }
        const double first = channel.times.front();
        std::ranges::transform(channel.times, channel.times.begin(), [&](double time) { return time - first; });
    }
    keepDuration(channels, to - from);
    return toClip(clip.getName(), channels);
}

std::shared_ptr<const AnimationClip> reverseClip(const AnimationClip& clip)
{
    const double duration = clip.getDuration();
    auto channels = editable(clip);
    cutAtEnds(channels, 0., duration);
    for (EditableChannel& channel : channels) {
        if (channel.times.size() == 1) {
            channel.times.front() = 0.;
        } else if (channel.interpolation == Interpolation::Step) {
            reverseStep(channel, duration);
        } else {
            reverseKeys(channel, duration);
        }
    }
    keepDuration(channels, duration);
    return toClip(clip.getName(), channels);
}

std::shared_ptr<const AnimationClip> warpClip(const AnimationClip& clip, std::span<const TimeMark> marks)
{
    checkMarks(clip, marks);
    const Warp warp(marks);
    std::vector<double> breaks;
    std::ranges::transform(marks, std::back_inserter(breaks), &TimeMark::from);
    auto channels = editable(clip);
    for (EditableChannel& channel : channels) {
        if (channel.interpolation != Interpolation::Step && channel.times.size() > 1) {
            channel.cutAt(breaks);
        }
        for (std::size_t index = 0; index < channel.times.size(); ++index) {
            if (channel.isCubic()) {
                scale(channel.inTangent(index), warp.paceAt(channel.times[index], true));
                scale(channel.outTangent(index), warp.paceAt(channel.times[index], false));
            }
            channel.times[index] = warp(channel.times[index]);
        }
    }
    keepDuration(channels, marks.back().to);
    return toClip(clip.getName(), channels);
}

std::shared_ptr<const AnimationClip> setClipDuration(const AnimationClip& clip, double seconds)
{
    if (!(seconds > 0.) || !std::isfinite(seconds) || !(clip.getDuration() > 0.)) {
        refuseEdit(clip, fmt::format("cannot last {} seconds instead of {}", seconds, clip.getDuration()));
    }
    return warpClip(clip, std::array{TimeMark{}, TimeMark{clip.getDuration(), seconds}});
}

}  // namespace armature
