#include "inspect.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/trigonometric.hpp>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include "base/json_writer.hpp"
#include "base/words.hpp"
#include "cooked/cooked_format.hpp"

namespace armature::tools {

namespace {

using Layout = JsonWriter::Layout;

// Appends a line for each item of a kind, such as "  3 \"name\": LINE, 123 bytes", where LINE is line(index). If there are any items, a
// title comes first.
template <class Line>
void appendAll(std::string& text, const CookedFile& cooked, CookedKind kind, std::string_view title, const Line& line)
{
    if (cooked.count(kind) > 0) {
        text += fmt::format("\n{}\n", title);
    }
    for (std::size_t index = 0; index < cooked.count(kind); ++index) {
        text += fmt::format("  {} {}: {}, {}\n", index, inQuotes(cooked.name(kind, index)), line(index),
                            counted(cooked.size(kind, index), "byte"));
    }
}

template <class Members>
void writeAll(JsonWriter& json, const CookedFile& cooked, CookedKind kind, std::string_view title, const Members& members)
{
    json.key(title);
    json.beginArray();
    for (std::size_t index = 0; index < cooked.count(kind); ++index) {
        json.beginObject(Layout::Inline);
        json.member("index", index);
        json.member("name", cooked.name(kind, index));
        json.member("bytes", cooked.size(kind, index));
        members(index);
        json.endObject();
    }
    json.endArray();
}

std::size_t keysOf(const AnimationClip& clip)
{
    std::size_t keys = 0;
    for (const auto& channel : clip.channels()) {
        keys += clip.timeTrack(channel.timeTrack).size();
    }
    return keys;
}

}  // namespace

bool isCooked(const std::string& file)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) {  // opening a pipe would wait
        return false;
    }
    std::array<char, cooked::magic.size()> beginning{};
    std::ifstream stream(file, std::ios::binary);
    return stream.read(beginning.data(), beginning.size()) && beginning == cooked::magic;
}

std::string inspectCookedAsText(std::string_view file, const CookedFile& cooked)
{
    std::string text = fmt::format("{}: {}\n", printable(file), toString(cooked));
    appendAll(text, cooked, CookedKind::Skeleton, "skeletons", [&](std::size_t index) {
        const auto skeleton = cooked.createSkeleton(index);
        const std::size_t sets = skeleton->inverseBindSetCount();
        return fmt::format("{}, a palette of {}{}", counted(skeleton->bones().size(), "bone"), skeleton->getFinalMatrices().size(),
                           sets > 1 ? fmt::format(", {} of inverse binds", counted(sets, "set")) : "");
    });
    appendAll(text, cooked, CookedKind::Clip, "clips", [&](std::size_t index) {
        const auto clip = cooked.getClip(index);
        return fmt::format("{:.3f} s, {}, {}", clip->getDuration(), counted(clip->channels().size(), "channel"),
                           counted(keysOf(*clip), "key"));
    });
    appendAll(text, cooked, CookedKind::BakedClip, "baked clips", [&](std::size_t index) {
        const auto clip = cooked.getBakedClip(index);
        return fmt::format("{:.3f} s, {}, {} at {:.2f} a second of {}, off by {:.3g} and {:.3g} degrees", clip->getDuration(),
                           counted(clip->boneCount(), "bone"), counted(clip->frameCount(), "frame"), clip->getFramesPerSecond(),
                           clip->isQuantized() ? "16 bits" : "floats", clip->getError().position, glm::degrees(clip->getError().rotation));
    });
    appendAll(text, cooked, CookedKind::Crowd, "crowds", [&](std::size_t index) {
        const CookedCrowd crowd = cooked.getCrowd(index);
        static_cast<void>(cooked.createCrowd(index));
        return fmt::format("skeleton {}, baked clips [{}]", crowd.skeleton, fmt::join(crowd.bakedClips, ", "));
    });
    return text;
}

std::string inspectCookedAsJson(std::string_view file, const CookedFile& cooked)
{
    JsonWriter json;
    json.beginObject();
    json.member("version", inspectVersion);
    json.member("file", file);
    json.member("bytes", cooked.bytes().size());
    writeAll(json, cooked, CookedKind::Skeleton, "skeletons", [&](std::size_t index) {
        const auto skeleton = cooked.createSkeleton(index);
        json.member("bones", skeleton->bones().size());
        json.member("paletteSize", skeleton->getFinalMatrices().size());
        json.member("inverseBindSets", skeleton->inverseBindSetCount());
    });
    writeAll(json, cooked, CookedKind::Clip, "clips", [&](std::size_t index) {
        const auto clip = cooked.getClip(index);
        json.member("duration", clip->getDuration());
        json.member("channels", clip->channels().size());
        json.member("keys", keysOf(*clip));
    });
    writeAll(json, cooked, CookedKind::BakedClip, "bakedClips", [&](std::size_t index) {
        const auto clip = cooked.getBakedClip(index);
        json.member("duration", clip->getDuration());
        json.member("bones", clip->boneCount());
        json.member("frames", clip->frameCount());
        json.member("framesPerSecond", clip->getFramesPerSecond());
        json.member("isQuantized", clip->isQuantized());
        json.member("errorPosition", clip->getError().position);
        json.member("errorRadians", clip->getError().rotation);
    });
    writeAll(json, cooked, CookedKind::Crowd, "crowds", [&](std::size_t index) {
        const CookedCrowd crowd = cooked.getCrowd(index);
        static_cast<void>(cooked.createCrowd(index));
        json.member("skeleton", crowd.skeleton);
        json.key("bakedClips");
        json.beginArray(Layout::Inline);
        for (const std::size_t clip : crowd.bakedClips) {
            json.value(clip);
        }
        json.endArray();
    });
    json.endObject();
    return json.take();
}

}  // namespace armature::tools
