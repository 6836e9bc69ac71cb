#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "math/aligned_vector.hpp"

namespace armature {

/// The numbers of a BakedClip, laid out as BakedClip's comment says, and the owner of their memory: a clip that was baked has its own
/// memory, one from a cooked file uses the file's.
struct BakedNumbers {
    std::span<const std::uint16_t> animated;
    std::span<const float> base;
    std::span<const float> steps;
    std::span<const float> frames;
    std::span<const std::uint16_t> quantizedFrames;
    std::shared_ptr<const void> owner;
};

/// The numbers of a BakedClip while they are made.
struct BakedStorage {
    std::vector<std::uint16_t> animated;
    AlignedVector<float> base;
    AlignedVector<float> steps;
    AlignedVector<float> frames;
    AlignedVector<std::uint16_t> quantizedFrames;

    [[nodiscard]] static BakedNumbers share(BakedStorage&& storage)
    {
        const auto kept = std::make_shared<const BakedStorage>(std::move(storage));
        return {kept->animated, kept->base, kept->steps, kept->frames, kept->quantizedFrames, kept};
    }
};

}  // namespace armature
