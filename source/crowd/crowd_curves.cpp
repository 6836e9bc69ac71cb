#include <algorithm>
#include <array>

#include <armature/animation/animation_clip.hpp>
#include <armature/crowd/crowd.hpp>

#include "animation/clip/named_channels.hpp"
#include "animation/graph/graph_player_state.hpp"
#include "crowd/crowd_state.hpp"

/// The curves and morph weights that members play besides bones.
namespace armature {

// During a fade, the later clip has the same share as in the pose.
Crowd::State::CurveParts Crowd::State::curveParts(const Member& member) const
{
    if (!member.isPlaying) {
        return {};
    }
    const bool isFading = member.fadeElapsed < member.fadeDuration;
    const float share = isFading ? static_cast<float>(member.fadeElapsed / member.fadeDuration) : 1.f;
    return {CurvePart{curves[member.playback.clip].get(), member.playback.time, share},
            CurvePart{isFading ? curves[member.fadeFrom.clip].get() : nullptr, member.fadeFrom.time, 1.f - share}};
}

void Crowd::sampleCurve(CrowdInstance instance, std::string_view name, std::span<float> outValue) const
{
    State::Member& member = state_->at(instance);
    if (member.graph != nullptr) {
        State::GraphPlayback& playback = *member.graph;
        const GraphClock clock(CompiledGraph::of(*state_->graphs[playback.index]), playback.run.parameters, playback.run.clocks);
        sampleGraphCurve(clock, name, state_->scratchOf(playback).leaves, outValue);
        return;
    }
    std::ranges::fill(outValue, 0.f);
    for (const State::CurvePart& part : state_->curveParts(member)) {
        if (const auto channel = findCurve(part.curves, name)) {
            std::array<float, 16> value{};  // see ChannelPath::Property
            part.curves->sample(*channel, part.seconds, value);
            for (std::size_t i = 0; i < std::min(outValue.size(), part.curves->channels()[*channel].components); ++i) {
                outValue[i] += part.share * value[i];
            }
        }
    }
}

void Crowd::sampleMorphWeights(CrowdInstance instance, std::string_view node, std::span<float> inOutWeights) const
{
    State::Member& member = state_->at(instance);
    if (member.graph != nullptr) {
        State::GraphPlayback& playback = *member.graph;
        const GraphClock clock(CompiledGraph::of(*state_->graphs[playback.index]), playback.run.parameters, playback.run.clocks);
        sampleGraphWeights(clock, node, state_->scratchOf(playback), inOutWeights);
        return;
    }
    const State::CurveParts parts = state_->curveParts(member);
    float rest = 1.f;
    for (const State::CurvePart& part : parts) {
        rest -= findWeights(part.curves, node) ? part.share : 0.f;
    }
    for (float& weight : inOutWeights) {
        weight *= std::max(0.f, rest);
    }
    std::vector<float>& sampled = state_->sampledWeights;
    for (const State::CurvePart& part : parts) {
        if (const auto channel = findWeights(part.curves, node)) {
            const std::size_t count = part.curves->channels()[*channel].components;
            sampled.resize(std::max(sampled.size(), count));
            part.curves->sample(*channel, part.seconds, sampled);
            for (std::size_t target = 0; target < std::min(inOutWeights.size(), count); ++target) {
                inOutWeights[target] += part.share * sampled[target];
            }
        }
    }
}

}  // namespace armature
