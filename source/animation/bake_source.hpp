#pragma once

#include <cstddef>
#include <vector>

#include <armature/animation/baked_clip.hpp>

#include "animation/bone_channels.hpp"

namespace armature {

/// What a clip is baked from: where bones get their pose, which of them are baked, and at what times. Keeps a reference to the clip.
struct BakeSource {
    static constexpr std::size_t noBone = static_cast<std::size_t>(-1);

    /// Checks what BakedClip::create() promises to check.
    BakeSource(const AnimationClip& exactClip, const Skeleton& skeleton, const BakeOptions& options);

    /// The local pose of one bone as the clip has it, by number in the skeleton's bones().
    [[nodiscard]] Transform sample(std::size_t bone, double seconds) const { return channels[bone].sample(clip, seconds); }

    const AnimationClip& clip;
    std::vector<BoneChannels> channels;   ///< Of all bones of the skeleton, in the order of bones().
    std::vector<std::size_t> parents;     ///< Of the same; noBone without parent.
    std::vector<std::size_t> baked;       ///< Numbers of the baked bones, in their order.
    std::vector<std::size_t> involved;    ///< These and all above them, parents first.
    std::vector<UnboundChannel> unbound;  ///< Channels that move no bone of the skeleton.
    std::vector<double> keyTimes;         ///< Of everything that moves an involved bone: rising, without repetition.
    std::vector<double> frameTimes;       ///< At least one. Those that meet a key but for rounding are that key's time.
    double framesPerSecond = 0.;

private:
    void chooseBones(const Skeleton& skeleton, const BakeOptions& options);
    void chooseTimes(const BakeOptions& options);
    /// Time tracks of what moves involved bones.
    [[nodiscard]] std::vector<std::size_t> usedTracks() const;
    /// Of the smallest distance between two keys of a track that is a 240th of a second or more; 0 if no track has two keys.
    [[nodiscard]] double keysPerSecond() const;
};

}  // namespace armature
