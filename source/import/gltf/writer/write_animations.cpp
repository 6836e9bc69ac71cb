#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>

#include "import/gltf/writer/writer.hpp"

// Animations (glTF 2.0, sections 3.11 and 5.5 to 5.9).
namespace armature::gltf {

namespace {

std::string_view nameOf(Interpolation interpolation) noexcept
{
    switch (interpolation) {
    case Interpolation::Step: return "STEP";
    case Interpolation::Linear: return "LINEAR";
    case Interpolation::CubicSpline: break;
    }
    return "CUBICSPLINE";
}

std::string_view nameOf(ChannelPath path) noexcept
{
    switch (path) {
    case ChannelPath::Translation: return "translation";
    case ChannelPath::Rotation: return "rotation";
    case ChannelPath::Scale: return "scale";
    case ChannelPath::Weights: break;
    }
    return "weights";
}

std::size_t addValues(WriterContext& context, const ChannelDescription& channel)
{
    const bool isRotation = channel.path == ChannelPath::Rotation;
    const std::size_t components = channel.path == ChannelPath::Weights ? 1 : channel.components;
    const std::size_t count = channel.values.size() / components;
    const bool isUnit = std::ranges::all_of(channel.values, [](float value) { return std::abs(value) <= 1.f; });
    if (context.options.quantize && isRotation && isUnit && channel.interpolation != Interpolation::CubicSpline) {
        std::vector<std::int16_t> small(channel.values.size());
        std::ranges::transform(channel.values, small.begin(),
                               [](float value) { return static_cast<std::int16_t>(std::lround(value * 32767.f)); });
        return context.pool.add(std::span<const std::int16_t>(small),
                                {.componentType = ComponentType::Short, .components = 4, .isNormalized = true}, count);
    }
    return context.pool.add(std::span<const float>(channel.values), {.components = components}, count);
}

/// Channels whose keys are the same share a sampler.
void writeClip(WriterContext& context, const ClipDescription& clip)
{
    using Sampler = std::tuple<std::size_t, std::size_t, Interpolation>;
    std::map<Sampler, std::size_t> known;
    std::vector<Sampler> samplers;
    std::vector<std::size_t> samplerOf;
    for (const ChannelDescription& channel : clip.channels) {
        const std::vector<float>& times = clip.timeTracks[channel.timeTrack];
        const std::size_t input = context.pool.add(std::span<const float>(times), {.hasRange = true}, times.size());
        const Sampler sampler{input, addValues(context, channel), channel.interpolation};
        const auto [place, isNew] = known.try_emplace(sampler, samplers.size());
        if (isNew) {
            samplers.push_back(sampler);
        }
        samplerOf.push_back(place->second);
    }
    JsonWriter& json = context.json;
    json.beginObject();
    context.memberUnlessEmpty("name", clip.name);
    json.key("samplers");
    json.beginArray();
    for (const auto& [input, output, interpolation] : samplers) {
        json.beginObject(JsonWriter::Layout::Inline);
        json.member("input", input);
        json.member("output", output);
        json.member("interpolation", nameOf(interpolation));
        json.endObject();
    }
    json.endArray();
    json.key("channels");
    json.beginArray();
    for (std::size_t number = 0; number < clip.channels.size(); ++number) {
        json.beginObject(JsonWriter::Layout::Inline);
        json.member("sampler", samplerOf[number]);
        json.key("target");
        json.beginObject();
        json.member("node", clip.channels[number].target.index);
        json.member("path", nameOf(clip.channels[number].path));
        json.endObject();
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

}  // namespace

void writeAnimations(WriterContext& context)
{
    if (context.scene.clips.empty()) {
        return;
    }
    context.json.key("animations");
    context.json.beginArray();
    for (const ClipDescription& clip : context.scene.clips) {
        writeClip(context, clip);
    }
    context.json.endArray();
}

}  // namespace armature::gltf
