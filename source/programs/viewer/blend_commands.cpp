#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/words.hpp"
#include "blend_pad.hpp"
#include "command_tables.hpp"
#include "graph_text.hpp"
#include "programs/armature/command_line.hpp"

// Commands for the blend spaces of any graph, and for the blend space of a graph made from clips.
namespace armature::tools {

namespace {

// Returns the clips that a line names, one after another. A name may contain blanks: the longest name that matches is taken. Throws
// CommandError if a name is unknown or stands twice.
std::vector<std::size_t> clipsIn(const OpenModel& model, std::string_view text)
{
    const auto groups = model.playback.clips();
    std::vector<std::size_t> clips;
    while (!text.empty()) {
        std::size_t length = splitLine(text).first.size();
        for (std::size_t group = 0; group < groups.size(); ++group) {
            const std::string& name = groups[group]->getName();
            const bool isWhole =
                text.size() == name.size() || (text.size() > name.size() && text.find_first_of(" \t", name.size()) == name.size());
            length = text.starts_with(name) && isWhole ? std::max(length, name.size()) : length;
        }
        const std::size_t clip = requireClip(model, text.substr(0, length));
        if (std::ranges::find(clips, clip) != clips.end()) {
            throw CommandError(fmt::format("{} stands twice", inQuotes(text.substr(0, length))));
        }
        clips.push_back(clip);
        text.remove_prefix(std::min(text.find_first_not_of(" \t", length), text.size()));
    }
    return clips;
}

void makePad(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    std::vector<std::size_t> clips = clipsIn(model, text);
    if (text.empty()) {
        clips.resize(model.playback.clips().size());
        std::iota(clips.begin(), clips.end(), std::size_t(0));
    }
    if (clips.size() < 2) {
        throw CommandError(fmt::format("a pad blends two clips or more, not {}", clips.size()));
    }
    editPad(model, "blend clips", {placeAround(clips), clips.size() == 2});
}

void placeClip(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    const Parameters line = text;
    std::array<float, 2> place{};
    for (const std::size_t axis : {1u, 0u}) {
        const std::size_t blank = text.find_last_of(" \t");
        if (blank == std::string_view::npos) {
            throw CommandError(fmt::format("a clip and its place, CLIP X Y, not {}", inQuotes(line)));
        }
        place[axis] = static_cast<float>(parseNumber(text.substr(blank + 1), axis == 1 ? "y" : "x"));
        text = text.substr(0, text.find_last_not_of(" \t", blank) + 1);
    }
    const std::size_t clip = requireClip(model, text);
    std::vector<BlendPlace> places = padOf(model).places;
    std::erase_if(places, [clip](const BlendPlace& candidate) { return candidate.clip == clip; });
    places.push_back({clip, {place[0], place[1]}});
    editPad(model, fmt::format("move {} on the pad", model.playback.nameOf(clip)), {std::move(places), false});
}

void goToPlace(ViewerDocument& document, Parameters text)
{
    const BlendReading reading = readBlend(requireGraph(document), document.current()->blendSpace);
    if (reading.space == nullptr) {
        throw CommandError(fmt::format("{} has no blend space", requireGraph(document).getSource().name));
    }
    const auto [x, y] = splitLine(text);
    const bool isLine = reading.space->y.empty();
    if (isLine && !y.empty()) {
        throw CommandError(fmt::format("{} has one dimension: X, not {}", inQuotes(*reading.name), inQuotes(text)));
    }
    const auto toX = static_cast<float>(parseNumber(x, "x"));
    const float toY = isLine ? 0.f : static_cast<float>(parseNumber(y, "y"));
    changeGraph(document, [&](GraphPlayback& graph) {
        graph.set(reading.space->x, toX);
        if (!isLine) {
            graph.set(reading.space->y, toY);
        }
    });
}

void chooseSpace(ViewerDocument& document, Parameters name)
{
    const auto names = blendSpacesOf(requireGraph(document));
    if (names.empty()) {
        throw CommandError(fmt::format("{} has no blend space", requireGraph(document).getSource().name));
    }
    document.current()->blendSpace = names[oneOf(name, names)];
}

constexpr std::array blendCommandTable{
    ViewerCommand{"blend-pad", "[CLIP...]", "blends clips, or all, the first in the middle and the others around it", makePad},
    ViewerCommand{"blend", "CLIP X Y", "puts a clip at a place of the pad", placeClip},
    ViewerCommand{"blend-to", "X [Y]", "goes to a place of the blend space", goToPlace},
    ViewerCommand{"blend-space", "NAME", "shows another blend space of the graph", chooseSpace},
};

}  // namespace

std::span<const ViewerCommand> blendCommands()
{
    return blendCommandTable;
}

}  // namespace armature::tools
