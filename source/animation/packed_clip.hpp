#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>

#include "animation/kernels/sample_kernels.hpp"
#include "math/aligned_vector.hpp"

namespace armature {

/// Where a channel's value is in the pose that PackedClip::sample writes: component c is at first + c * step.
struct PoseEntry {
    std::size_t first = 0;
    std::size_t step = 0;
};

/// A clip's keys in the order in which sampling reads them: channels that share key times, path and interpolation side by side in lanes.
///
/// One such batch is [key][tangent or value][component][lane]. Rows of more than eight lanes are padded to whole registers of sixteen,
/// shorter ones to the next power of two, so that padding never doubles a clip. Each weight of a morph channel is a lane of its own.
class PackedClip {
public:
    /// Precondition: `description` is what AnimationClip::create accepts.
    explicit PackedClip(const ClipDescription& description);

    /// Floats in a pose.
    [[nodiscard]] std::size_t poseSize() const noexcept { return poseSize_; }
    /// One for each channel.
    [[nodiscard]] std::span<const PoseEntry> poseEntries() const noexcept { return entries_; }

    /// Samples every channel: one search for each time track, one pass over its channels. `cursors` has an element for each time track and
    /// remembers where it was; any values in it are good.
    void sample(std::span<const std::vector<float>> timeTracks, double seconds, std::span<std::size_t> cursors,
                std::span<float> outPose) const noexcept;

private:
    struct Batch {
        std::size_t timeTrack;
        ChannelPath path;
        Interpolation interpolation;
        std::size_t lanes;       // with padding
        std::size_t size;        // floats in one value: components * lanes
        std::size_t firstValue;  // in values_
        std::size_t firstPose;

        [[nodiscard]] std::size_t valuesPerKey() const noexcept { return interpolation == Interpolation::CubicSpline ? 3 : 1; }
    };

    void addBatch(const ClipDescription& description, std::span<const std::size_t> channels);
    void fill(const Batch& batch, const ChannelDescription& channel, std::size_t firstLane);
    void sampleBatch(const Batch& batch, const KeyPosition& position, std::span<float> out) const noexcept;

    std::vector<Batch> batches_;  // by time track
    std::vector<PoseEntry> entries_;
    AlignedVector<float> values_;
    std::size_t poseSize_ = 0;
};

}  // namespace armature
