#pragma once

#include <memory>
#include <utility>

#include <armature/animation/baked_clip.hpp>

#include "animation/baking/baked_numbers.hpp"

namespace armature {

/// Makes baked clips, for the library's own code.
class BakedClipAccess {
public:
    using Parts = BakedClip::Parts;

    /// Precondition: the parts and the numbers fit together as BakedClip describes.
    [[nodiscard]] static std::shared_ptr<BakedClip> make(Parts parts, BakedNumbers numbers)
    {
        return std::shared_ptr<BakedClip>(new BakedClip(std::move(parts), std::move(numbers)));
    }
    static void setErrors(BakedClip& clip, const BakeError& whole, const BakeError& smooth) noexcept
    {
        clip.parts_.error = whole;
        clip.parts_.smoothError = smooth;
    }
};

}  // namespace armature
