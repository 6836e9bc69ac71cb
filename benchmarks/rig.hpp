#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/transform.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

/// The rigs, poses and clips that all benchmarks share.
namespace armature::bench {

inline constexpr std::size_t noParent = static_cast<std::size_t>(-1);

/// Parents of a human-like rig: hips, a spine, a head, arms with five fingers, legs; twelve levels at 64 bones. Beyond 64 bones, chains of
/// four (hair, cloth) hang on the others in turn. Parents come before children.
[[nodiscard]] std::vector<std::size_t> humanParents(std::size_t bones);

/// Bone levels of that rig for a crowd: from level 1 on, members do without fingers, jaw and eyes, which are 41 of 64 bones.
[[nodiscard]] std::vector<std::uint8_t> detailLevels(std::size_t bones);

/// Local transforms that differ from bone to bone; the same for the same seed.
[[nodiscard]] std::vector<Transform> randomPose(std::size_t bones, std::uint32_t seed);

/// Adds bones with random bind matrices to a skeleton, each posed by a Transform. Their parents are those of a human-like rig, or the given
/// ones.
void fillSkeleton(Skeleton& skeleton, std::size_t bones);
void fillSkeleton(Skeleton& skeleton, std::span<const std::size_t> parents);

/// Parents of a chain: each bone is the child of the one before.
[[nodiscard]] std::vector<std::size_t> chainParents(std::size_t bones);

/// The number of a crowd's members, and of the bones of each.
struct CrowdSize {
    std::size_t members;
    std::size_t bones;

    [[nodiscard]] std::string name() const { return std::to_string(members) + "x" + std::to_string(bones); }
};

/// Sizes from a crowd that stays in the nearest caches to one whose palettes fit in none.
inline constexpr CrowdSize crowdSizes[] = {{100, 64}, {1000, 16}, {1000, 64}, {1000, 256}, {3000, 64}, {10'000, 64}, {30'000, 64}};

/// A clip of two seconds with 30 LINEAR keys per second on translation, rotation and scale of every target, and one time track.
[[nodiscard]] ClipDescription denseClip(std::size_t targets, ChannelTarget::Kind kind, std::uint32_t seed);

/// Reports the time per item: a bone, a vertex, a node.
void countItems(benchmark::State& state, std::size_t itemsEachIteration);

/// Measures work(), which leaves its output at `result`, and reports the time per item.
template <class Work>
void measure(benchmark::State& state, std::size_t items, const void* result, const Work& work)
{
    for (auto _ : state) {
        work();
        benchmark::DoNotOptimize(result);
        benchmark::ClobberMemory();
    }
    countItems(state, items);
}

}  // namespace armature::bench
