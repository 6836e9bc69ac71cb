#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/baked_clip.hpp>

#include "animation/baked_numbers.hpp"

namespace armature {

/// What a BakedClip consists of.
struct BakedClipParts {
    std::string name;
    double duration = 0.;
    double framesPerSecond = 0.;
    bool isQuantised = false;
    std::size_t frameCount = 0;
    std::size_t frameSize = 0;
    std::size_t boneCount = 0;
    BakeError error;
    BakeError smoothError;
    std::vector<UnboundChannel> unbound;
    std::shared_ptr<const std::vector<std::string>> boneNames;
    BakedNumbers numbers;
};

/// Makes baked clips, for the library's own code.
class BakedClipAccess {
public:
    /// Precondition: the parts fit together as BakedClip says.
    [[nodiscard]] static std::shared_ptr<BakedClip> make(BakedClipParts parts)
    {
        std::shared_ptr<BakedClip> clip(new BakedClip);
        clip->name_ = std::move(parts.name);
        clip->duration_ = parts.duration;
        clip->framesPerSecond_ = parts.framesPerSecond;
        clip->isQuantised_ = parts.isQuantised;
        clip->frameCount_ = parts.frameCount;
        clip->frameSize_ = parts.frameSize;
        clip->boneCount_ = parts.boneCount;
        clip->error_ = parts.error;
        clip->smoothError_ = parts.smoothError;
        clip->unbound_ = std::move(parts.unbound);
        clip->boneNames_ = std::move(parts.boneNames);
        *clip->numbers_ = std::move(parts.numbers);
        return clip;
    }
    static void setErrors(BakedClip& clip, const BakeError& whole, const BakeError& smooth) noexcept
    {
        clip.error_ = whole;
        clip.smoothError_ = smooth;
    }
};

}  // namespace armature
