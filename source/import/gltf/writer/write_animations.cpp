#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include <armature/animation/gltf_names.hpp>

#include "base/words.hpp"
#include "import/gltf/property_pointers.hpp"
#include "import/gltf/writer/writer.hpp"

// Animations (glTF 2.0, sections 3.11 and 5.5 to 5.9).
namespace armature::gltf {

namespace {

std::size_t addValues(WriterContext& context, const ChannelDescription& channel)
{
    if (channel.path == ChannelPath::Property && isBoolean(channel.target)) {
        std::vector<std::uint8_t> bytes(channel.values.size());
        std::ranges::transform(channel.values, bytes.begin(),
                               [](float value) { return value >= 0.5f ? std::uint8_t{1} : std::uint8_t{0}; });
        return context.pool.add(std::span<const std::uint8_t>(bytes), {.componentType = ComponentType::UnsignedByte}, bytes.size());
    }
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

/// Adds values as integers of the original type. They mean the same values as in the original file, except 32-bit integers above 2^24,
/// which were rounded to floats on loading.
template <class Integer>
std::size_t addIntegers(WriterContext& context, const KeptChannel& channel, const ElementFormat& format, std::size_t count)
{
    using Limits = std::numeric_limits<Integer>;
    const float largest = channel.isNormalized ? static_cast<float>(Limits::max()) : 1.f;
    std::vector<Integer> integers(channel.values.size());
    std::ranges::transform(channel.values, integers.begin(), [largest](float value) {
        const long long rounded = std::llround(value * largest);  // a float near 2^32 may be rounded beyond the type's limit
        return static_cast<Integer>(std::clamp<long long>(rounded, Limits::min(), Limits::max()));
    });
    return context.pool.add(std::span<const Integer>(integers), format, count);
}

std::size_t addValues(WriterContext& context, const KeptChannel& channel)
{
    const auto type = static_cast<ComponentType>(channel.componentType);
    const ElementFormat format{.componentType = type, .components = channel.components, .isNormalized = channel.isNormalized};
    const std::size_t count = channel.values.size() / channel.components;
    switch (type) {
    case ComponentType::Byte: return addIntegers<std::int8_t>(context, channel, format, count);
    case ComponentType::UnsignedByte: return addIntegers<std::uint8_t>(context, channel, format, count);
    case ComponentType::Short: return addIntegers<std::int16_t>(context, channel, format, count);
    case ComponentType::UnsignedShort: return addIntegers<std::uint16_t>(context, channel, format, count);
    case ComponentType::UnsignedInt: return addIntegers<std::uint32_t>(context, channel, format, count);
    case ComponentType::Float: break;
    }
    return context.pool.add(std::span<const float>(channel.values), format, count);
}

/// Writes one animation. Channels with the same keys and interpolation share a sampler.
class ClipWriter {
public:
    explicit ClipWriter(WriterContext& context) : context_(context) {}

    void write(std::size_t number)
    {
        const ClipDescription& clip = context_.scene.clips[number];
        const importing::KeptClip kept = number < context_.scene.kept.size() ? context_.scene.kept[number] : importing::KeptClip();
        addChannels(clip, kept);
        JsonWriter& json = context_.json;
        json.beginObject();
        context_.memberUnlessEmpty("name", clip.name);
        writeSamplers();
        json.key("channels");
        json.beginArray();
        for (const Channel& channel : channels_) {
            json.beginObject(JsonWriter::Layout::Inline);
            json.member("sampler", channel.sampler);
            json.key("target");
            json.beginObject();
            if (channel.node) {
                json.member("node", *channel.node);
            }
            json.member("path", channel.path);
            if (!channel.pointer.empty()) {
                ExtensionsWriter extensions(context_);
                extensions.begin("KHR_animation_pointer").member("pointer", std::string_view(channel.pointer));
                json.endObject();
                extensions.end();
            }
            json.endObject();
            json.endObject();
        }
        json.endArray();
        writeExtensions(number, kept);
        json.endObject();
    }

private:
    using Sampler = std::tuple<std::size_t, std::size_t, Interpolation>;
    struct Channel {
        std::size_t sampler = 0;
        std::optional<std::size_t> node;
        std::string_view path;
        std::string pointer;
    };

    void addChannels(const ClipDescription& clip, const importing::KeptClip& kept)
    {
        for (const ChannelDescription& channel : clip.channels) {
            const std::size_t sampler = addSampler(clip.timeTracks[channel.timeTrack], addValues(context_, channel), channel.interpolation);
            if (channel.path == ChannelPath::Property) {
                channels_.push_back({sampler, std::nullopt, "pointer", pointerTo(channel.target, context_.scene).value_or("")});
            } else {
                channels_.push_back({sampler, channel.target.index, gltfName(channel.path), {}});
            }
        }
        for (std::size_t number = 0; kept.animation != nullptr && number < kept.animation->channels.size(); ++number) {
            const KeptChannel& channel = kept.animation->channels[number];
            const std::size_t sampler = addSampler(channel.times, addValues(context_, channel), channel.interpolation);
            channels_.push_back({sampler, std::nullopt, "pointer", channel.pointer});
        }
    }

    std::size_t addSampler(const std::vector<float>& times, std::size_t output, Interpolation interpolation)
    {
        const std::size_t input = context_.pool.add(std::span<const float>(times), {.hasRange = true}, times.size());
        const Sampler sampler{input, output, interpolation};
        const auto [place, isNew] = known_.try_emplace(sampler, samplers_.size());
        if (isNew) {
            samplers_.push_back(sampler);
        }
        return place->second;
    }

    void writeSamplers()
    {
        JsonWriter& json = context_.json;
        json.key("samplers");
        json.beginArray();
        for (const auto& [input, output, interpolation] : samplers_) {
            json.beginObject(JsonWriter::Layout::Inline);
            json.member("input", input);
            json.member("output", output);
            json.member("interpolation", gltfName(interpolation));
            json.endObject();
        }
        json.endArray();
    }

    void writeExtensions(std::size_t number, const importing::KeptClip& kept)
    {
        static const std::string none;
        const std::string& text = kept.animation != nullptr ? kept.animation->extensions : none;
        ExtensionsWriter extensions(context_);
        extensions.keep({.json = text,
                         .place = fmt::format("clip {}", inQuotes(context_.scene.clips[number].name)),
                         .numbers = kept.numbers,
                         .owner = NumberedThing::Animation});
        const auto pose = std::ranges::find(context_.scene.referencePoses, number, &importing::PoseDescription::clip);
        constexpr std::string_view name = "KHR_animation_reference_pose";
        if (pose != context_.scene.referencePoses.end() && !extensions.isWritten(name)
            && !extensions.isWritten("KHR_character_reference_pose")) {
            extensions.begin(name).member("poseType", std::string_view(pose->type));
            context_.json.endObject();
        }
        extensions.end();
        if (kept.animation != nullptr) {
            context_.writeExtras(kept.animation->extras);
        }
    }

    WriterContext& context_;
    std::map<Sampler, std::size_t> known_;
    std::vector<Sampler> samplers_;
    std::vector<Channel> channels_;
};

}  // namespace

void writeAnimations(WriterContext& context)
{
    if (context.scene.clips.empty()) {
        return;
    }
    context.json.key("animations");
    context.json.beginArray();
    for (std::size_t clip = 0; clip < context.scene.clips.size(); ++clip) {
        ClipWriter(context).write(clip);
    }
    context.json.endArray();
}

}  // namespace armature::gltf
