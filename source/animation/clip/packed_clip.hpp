#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>

#include "animation/clip/clip_layout.hpp"
#include "animation/clip/kernels/lane_kernels.hpp"
#include "animation/clip/kernels/sample_kernels.hpp"
#include "math/aligned_vector.hpp"

namespace armature {

/// A clip's keys in the order in which sampling reads them, and how to sample them: see clip_layout.hpp.
class PackedClip {
public:
    /// Lays out an image. Precondition: AnimationClip::create accepts keys like these, and each time track is used. Throws
    /// std::invalid_argument, which names the clip `name`, if there are more than mostTimes key times or mostValues values.
    PackedClip(const std::string& name, const ClipKeys& keys);
    /// Uses an image in place, in memory that `owner` keeps alive. Checks the whole image, in O(bytes). If the image is not of this
    /// version, is incomplete, or holds something that AnimationClip::create would refuse or change, throws std::invalid_argument, which
    /// says what is wrong and where.
    PackedClip(std::span<const std::byte> image, std::shared_ptr<const void> owner);

    /// The clip's image, which a file may hold and the other constructor accepts.
    [[nodiscard]] std::span<const std::byte> image() const noexcept { return image_; }

    [[nodiscard]] std::size_t timeTrackCount() const noexcept { return firstTimes_.size() - 1; }
    [[nodiscard]] std::span<const float> timeTrack(std::size_t track) const noexcept
    {
        return times_.subspan(firstTimes_[track], firstTimes_[track + 1] - firstTimes_[track]);
    }
    [[nodiscard]] std::span<const ClipImageChannel> channels() const noexcept { return channels_; }
    /// times() holds the key times of all tracks, one track after the other; values() holds the values of all channels.
    [[nodiscard]] std::span<const float> times() const noexcept { return times_; }
    [[nodiscard]] std::span<const float> values() const noexcept { return values_; }
    [[nodiscard]] ChannelValues valuesOf(std::size_t channel) const noexcept;

    /// The number of floats in a pose.
    [[nodiscard]] std::size_t poseSize() const noexcept { return plan_.poseSize; }
    /// Where each channel's value is in a pose, by channel.
    [[nodiscard]] std::span<const PoseEntry> poseEntries() const noexcept { return plan_.pose; }
    [[nodiscard]] const ClipPlan& plan() const noexcept { return plan_; }

    /// Samples every channel. `cursors` hold the keys of the last sampled time: they make sampling a slightly later time fast, and do not
    /// change results.
    void sample(double seconds, ClipCursors& cursors, std::span<float> outPose) const noexcept;
    [[nodiscard]] ClipCursors makeCursors() const;

private:
    void look() noexcept;
    void checkHeader() const;
    void checkChannels() const;
    void checkNumbers() const;
    [[nodiscard]] bool hasBadRotation() const noexcept;
    void sampleBatch(const ClipBatch& batch, const KeyPosition& position, std::span<float> out) const noexcept;

    std::shared_ptr<const void> owner_;
    std::span<const std::byte> image_;
    std::span<const ClipImageTrack> tracks_;
    std::span<const ClipImageChannel> channels_;
    std::span<const float> times_;
    std::span<const float> values_;
    std::vector<std::size_t> firstTimes_;  // index of each track's first time in times_, and the end of the last track
    ClipPlan plan_;
};

}  // namespace armature
