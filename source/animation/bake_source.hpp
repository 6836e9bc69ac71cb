#pragma once

#include <cstddef>
#include <vector>

#include <armature/animation/baked_clip.hpp>

#include "animation/bone_channels.hpp"

namespace armature {

/// A stretch of time in which a channel jumps: from what it was to what it is, which at a STEP are one time.
struct ClipJump {
    double begin = 0.;
    double end = 0.;
};

/// What a clip is baked from: where bones get their pose, which of them are baked, and at what times. Keeps a reference to the clip.
struct BakeSource {
    static constexpr std::size_t noBone = static_cast<std::size_t>(-1);

    /// Checks what BakedClip::create() promises to check, but for the rate.
    BakeSource(const AnimationClip& exactClip, const Skeleton& skeleton, const BakeOptions& options);

    /// The local pose of one bone as the clip has it, by number in the skeleton's bones().
    [[nodiscard]] Transform sample(std::size_t bone, double seconds) const { return channels[bone].sample(clip, seconds); }

    /// The rates to try, in order: see BakeOptions::framesPerSecond.
    [[nodiscard]] std::vector<double> ratesToTry(const BakeOptions& options) const;
    /// Lays out the frames. Throws std::invalid_argument for a rate that cannot be.
    void setRate(double rate);
    /// Whether anything jumps on the way to the frame at `seconds`, or if none is there, to the next one.
    [[nodiscard]] bool jumpsBefore(double seconds) const;

    const AnimationClip& clip;
    std::vector<BoneChannels> channels;   ///< Of all bones of the skeleton, in the order of bones().
    std::vector<std::size_t> parents;     ///< Of the same; noBone without parent.
    std::vector<std::size_t> baked;       ///< Numbers of the baked bones, in their order.
    std::vector<std::size_t> involved;    ///< These and all above them, parents first.
    std::vector<UnboundChannel> unbound;  ///< Channels that move no bone of the skeleton.
    std::vector<double> keyTimes;         ///< Of everything that moves an involved bone: rising, without repetition.
    std::vector<double> frameTimes;       ///< At least one. Those that meet a key but for rounding are that key's time.
    double framesPerSecond = 0.;
    std::vector<ClipJump> jumps;     ///< Of all that moves an involved bone, by their ends.
    std::vector<bool> hasJumpAbove;  ///< Of each bone of the skeleton: it or one above it jumps.
    double size = 0.;                ///< Diagonal of the box around the bones at rest.

private:
    void chooseBones(const Skeleton& skeleton, const BakeOptions& options);
    void collectKeys();
    void collectJumps();
    void measureRest();
    /// The smallest number of frames of a 30th of a second or less, and no less than a 480th, of which every key is one; 0 if there is none.
    [[nodiscard]] double intervalsOfAllKeys() const;
    /// Time tracks of what moves involved bones.
    [[nodiscard]] std::vector<std::size_t> usedTracks() const;
    /// Of the smallest distance between two keys of a track that is a 240th of a second or more; 0 if no track has two keys.
    [[nodiscard]] double keysPerSecond() const;
};

}  // namespace armature
