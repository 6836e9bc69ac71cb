#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>

namespace armature {

/// What files that hold clips as they are in memory need: see clip_layout.hpp.
class ClipAccess {
public:
    /// The clip's numbers in one piece, aligned to clipImageAlignment bytes: all but its name and targets. Good as long as the clip.
    [[nodiscard]] static std::span<const std::byte> image(const AnimationClip& clip) noexcept;
    /// By channel. Clips for one rig may share them. Never null.
    [[nodiscard]] static const std::shared_ptr<const std::vector<ChannelTarget>>& targets(const AnimationClip& clip) noexcept;

    /// A clip that uses `image` in place, in memory that `owner` keeps (a mapped file, say). All of the image is checked; one that is not
    /// whole, not of this version, or holds what AnimationClip::create would not keep as it is, targets of another number and two channels
    /// for one property throw std::invalid_argument. O(bytes); copies no keys.
    [[nodiscard]] static std::shared_ptr<const AnimationClip> adopt(std::string name,
                                                                    std::shared_ptr<const std::vector<ChannelTarget>> targets,
                                                                    std::span<const std::byte> image, std::shared_ptr<const void> owner);
};

}  // namespace armature
