#include <algorithm>
#include <array>
#include <limits>

#include "animation/clip/kernels/lane_kernels.hpp"
#include "animation/clip/kernels/sample_kernels.hpp"

namespace armature {

LaneCursors LaneCursors::of(const ClipBlock& block, std::span<const float> times) noexcept
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    LaneCursors cursors{};
    for (std::size_t lane = 0; lane < blockLanes; ++lane) {
        cursors.start[lane] = -infinity;
        cursors.end[lane] = lane < block.laneCount ? times[block.firstTime[lane]] : infinity;
        cursors.time[lane] = block.firstTime[lane];
        cursors.value[lane] = block.firstValue[lane];
    }
    return cursors;
}

}  // namespace armature

// The same operations in the same order as lane_kernels.cpp, one lane at a time.
namespace armature::reference {

namespace {

void sampleLane(const ClipBlock& block, std::span<const float> values, std::size_t lane, const KeyPosition& position, std::span<float> out)
{
    const std::size_t components = block.components();
    const auto keyValue = [&](std::size_t key, std::size_t part) {
        return values.subspan(block.firstValue[lane] + (key * block.valuesPerKey() + part) * components, components);
    };
    const std::size_t key = position.key;
    if (block.interpolation == Interpolation::CubicSpline) {
        if (position.fraction == 0.) {
            block.isRotation ? reference::sampleUnit(keyValue(key, 1), out) : sampleKey(keyValue(key, 1), out);
            return;
        }
        const HermiteKeys keys{keyValue(key, 1), keyValue(key, 2), keyValue(key + 1, 0), keyValue(key + 1, 1)};
        block.isRotation ? reference::sampleHermiteRotation(keys, position, out) : reference::sampleHermite(keys, position, out);
    } else if (block.interpolation == Interpolation::Step || position.fraction == 0.) {
        sampleKey(keyValue(key, 0), out);
    } else if (block.isRotation) {
        reference::sampleSlerp(keyValue(key, 0), keyValue(key + 1, 0), position.fraction, out);
    } else {
        reference::sampleLinear(keyValue(key, 0), keyValue(key + 1, 0), position.fraction, out);
    }
}

}  // namespace

void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose)
{
    for (std::size_t number = 0; number < blocks.size(); ++number) {
        const ClipBlock& block = blocks[number];
        for (std::size_t lane = 0; lane < block.laneCount; ++lane) {
            std::uint32_t& cursor = cursors[number].time[lane];
            const std::uint32_t first = block.firstTime[lane];
            const auto times = numbers.times.subspan(first, block.lastTime[lane] - first + 1);
            const KeyPosition position = findKey(times, seconds, cursor - first);
            cursor = first + static_cast<std::uint32_t>(position.key);
            std::array<float, 4> value{};
            const auto out = std::span(value).first(block.components());
            sampleLane(block, numbers.values, lane, position, out);
            for (std::size_t component = 0; component < out.size(); ++component) {
                outPose[block.firstPose + component * blockLanes + lane] = out[component];
            }
        }
    }
}

}  // namespace armature::reference
