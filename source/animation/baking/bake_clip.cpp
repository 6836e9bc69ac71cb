#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/ext/quaternion_double.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "animation/baking/baked_clip_access.hpp"
#include "animation/clip/kernels/interpolation.hpp"
#include "base/words.hpp"
#include "node/transform_lanes.hpp"

namespace armature {

namespace {

constexpr double greatestNumber = 65535.;
constexpr std::size_t blockSize = BakedClip::componentCount * BakedClip::blockBones;

// Returns the rotation normalised and with the sign that brings it nearer to `previous`, so that linear interpolation between the two takes
// the shorter arc.
glm::quat alignedUnit(const glm::quat& rotation, const glm::quat& previous)
{
    const glm::dquat exact(rotation);
    const double length = glm::length(exact);
    if (!(length > 0.)) {
        return previous;
    }
    const double side = glm::dot(exact, glm::dquat(previous)) < 0. ? -1. : 1.;
    return glm::quat(exact * (side / length));
}

// Clamps numbers to a quarter of a float's range, so that their differences, and a quantisation step that is rounded up, still fit into a
// float.
glm::vec3 limited(const glm::vec3& numbers)
{
    constexpr float largest = std::numeric_limits<float>::max() / 4.f;
    return glm::clamp(numbers, -largest, largest);
}

// Samples all components at all frames. The result holds all blocks of the first frame, then all blocks of the second, and so on.
AlignedVector<TransformLanes> sampleFrames(const BakeSource& source)
{
    const std::size_t blocks = (source.baked.size() + laneCount - 1) / laneCount;
    AlignedVector<TransformLanes> poses(blocks * source.frameTimes.size());
    SkeletonSampler sampler = source.sampler();
    std::vector<glm::quat> previous(source.baked.size(), Transform().rotation);
    for (std::size_t frame = 0; frame < source.frameTimes.size(); ++frame) {
        const std::span<const Transform> exact = sampler.sample(source.frameTimes[frame]);
        for (std::size_t lane = 0; lane < blocks * laneCount; ++lane) {
            Transform pose;
            if (lane < source.baked.size()) {
                const Transform& bone = exact[source.baked[lane]];
                previous[lane] = alignedUnit(bone.rotation, previous[lane]);
                pose = {limited(bone.translation), previous[lane], limited(bone.scale)};
            }
            storeLane(pose, lane % laneCount, poses[frame * blocks + lane / laneCount]);
        }
    }
    return poses;
}

// Returns, for each block, a bit set of the components that move: in some lane of some frame, their value differs from the value in the
// first frame.
std::vector<std::uint16_t> findMoving(std::span<const TransformLanes> poses, std::size_t blocks)
{
    std::vector<std::uint16_t> moving(blocks);
    for (std::size_t i = blocks; i < poses.size(); ++i) {
        const TransformLanes& first = poses[i % blocks];
        for (std::size_t component = 0; component < TransformLanes::componentCount; ++component) {
            if (!std::ranges::equal(poses[i].component[component], first.component[component])) {
                moving[i % blocks] = static_cast<std::uint16_t>(moving[i % blocks] | 1u << component);
            }
        }
    }
    return moving;
}

// Calls visit(block, component) for each row that moves, in the order in which frames store rows.
template <class Visit>
void forEachMovingRow(std::span<const std::uint16_t> moving, const Visit& visit)
{
    for (std::size_t block = 0; block < moving.size(); ++block) {
        for (std::size_t component = 0; component < TransformLanes::componentCount; ++component) {
            if ((unsigned{moving[block]} >> component & 1u) != 0) {
                visit(block, component);
            }
        }
    }
}

AlignedVector<float> packFrames(std::span<const TransformLanes> poses, std::span<const std::uint16_t> moving)
{
    AlignedVector<float> frames;
    for (; !poses.empty(); poses = poses.subspan(moving.size())) {
        forEachMovingRow(moving, [&](std::size_t block, std::size_t component) {
            const auto& row = poses[block].component[component];
            frames.insert(frames.end(), std::begin(row), std::end(row));
        });
    }
    return frames;
}

// Chooses the quantisation of every lane that moves: the base is the lane's least value, and the step is 1/65535 of the lane's range.
void chooseSteps(std::span<const float> frames, std::size_t frameSize, std::span<const std::uint16_t> moving, std::span<float> base,
                 std::span<float> steps)
{
    std::size_t number = 0;
    forEachMovingRow(moving, [&](std::size_t block, std::size_t component) {
        for (std::size_t lane = 0; lane < laneCount; ++lane, ++number) {
            float least = frames[number];
            float greatest = least;
            for (std::size_t i = number; i < frames.size(); i += frameSize) {
                least = std::min(least, frames[i]);
                greatest = std::max(greatest, frames[i]);
            }
            const std::size_t track = block * blockSize + component * laneCount + lane;
            base[track] = least;
            steps[track] = static_cast<float>((static_cast<double>(greatest) - static_cast<double>(least)) / greatestNumber);
        }
    });
}

AlignedVector<std::uint16_t> quantise(std::span<const float> frames, std::span<const std::uint16_t> moving, std::span<const float> base,
                                      std::span<const float> steps)
{
    AlignedVector<std::uint16_t> result;
    result.reserve(frames.size());
    while (result.size() < frames.size()) {
        forEachMovingRow(moving, [&](std::size_t block, std::size_t component) {
            const std::size_t row = block * blockSize + component * laneCount;
            for (std::size_t track = row; track < row + laneCount; ++track) {
                const double step = static_cast<double>(steps[track]);
                const double offset = static_cast<double>(frames[result.size()]) - static_cast<double>(base[track]);
                const double number = step > 0. ? std::round(offset / step) : 0.;
                result.push_back(static_cast<std::uint16_t>(std::clamp(number, 0., greatestNumber)));
            }
        });
    }
    return result;
}

// Packs the poses of all frames as a clip stores them: as floats or as 16-bit numbers.
BakedStorage packPoses(std::span<const TransformLanes> poses, std::size_t frameCount, bool isQuantized)
{
    const std::size_t blocks = poses.size() / frameCount;
    BakedStorage made;
    made.animated = findMoving(poses, blocks);
    for (const TransformLanes& block : poses.first(blocks)) {
        made.base.insert(made.base.end(), &block.component[0][0], &block.component[0][0] + blockSize);
    }
    made.frames = packFrames(poses, made.animated);
    if (isQuantized) {
        made.steps.resize(made.base.size());
        chooseSteps(made.frames, made.frames.size() / frameCount, made.animated, made.base, made.steps);
        made.quantizedFrames = quantise(made.frames, made.animated, made.base, made.steps);
        made.frames = {};
    }
    return made;
}

struct Limits {
    double point;
    double rotation;

    // Takes the limits from the options, or default limits where the options set none.
    Limits(const BakeSource& source, const BakeOptions& options)
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const BakeBound bound =
            options.maxError.value_or(options.framesPerSecond ? BakeBound{.point = infinity, .rotation = infinity} : BakeBound{});
        point = bound.point.value_or(std::max(source.size, options.radius) / 1000.);
        rotation = bound.rotation;
        if (!(point >= 0.) || !(rotation >= 0.)) {
            throw std::invalid_argument(
                fmt::format("baking animation clip {}: error bounds must not be negative or NaN, but are {} and {} radians",
                            inQuotes(source.clip.getName()), point, rotation));
        }
    }

    // Returns the factor by which an error exceeds its limit: the greater of the factors for point and rotation; 0 if both are within their
    // limits.
    [[nodiscard]] double excess(const BakeError& error) const
    {
        const auto share = [](double amount, double limit) { return amount > limit ? amount / limit : 0.; };
        return std::max(share(error.point, point), share(error.rotation, rotation));
    }
};

/// Returns the bytes that baking at one rate costs a Budget: the frames that are kept, and the work of sampling them and of measuring
/// errors at and between all keys and frames.
std::uint64_t costOfBaking(const BakeSource& source)
{
    constexpr std::uint64_t bytesOfPose = 40;
    const std::uint64_t moments = source.frameTimes.size() + source.keyTimes.size();
    return productOf(source.frameTimes.size(), source.baked.size()) * bytesOfPose
           + costOfWork(productOf(moments, source.involved.size()), 3000);
}

}  // namespace

/// Bakes a source at the rate that is set in it; several rates may be tried with one baker.
class ClipBaker {
public:
    ClipBaker(const Skeleton& skeleton, const BakeOptions& options) : skeleton_(skeleton), options_(options) {}

    [[nodiscard]] std::shared_ptr<const BakedClip> bake(const BakeSource& source) const
    {
        BakedClipAccess::Parts parts;
        parts.name = source.clip.getName();
        parts.duration = source.clip.getDuration();
        parts.framesPerSecond = source.framesPerSecond;
        parts.isQuantized = options_.isQuantized;
        parts.frameCount = source.frameTimes.size();
        parts.boneCount = source.baked.size();
        parts.unbound = source.unbound;
        std::vector<std::string> names;
        for (const std::size_t bone : source.baked) {
            names.push_back(skeleton_.bones()[bone]->getName());
        }
        parts.boneNames = std::make_shared<const std::vector<std::string>>(std::move(names));
        BakedStorage storage = packPoses(sampleFrames(source), source.frameTimes.size(), options_.isQuantized);
        parts.frameSize = std::max(storage.frames.size(), storage.quantizedFrames.size()) / parts.frameCount;
        const auto baked = BakedClipAccess::make(std::move(parts), BakedStorage::share(std::move(storage)));
        const BakeErrors errors = measureBakeError(*baked, source, options_.radius);
        BakedClipAccess::setErrors(*baked, errors.whole, errors.smooth);
        return baked;
    }

private:
    const Skeleton& skeleton_;
    const BakeOptions& options_;
};

std::shared_ptr<const BakedClip> BakedClip::create(const AnimationClip& clip, const Skeleton& skeleton, const BakeOptions& options)
{
    Budget unlimited = Budget::unlimited();
    return bakeWithin(unlimited, clip, skeleton, options);
}

std::shared_ptr<const BakedClip> bakeWithin(Budget& budget, const AnimationClip& clip, const Skeleton& skeleton, const BakeOptions& options)
{
    BakeSource source(clip, skeleton, options);
    if (!options.mayMoveNothing) {
        requireTargets(clip, source.unbound, skeleton);
    }
    const Limits limits(source, options);
    const ClipBaker baker(skeleton, options);
    std::shared_ptr<const BakedClip> best;
    double leastExcess = 0.;
    int triesInVain = 0;  // rates in a row that hardly helped: more frames do not reduce the error of 16-bit numbers
    for (const double rate : source.ratesToTry(options, budget)) {
        source.setRate(rate);
        budget.require(costOfBaking(source));
        auto baked = baker.bake(source);
        const double excess = limits.excess(baked->getSmoothError());
        if (excess == 0.) {
            return baked;
        }
        triesInVain = best != nullptr && excess > 0.95 * leastExcess ? triesInVain + 1 : 0;
        if (best == nullptr || excess < leastExcess) {
            best = std::move(baked);
            leastExcess = excess;
        }
        if (triesInVain == 2) {
            break;
        }
    }
    const BakeError& error = best->getSmoothError();
    throw std::invalid_argument(fmt::format("baking animation clip {}: at {:.6g} frames a second{} it is off by {:.3g} and {:.3g} radians; "
                                            "the limits are {:.3g} and {:.3g} (BakeOptions::maxError)",
                                            inQuotes(clip.getName()), best->getFramesPerSecond(),
                                            options.isQuantized ? " of 16-bit numbers" : "", error.point, error.rotation, limits.point,
                                            limits.rotation));
}

}  // namespace armature
