#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "math/aligned_vector.hpp"

namespace armature {

/// The numbers of a BakedClip, laid out as BakedClip's comment says, and the owner of their memory. A clip that was baked has memory of its
/// own; a clip from a cooked file uses the file's memory.
struct BakedNumbers {
    std::span<const std::uint16_t> animated;
    std::span<const float> base;
    std::span<const float> steps;
    std::span<const float> frames;
    std::span<const std::uint16_t> quantizedFrames;
    std::shared_ptr<const void> owner;
};

/// Holds the numbers of a BakedClip while they are being computed.
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
