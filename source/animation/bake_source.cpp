#include "animation/bake_source.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature {

namespace {

constexpr double largestFrameCount = 1 << 20;
constexpr double largestDefaultRate = 240.;

void requirePositive(const AnimationClip& clip, const char* what, double number)
{
    if (!(number > 0. && number <= std::numeric_limits<double>::max())) {
        throw std::invalid_argument(
            fmt::format("baking animation clip \"{}\": {} is {}, which is not a positive number", clip.getName(), what, number));
    }
}

// See BakeOptions::framesPerSecond.
double defaultRate(double keysPerSecond)
{
    constexpr double least = 30.;
    constexpr double rounding = 1e-4;  // key times are floats
    if (keysPerSecond <= 0.) {
        return least;
    }
    const double multiple = std::max(1., std::ceil(least / keysPerSecond - rounding));
    return std::min(largestDefaultRate, multiple * keysPerSecond);
}

// The key at `seconds` but for rounding, or `seconds`: a key that a frame misses by a hair would show a frame late.
double snapToKey(double seconds, std::span<const double> keyTimes, double tolerance)
{
    const auto key = std::ranges::lower_bound(keyTimes, seconds - tolerance);
    return key != keyTimes.end() && *key <= seconds + tolerance ? *key : seconds;
}

}  // namespace

BakeSource::BakeSource(const AnimationClip& exactClip, const Skeleton& skeleton, const BakeOptions& options) : clip(exactClip)
{
    SkeletonChannels found = findSkeletonChannels(exactClip, skeleton);
    channels = std::move(found.bones);
    unbound = std::move(found.unbound);
    requirePositive(clip, "radius", options.radius);
    chooseBones(skeleton, options);
    chooseTimes(options);
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
                throw std::invalid_argument(fmt::format("baking animation clip \"{}\": bone {} of {} is not of skeleton \"{}\"",
                                                        clip.getName(), i, count, skeleton.getName()));
            }
            number = found->second;
        }
        if (isBaked[number]) {
            throw std::invalid_argument(fmt::format("baking animation clip \"{}\": bone {} of {}, \"{}\", is there before", clip.getName(),
                                                    i, count, options.bones[i]->getName()));
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
    // Keys that are nearer than that, to jump for instance, frames cannot meet anyway.
    const auto first = std::ranges::lower_bound(gaps, 0.999 / largestDefaultRate);
    if (first == gaps.end()) {
        return largestDefaultRate;
    }
    const auto last = std::ranges::upper_bound(gaps, *first * 1.01);
    return static_cast<double>(last - first) / std::accumulate(first, last, 0.);  // of alike ones the mean: times are rounded
}

void BakeSource::chooseTimes(const BakeOptions& options)
{
    for (const std::size_t track : usedTracks()) {
        keyTimes.insert(keyTimes.end(), clip.timeTrack(track).begin(), clip.timeTrack(track).end());
    }
    std::ranges::sort(keyTimes);
    keyTimes.erase(std::unique(keyTimes.begin(), keyTimes.end()), keyTimes.end());

    framesPerSecond = options.framesPerSecond ? *options.framesPerSecond : defaultRate(keysPerSecond());
    requirePositive(clip, "rate", framesPerSecond);
    const double duration = clip.getDuration();
    if (duration <= 0.) {
        frameTimes = {0.};
        return;
    }
    const double intervals = std::max(1., std::round(duration * framesPerSecond));
    if (!(intervals < largestFrameCount)) {
        throw std::invalid_argument(fmt::format("baking animation clip \"{}\": {} s at {} frames a second are more than {} frames",
                                                clip.getName(), duration, framesPerSecond, largestFrameCount));
    }
    framesPerSecond = intervals / duration;
    const double tolerance = 1e-4 / framesPerSecond;
    for (double frame = 0.; frame < intervals; ++frame) {
        frameTimes.push_back(snapToKey(frame / framesPerSecond, keyTimes, tolerance));
    }
    frameTimes.push_back(duration);
}

}  // namespace armature
