#include "animation/baking/bake_source.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/geometric.hpp>

#include <armature/math/transform.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"

namespace armature {

namespace {

constexpr double leastRate = 30.;
constexpr double largestDefaultRate = 240.;
constexpr double largestRate = 480.;
constexpr double rateRounding = 1e-4;  // tolerance for comparing rates, because key times are floats
constexpr double keyRounding = 2e-6;   // tolerance in seconds: how far keys may be from the frames that they were meant for

void requirePositive(const AnimationClip& clip, const char* what, double number)
{
    if (!(number > 0. && number <= std::numeric_limits<double>::max())) {
        throw std::invalid_argument(
            fmt::format("baking animation clip {}: {} is {}, which is not a positive number", inQuotes(clip.getName()), what, number));
    }
}

// Returns the default rate: see BakeOptions::framesPerSecond.
double defaultRate(double keysPerSecond)
{
    if (keysPerSecond <= 0.) {
        return leastRate;
    }
    const double multiple = std::max(1., std::ceil(leastRate / keysPerSecond - rateRounding));
    return std::min(largestDefaultRate, multiple * keysPerSecond);
}

// Returns the time of the key within `tolerance` of `seconds`, or `seconds` if no key is that near. Without this, a key that a frame just
// misses would show one frame late.
double snapToKey(double seconds, std::span<const double> keyTimes, double tolerance)
{
    const auto key = std::ranges::lower_bound(keyTimes, seconds - tolerance);
    return key != keyTimes.end() && *key <= seconds + tolerance ? *key : seconds;
}

}  // namespace

bool appendJumps(const AnimationClip& clip, const AnimationChannel& channel, std::vector<ClipJump>& jumps)
{
    const auto times = clip.timeTrack(channel.timeTrack);
    const bool isStep = channel.interpolation == Interpolation::Step;
    const std::size_t perKey = channel.interpolation == Interpolation::CubicSpline ? 3 : 1;
    const auto isSameAsBefore = [&](std::size_t key) {
        const std::size_t value = key * perKey + perKey / 2;
        bool isSame = true;
        for (std::size_t component = 0; component < channel.components; ++component) {
            isSame = isSame && channel.values.at(value, component) == channel.values.at(value - perKey, component);
        }
        return isSame;
    };
    const std::size_t before = jumps.size();
    for (std::size_t key = 1; key < times.size(); ++key) {
        const auto begin = static_cast<double>(times[key - 1]);
        const auto end = static_cast<double>(times[key]);
        const bool isNear = end - begin < 0.999 / largestDefaultRate;
        if ((isStep || isNear) && !isSameAsBefore(key)) {
            jumps.push_back({isStep ? end : begin, end});
        }
    }
    return jumps.size() > before;
}

BakeSource::BakeSource(const AnimationClip& exactClip, const Skeleton& skeleton, const BakeOptions& options) : clip(exactClip)
{
    SkeletonChannels found = findSkeletonChannels(exactClip, skeleton);
    channels = std::move(found.bones);
    unbound = std::move(found.unbound);
    requirePositive(clip, "radius", options.radius);
    chooseBones(skeleton, options);
    collectKeys();
    collectJumps();
    measureRest();
}

void BakeSource::chooseBones(const Skeleton& skeleton, const BakeOptions& options)
{
    std::unordered_map<const Bone*, std::size_t> numbers;
    for (const Bone* bone : skeleton.bones()) {
        numbers.emplace(bone, numbers.size());
    }
    for (const Bone* bone : skeleton.bones()) {
        const Bone* const parent = bone->getParentBone();
        parents.push_back(parent != nullptr ? numbers.at(parent) : noBone);
    }

    std::vector<bool> isBaked(channels.size(), false);
    const std::size_t count = options.bones.empty() ? channels.size() : options.bones.size();
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t number = i;
        if (!options.bones.empty()) {
            const auto found = numbers.find(options.bones[i]);
            if (found == numbers.end()) {
                throw std::invalid_argument(fmt::format("baking animation clip {}: bone {} of {} does not belong to skeleton {}",
                                                        inQuotes(clip.getName()), i, count, inQuotes(skeleton.getName())));
            }
            number = found->second;
        }
        if (isBaked[number]) {
            throw std::invalid_argument(fmt::format("baking animation clip {}: bone {} of {}, {}, is repeated", inQuotes(clip.getName()), i,
                                                    count, inQuotes(options.bones[i]->getName())));
        }
        isBaked[number] = true;
        baked.push_back(number);
    }

    std::vector<bool> isInvolved(channels.size(), false);
    std::vector<std::size_t> chain;
    for (std::size_t bone : baked) {
        for (; bone != noBone && !isInvolved[bone]; bone = parents[bone]) {
            isInvolved[bone] = true;
            chain.push_back(bone);
        }
        involved.insert(involved.end(), chain.rbegin(), chain.rend());
        chain.clear();
    }
}

std::vector<std::size_t> BakeSource::usedTracks() const
{
    std::vector<std::size_t> tracks;
    for (const std::size_t bone : involved) {
        for (const auto& channel : {channels[bone].translation, channels[bone].rotation, channels[bone].scale}) {
            if (channel) {
                tracks.push_back(clip.channels()[*channel].timeTrack);
            }
        }
    }
    std::ranges::sort(tracks);
    tracks.erase(std::unique(tracks.begin(), tracks.end()), tracks.end());
    return tracks;
}

double BakeSource::keysPerSecond() const
{
    std::vector<double> gaps;
    for (const std::size_t track : usedTracks()) {
        const auto times = clip.timeTrack(track);
        for (std::size_t key = 1; key < times.size(); ++key) {
            gaps.push_back(static_cast<double>(times[key]) - static_cast<double>(times[key - 1]));
        }
    }
    if (gaps.empty()) {
        return 0.;
    }
    std::ranges::sort(gaps);
    // Ignores gaps below 1/240 s, such as those at jumps: frames cannot coincide with all keys that are so close together.
    const auto first = std::ranges::lower_bound(gaps, 0.999 / largestDefaultRate);
    if (first == gaps.end()) {
        return largestDefaultRate;
    }
    const auto last = std::ranges::upper_bound(gaps, *first * 1.01);
    return static_cast<double>(last - first) / std::accumulate(first, last, 0.);  // one over the mean of similar gaps: each is rounded
}

void BakeSource::collectKeys()
{
    for (const std::size_t track : usedTracks()) {
        keyTimes.insert(keyTimes.end(), clip.timeTrack(track).begin(), clip.timeTrack(track).end());
    }
    std::ranges::sort(keyTimes);
    keyTimes.erase(std::unique(keyTimes.begin(), keyTimes.end()), keyTimes.end());
}

void BakeSource::collectJumps()
{
    hasJumpAbove.assign(channels.size(), false);
    for (const std::size_t bone : involved) {
        hasJumpAbove[bone] = parents[bone] != noBone && hasJumpAbove[parents[bone]];
        for (const auto& channel : {channels[bone].translation, channels[bone].rotation, channels[bone].scale}) {
            if (channel && appendJumps(clip, clip.channels()[*channel], jumps)) {
                hasJumpAbove[bone] = true;
            }
        }
    }
    std::ranges::sort(jumps, {}, &ClipJump::end);
}

void BakeSource::measureRest()
{
    std::vector<glm::dmat4> absolute(channels.size(), glm::dmat4(1.));
    glm::dvec3 least(std::numeric_limits<double>::max());
    glm::dvec3 greatest(-least);
    for (const std::size_t bone : involved) {
        const glm::dmat4 local(toMat4(channels[bone].rest));
        absolute[bone] = parents[bone] != noBone ? absolute[parents[bone]] * local : local;
        least = glm::min(least, glm::dvec3(absolute[bone][3]));
        greatest = glm::max(greatest, glm::dvec3(absolute[bone][3]));
    }
    size = involved.empty() ? 0. : glm::distance(least, greatest);
}

bool BakeSource::jumpsBefore(double seconds) const
{
    const double rounding = 1e-3 / framesPerSecond;
    const double end = std::ceil(seconds * framesPerSecond - 1e-3) / framesPerSecond;
    const double begin = end - 1. / framesPerSecond;
    // A jump at the very end of the interval counts; a jump at its beginning is already over.
    const auto first = std::ranges::upper_bound(jumps, begin + rounding, {}, &ClipJump::end);
    return std::any_of(first, jumps.end(), [&](const ClipJump& jump) {
        return jump.begin < end - rounding || (jump.begin == jump.end && jump.end <= end + rounding);
    });
}

double BakeSource::intervalsOfAllKeys(Budget& budget) const
{
    const double duration = clip.getDuration();
    const double most = std::min(std::floor(duration * largestRate), largestFrameCount - 1.);
    for (double intervals = std::max(1., std::ceil(duration * leastRate - rateRounding)); intervals <= most; ++intervals) {
        const double rate = intervals / duration;
        const auto isFrame = [&](double seconds) {
            const double place = seconds * rate;
            return std::abs(place - std::round(place)) <= (keyRounding + seconds * std::numeric_limits<float>::epsilon()) * rate;
        };
        const auto missed = std::ranges::find_if_not(keyTimes, isFrame);
        if (missed == keyTimes.end()) {
            return intervals;
        }
        budget.require(costOfWork(static_cast<std::uint64_t>(missed - keyTimes.begin()) + 4, 4));
    }
    return 0.;
}

std::vector<double> BakeSource::ratesToTry(const BakeOptions& options, Budget& budget) const
{
    if (options.framesPerSecond) {
        return {*options.framesPerSecond};
    }
    std::vector<double> rates{defaultRate(keysPerSecond())};
    const double duration = clip.getDuration();
    const double intervals = duration > 0. ? intervalsOfAllKeys(budget) : 0.;
    const double base = intervals > 0. ? intervals / duration : rates.front();
    for (const double factor : {1., 2., 3., 4., 6., 8., 12., 16.}) {
        const double rate = factor * base;
        if (rate > rates.back() * (1. + rateRounding) && rate <= largestRate * (1. + rateRounding) && duration * rate < largestFrameCount) {
            rates.push_back(rate);
        }
    }
    return rates;
}

void BakeSource::setRate(double rate)
{
    framesPerSecond = rate;
    requirePositive(clip, "rate", framesPerSecond);
    const double duration = clip.getDuration();
    if (duration <= 0.) {
        frameTimes = {0.};
        return;
    }
    const double intervals = std::max(1., std::round(duration * framesPerSecond));
    if (!(intervals < largestFrameCount)) {
        throw std::invalid_argument(fmt::format("baking animation clip {}: {} s at {} frames a second are more than {} frames",
                                                inQuotes(clip.getName()), duration, framesPerSecond, largestFrameCount));
    }
    framesPerSecond = intervals / duration;
    const double tolerance = 1e-4 / framesPerSecond;
    frameTimes.clear();
    for (double frame = 0.; frame < intervals; ++frame) {
        frameTimes.push_back(snapToKey(frame / framesPerSecond, keyTimes, tolerance));
    }
    frameTimes.push_back(duration);
}

}  // namespace armature
