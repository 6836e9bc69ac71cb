#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_clip.hpp>

namespace armature::test {

/// Builds clip descriptions concisely.
class ClipBuilder {
public:
    explicit ClipBuilder(std::string name = "clip") { description_.name = std::move(name); }

    ClipBuilder& node(std::size_t index)
    {
        target_ = {ChannelTarget::Kind::Node, index, 0, {}};
        return *this;
    }
    ClipBuilder& bone(std::size_t skeleton, std::size_t index)
    {
        target_ = {ChannelTarget::Kind::Bone, index, skeleton, {}};
        return *this;
    }
    /// Adds a channel for the current target, with its own time track.
    ClipBuilder& channel(ChannelPath path, Interpolation interpolation, std::vector<float> times, std::vector<float> values,
                         std::size_t weights = 0)
    {
        const std::size_t components = path == ChannelPath::Weights ? weights : path == ChannelPath::Rotation ? 4 : 3;
        description_.timeTracks.push_back(std::move(times));
        description_.channels.push_back({target_, path, interpolation, description_.timeTracks.size() - 1, components, std::move(values)});
        return *this;
    }

    [[nodiscard]] ClipDescription& description() noexcept { return description_; }
    [[nodiscard]] std::shared_ptr<const AnimationClip> create() const { return AnimationClip::create(description_); }

private:
    ClipDescription description_;
    ChannelTarget target_;
};

/// The value of a channel at a time.
[[nodiscard]] inline std::vector<double> sampled(const AnimationClip& clip, std::size_t channel, double seconds)
{
    std::vector<float> value(clip.channels()[channel].components);
    clip.sample(channel, seconds, value);
    return {value.begin(), value.end()};
}

}  // namespace armature::test
