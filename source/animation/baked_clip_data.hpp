#pragma once

#include <cstdint>
#include <vector>

#include <armature/animation/baked_clip.hpp>

#include "math/aligned_vector.hpp"

namespace armature {

/// The numbers of a BakedClip, laid out as it says.
struct BakedClip::Data {
    std::vector<std::uint16_t> animated;
    AlignedVector<float> base;
    AlignedVector<float> steps;
    AlignedVector<float> frames;
    AlignedVector<std::uint16_t> quantisedFrames;
};

}  // namespace armature
