#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/cooked/save_cooked.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/budget.hpp"
#include "cooked/sections.hpp"

/// Converts each kind of object to the bytes of its entry, and back. Readers throw ImportError if the bytes are invalid or demand too much
/// memory; `owner` keeps the bytes alive.
namespace armature::cooked {

/// Limits the memory that reading a cooked file may take. Callable from any thread.
class FileBudget {
public:
    explicit FileBudget(std::uint64_t freeBytes, std::uint64_t fileSize) noexcept : budget_(freeBytes) { budget_.addBacking(fileSize); }

    /// Throws ImportError if a section asks for more than the file's bytes justify.
    void charge(const Place& place, std::string_view section, std::uint64_t bytes);

private:
    std::mutex charging_;
    Budget budget_;
};

using Bytes = std::vector<std::byte>;
using BytesView = std::span<const std::byte>;
using Owner = std::shared_ptr<const void>;
using ClipTargets = std::shared_ptr<const std::vector<ChannelTarget>>;
using Names = std::shared_ptr<const std::vector<std::string>>;

[[nodiscard]] Bytes writeSkeleton(const Skeleton& skeleton);
/// Charges `budget` for the palettes, because a file may claim large ones with few bytes.
[[nodiscard]] std::shared_ptr<const Skeleton> readSkeleton(const Place& place, BytesView bytes, std::string_view name, FileBudget& budget);

/// `number` is the clip's own index in the file, `targetsOf` the index of the first clip with the same targets.
[[nodiscard]] Bytes writeClip(const AnimationClip& clip, std::uint32_t number, std::uint32_t targetsOf);
/// A clip without its targets.
struct CookedClip {
    std::uint32_t targetsOf = 0;  ///< The index of the clip that stores the targets.
    BytesView image;
};
[[nodiscard]] CookedClip readClip(const Place& place, BytesView bytes, std::size_t number);
/// Reads the targets of a clip that stores them itself.
[[nodiscard]] ClipTargets readTargets(const Place& place, BytesView bytes, std::size_t number);
[[nodiscard]] std::shared_ptr<const AnimationClip> makeClip(const Place& place, const CookedClip& clip, std::string_view name,
                                                            ClipTargets targets, Owner owner);

/// `skeleton` is the index of a skeleton of the file whose bones() have the names of all baked bones, in the same order; `none` if the file
/// has no such skeleton.
[[nodiscard]] Bytes writeBakedClip(const BakedClip& clip, std::uint32_t skeleton);
/// Returns the index of the skeleton whose bone names a baked clip needs, or `none`.
[[nodiscard]] std::uint32_t skeletonOfBakedClip(const Place& place, BytesView bytes);
/// `skeletonNames` are the bone names of the skeleton whose index skeletonOfBakedClip() returns; null if that is `none`.
[[nodiscard]] std::shared_ptr<const BakedClip> readBakedClip(const Place& place, BytesView bytes, std::string_view name,
                                                             Names skeletonNames, Owner owner);

/// How many skeletons, clips and baked clips a file has: the indices that crowds store must be less.
struct FileCounts {
    std::size_t skeletons = 0;
    std::size_t clips = 0;
    std::size_t bakedClips = 0;
};

[[nodiscard]] Bytes writeCrowd(const CookedCrowd& crowd);
[[nodiscard]] CookedCrowd readCrowd(const Place& place, BytesView bytes, std::string_view name, const FileCounts& counts);

}  // namespace armature::cooked
