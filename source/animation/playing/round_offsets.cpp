#include "animation/playing/layer_pose.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/ext/quaternion_double.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_targets.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/node/transform_node.hpp>

#include "animation/clip/kernels/interpolation.hpp"
#include "animation/clip/property_owner.hpp"
#include "animation/edits/rotation_numbers.hpp"
#include "node/state_archive.hpp"

namespace armature {

namespace {

// Returns `turn`, along its shorter arc, repeated `count` times.
glm::dquat repeated(const glm::dquat& turn, double count)
{
    const glm::dvec3 axis(turn.x, turn.y, turn.z);
    const double sine = glm::length(axis);
    if (!(sine > 0.)) {
        return {1., 0., 0., 0.};
    }
    const double side = turn.w < 0. ? -1. : 1.;
    const double half = count * std::atan2(sine, side * turn.w);
    return {std::cos(half), axis * (side * std::sin(half) / sine)};
}

// Reads the current value of a target, in the form in which a channel writes it.
void readTarget(const ChannelBinding& binding, const AnimationChannel& channel, const AnimationTargets* scene, std::span<float> out)
{
    const Node* const node = binding.node.get();
    if (binding.property) {
        if (scene != nullptr && binding.isBound() && binding.property->kind != ChannelTarget::Kind::Curve) {
            readProperty(scene->getProperties(), *binding.property, node, out);
        }
        return;
    }
    if (node == nullptr) {
        return;
    }
    const Node& target = *node;
    const Transform parts = target.getTransform();
    const auto copy = [&](std::initializer_list<float> values) { std::copy(values.begin(), values.end(), out.begin()); };
    switch (channel.path) {
    case ChannelPath::Translation: copy({parts.translation.x, parts.translation.y, parts.translation.z}); return;
    case ChannelPath::Scale: copy({parts.scale.x, parts.scale.y, parts.scale.z}); return;
    case ChannelPath::Rotation: copy({parts.rotation.x, parts.rotation.y, parts.rotation.z, parts.rotation.w}); return;
    default: break;
    }
    if (scene == nullptr) {
        return;
    }
    const auto instances = scene->meshInstances();
    const auto instance = std::ranges::find_if(instances, [&](const MeshInstance* each) { return &each->getNode() == &target; });
    if (instance != instances.end()) {
        const auto weights = (*instance)->getMorphWeights();
        std::copy_n(weights.begin(), std::min(weights.size(), out.size()), out.begin());
    }
}

}  // namespace

void RoundOffsets::prepare(const AnimationClip& clip, std::span<const PoseEntry> entries, const ChannelBindings& channels,
                           const AnimationTargets* scene, const Playhead& playhead, bool isResumed)
{
    channels_.clear();
    std::size_t size = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const AnimationChannel& channel = clip.channels()[i];
        channels_.push_back({channel.path, entries[i], size, channel.components});
        size += channel.components;
    }
    first_.resize(size);
    last_.resize(size);
    for (std::size_t i = 0; i < channels_.size(); ++i) {
        clip.sample(i, playhead.from, std::span(first_).subspan(channels_[i].firstValue, channels_[i].components));
        clip.sample(i, playhead.to, std::span(last_).subspan(channels_[i].firstValue, channels_[i].components));
    }
    if (playhead.loopMode == LoopMode::Accumulate) {
        start_.clear();
    } else if (!isResumed || start_.size() != size) {
        reference_ = playhead.speedRatio < 0. ? last_ : first_;
        start_ = reference_;
        for (std::size_t i = 0; i < channels_.size(); ++i) {
            readTarget(channels.at(i), clip.channels()[i], scene,
                       std::span(start_).subspan(channels_[i].firstValue, channels_[i].components));
        }
    }
}

void RoundOffsets::apply(const Playhead& playhead, std::span<float> pose) const noexcept
{
    if (!playhead.accumulates() || (playhead.round == 0. && start_.empty())) {
        return;
    }
    for (const Channel& channel : channels_) {
        const std::span first = std::span(first_).subspan(channel.firstValue, channel.components);
        const std::span last = std::span(last_).subspan(channel.firstValue, channel.components);
        const auto number = [&](std::size_t component) -> float& { return pose[channel.entry.first + component * channel.entry.step]; };
        if (channel.path == ChannelPath::Rotation) {
            const glm::dquat begin = glm::inverse(rotationOf(first));
            const std::array<float, 4> sampled{number(0), number(1), number(2), number(3)};
            glm::dquat rotation = repeated(rotationOf(last) * begin, playhead.round) * rotationOf(sampled);
            if (!start_.empty()) {
                rotation = rotation * glm::inverse(rotationOf(std::span(reference_).subspan(channel.firstValue, 4)))
                           * rotationOf(std::span(start_).subspan(channel.firstValue, 4));
            }
            number(0) = toFloat(rotation.x);
            number(1) = toFloat(rotation.y);
            number(2) = toFloat(rotation.z);
            number(3) = toFloat(rotation.w);
            continue;
        }
        for (std::size_t i = 0; i < channel.components; ++i) {
            const auto begin = static_cast<double>(first[i]);
            const std::size_t at = channel.firstValue + i;
            const double shift = start_.empty() ? 0. : static_cast<double>(start_[at]) - static_cast<double>(reference_[at]);
            number(i) = toFloat(static_cast<double>(number(i)) + playhead.round * (static_cast<double>(last[i]) - begin) + shift);
        }
    }
}

void RoundOffsets::listState(StateArchive& state)
{
    const std::size_t count = state.exchange(channels_.size());
    if (state.isRestoring()) {
        channels_.resize(count);
    }
    for (std::size_t i = 0; i < count; ++i) {
        Channel listed = i < channels_.size() ? channels_[i] : Channel{};
        if (state.values(listed.path, listed.entry.first, listed.entry.step, listed.firstValue, listed.components)) {
            channels_[i] = listed;
        }
    }
    for (std::vector<float>* values : {&first_, &last_, &start_, &reference_}) {
        if (std::vector<float> restored; state.list(*values, restored)) {
            *values = std::move(restored);
        }
    }
}

}  // namespace armature
