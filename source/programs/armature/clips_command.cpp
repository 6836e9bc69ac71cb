#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/gltf_names.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/text.hpp>

#include "base/json_writer.hpp"
#include "base/words.hpp"
#include "clip_facts.hpp"
#include "commands.hpp"
#include "effort.hpp"
#include "playback.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

using Layout = JsonWriter::Layout;

constexpr std::size_t mostNames = 12;  // limit of the names that a line of text lists

template <std::size_t count, class NameOf>
std::string countedKinds(const std::array<std::size_t, count>& counts, const NameOf& nameOf)
{
    std::vector<std::string> words;
    for (std::size_t kind = 0; kind < count; ++kind) {
        if (counts[kind] > 0) {
            words.push_back(fmt::format("{} {}", counts[kind], nameOf(kind)));
        }
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string_view interpolationName(std::size_t kind)
{
    return gltfName(static_cast<Interpolation>(kind));
}

std::string_view pathName(std::size_t kind)
{
    return gltfName(static_cast<ChannelPath>(kind));
}

std::string pluralOf(std::size_t kind, std::size_t count)
{
    const auto path = static_cast<ChannelPath>(kind);
    if (path == ChannelPath::Property) {
        return count == 1 ? "property or curve" : "properties and curves";
    }
    return fmt::format("{}{}", gltfName(path), count == 1 || path == ChannelPath::Weights ? "" : "s");
}

// Allows a tolerance, because times are floats: evenly spaced keys are only nearly even.
bool isEven(const ClipFacts& clip)
{
    return clip.slowest && *clip.fastest <= 1.02 * *clip.slowest;
}

std::string rateOf(const ClipFacts& clip)
{
    if (!clip.slowest) {
        return {};
    }
    return isEven(clip) ? fmt::format(", {:.3g} a second", *clip.slowest)
                        : fmt::format(", unevenly {:.3g} to {:.3g} a second", *clip.slowest, *clip.fastest);
}

std::string listFirstNames(const std::vector<std::string>& names)
{
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(names.size(), mostNames); ++i) {
        words.push_back(inQuotes(names[i]));
    }
    return fmt::format("{}{}", fmt::join(words, ", "),
                       names.size() > mostNames ? fmt::format(" and {} more", names.size() - mostNames) : "");
}

void appendTargets(std::string& text, std::string_view what, const std::vector<std::string>& names)
{
    if (!names.empty()) {
        text += fmt::format("    moves {}: {}\n", counted(names.size(), what), listFirstNames(names));
    }
}

void appendLoop(std::string& text, const ClipFacts& clip)
{
    const ClipGap& gap = clip.gap;
    text += fmt::format("    {}", gap.isClosed ? "loops: " : "does not loop: ");
    if (gap.worst.empty() || std::max({gap.distance, gap.degrees, gap.number}) < 1e-4) {
        text += "the last pose is the first\n";
        return;
    }
    text += fmt::format("the last pose is {:.3g} units, {:.3g} degrees{} from the first", gap.distance, gap.degrees,
                        gap.number > 0. ? fmt::format(" and {:.3g} of other numbers", gap.number) : "");
    text += gap.isClosed ? std::string("\n") : fmt::format(", most of all at {}\n", inQuotes(gap.worst));
}

std::string turnOf(double degrees)
{
    return std::abs(degrees) < 0.05
               ? std::string()
               : fmt::format(" and turns {:.3g} degrees to the {}", std::abs(degrees), degrees > 0. ? "left" : "right");
}

void appendClip(std::string& text, const ClipFacts& clip, std::size_t index)
{
    text += fmt::format("\n  {} {}: {:.6g} s, {}, {}{}\n", index, inQuotes(clip.name), clip.duration, counted(clip.channels, "channel"),
                        counted(clip.keys, "key"), rateOf(clip));
    if (clip.channels > 0) {
        text += fmt::format("    {}; {}\n", countedKinds(clip.paths, [&](std::size_t kind) { return pluralOf(kind, clip.paths[kind]); }),
                            countedKinds(clip.interpolations, interpolationName));
    }
    if (clip.bones.size() > 1 && clip.bones.size() == clip.skeletonBones) {
        text += fmt::format("    moves all {}\n", counted(clip.bones.size(), "bone"));
    } else {
        appendTargets(text, "bone", clip.bones);
    }
    appendTargets(text, "node", clip.nodes);
    appendTargets(text, "other thing", clip.others);
    for (const CurveFacts& curve : clip.curves) {
        text += fmt::format("    curve {}: {:.4g} to {:.4g}\n", inQuotes(curve.name), curve.lowest, curve.highest);
    }
    appendLoop(text, clip);
    if (clip.travel) {
        const ClipTravel& travel = *clip.travel;
        text += fmt::format("    travels: {} goes ({:.3g} {:.3g} {:.3g}){}\n", inQuotes(travel.joint), travel.offset.x, travel.offset.y,
                            travel.offset.z, turnOf(travel.degrees));
    } else {
        text += "    stays on the spot\n";
    }
    for (const UnboundChannel& channel : clip.unbound) {
        text += fmt::format("    channel {} moves nothing: {} ({})\n", channel.channel, inQuotes(channel.target), toString(channel.reason));
    }
}

void writeNames(JsonWriter& json, std::string_view key, const std::vector<std::string>& names)
{
    json.key(key);
    json.beginArray(Layout::Inline);
    for (const std::string& name : names) {
        json.value(name);
    }
    json.endArray();
}

template <std::size_t count, class NameOf>
void writeCounts(JsonWriter& json, std::string_view key, const std::array<std::size_t, count>& counts, const NameOf& nameOf)
{
    json.key(key);
    json.beginObject(Layout::Inline);
    for (std::size_t kind = 0; kind < count; ++kind) {
        if (counts[kind] > 0) {
            json.member(nameOf(kind), counts[kind]);
        }
    }
    json.endObject();
}

void writeLoop(JsonWriter& json, const ClipGap& gap)
{
    json.key("loop");
    json.beginObject(Layout::Inline);
    json.member("isClosed", gap.isClosed);
    json.member("distance", gap.distance);
    json.member("degrees", gap.degrees);
    json.member("number", gap.number);
    json.member("worst", gap.worst.empty() ? std::nullopt : std::optional(std::string_view(gap.worst)));
    json.endObject();
}

void writeTravel(JsonWriter& json, const std::optional<ClipTravel>& travel)
{
    json.key("travel");
    if (!travel) {
        json.null();
        return;
    }
    json.beginObject(Layout::Inline);
    json.member("joint", std::string_view(travel->joint));
    json.key("offset");
    json.beginArray(Layout::Inline);
    for (const double component : {travel->offset.x, travel->offset.y, travel->offset.z}) {
        json.value(component);
    }
    json.endArray();
    json.member("degrees", travel->degrees);
    json.endObject();
}

void writeClip(JsonWriter& json, const ClipFacts& clip, std::size_t index)
{
    json.beginObject();
    json.member("index", index);
    json.member("name", std::string_view(clip.name));
    json.member("duration", clip.duration);
    json.member("channels", clip.channels);
    json.member("keys", clip.keys);
    writeCounts(json, "paths", clip.paths, pathName);
    writeCounts(json, "interpolations", clip.interpolations, interpolationName);
    json.key("keysPerSecond");
    json.beginObject(Layout::Inline);
    json.member("lowest", clip.slowest);
    json.member("highest", clip.fastest);
    json.endObject();
    writeNames(json, "bones", clip.bones);
    writeNames(json, "nodes", clip.nodes);
    writeNames(json, "others", clip.others);
    json.key("curves");
    json.beginArray();
    for (const CurveFacts& curve : clip.curves) {
        json.beginObject(Layout::Inline);
        json.member("name", std::string_view(curve.name));
        json.member("lowest", curve.lowest);
        json.member("highest", curve.highest);
        json.endObject();
    }
    json.endArray();
    json.key("unbound");
    json.beginArray();
    for (const UnboundChannel& channel : clip.unbound) {
        json.beginObject(Layout::Inline);
        json.member("channel", channel.channel);
        json.member("target", std::string_view(channel.target));
        json.member("reason", toString(channel.reason));
        json.endObject();
    }
    json.endArray();
    writeLoop(json, clip.gap);
    writeTravel(json, clip.travel);
    json.endObject();
}

}  // namespace

std::string clipsAsText(std::string_view file, const std::vector<ClipFacts>& clips)
{
    std::string text = fmt::format("{}: {}\n", printable(file), clips.empty() ? "no clips" : counted(clips.size(), "clip"));
    for (std::size_t index = 0; index < clips.size(); ++index) {
        appendClip(text, clips[index], index);
    }
    return text;
}

std::string clipsAsJson(std::string_view file, const std::vector<ClipFacts>& clips)
{
    JsonWriter json;
    json.beginObject();
    json.member("file", file);
    json.key("clips");
    json.beginArray();
    for (std::size_t index = 0; index < clips.size(); ++index) {
        writeClip(json, clips[index], index);
    }
    json.endArray();
    json.endObject();
    return json.take();
}

void runClips(const InspectOptions& options)
{
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    std::vector<ClipFacts> clips;
    const FilePose pose(*scene);
    Effort effort(options.file, scene->sourceFiles(), options.reading.limits);
    effort.begin(scene->animationGroups().size());
    for (AnimationGroup* group : scene->animationGroups()) {
        // Both ends of the clip are posed, and all nodes are examined for travel.
        effort.require(8 * costOfPose(*scene, group->getClip()) + costOfWork(keyedValuesOf(group->getClip()), 20), "looking at all clips");
        clips.push_back(factsOf(*scene, *group));
        pose.restore();  // each clip is examined from the file's own pose
        effort.advance();
    }
    effort.end();
    writeOutput(options.isJson ? clipsAsJson(options.file, clips) : clipsAsText(options.file, clips));
}

}  // namespace armature::tools
