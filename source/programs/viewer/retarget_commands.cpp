#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <armature/import/retarget_json.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/output_file.hpp"
#include "base/words.hpp"
#include "command_tables.hpp"
#include "state_tables.hpp"

// Commands and states for retargeting a clip of one file to the model of another.
namespace armature::tools {

namespace {

// Returns the shown retargeting. Throws CommandError if there is none, or if its source is closed.
const ClipRetargeting& requireRetargeting(ViewerDocument& document)
{
    const ClipRetargeting* shown = shownRetargeting(requireModel(document));
    if (shown == nullptr) {
        throw CommandError(fmt::format("no clip of another file is on {}", printable(document.current()->name)));
    }
    if (shown->source == nullptr) {
        throw CommandError(fmt::format("{} is closed: its map is gone", printable(shown->sourceName)));
    }
    return *shown;
}

std::size_t requireNext(const ViewerDocument& document)
{
    if (document.modelCount() < 2) {
        throw CommandError("to take a clip from: open a second file");
    }
    return (document.getShown() + 1) % document.modelCount();
}

void retargetFrom(ViewerDocument& document, std::size_t number, Parameters clip)
{
    document.retarget(number, clip.empty() ? std::nullopt : std::optional(requireClip(document.model(number), clip)));
    document.settings.page = "retarget";
}

// Retargets a clip of an open file, or of a file to be opened. The line names the file and the clip; both names may contain blanks. The
// line "off" removes all retargeted clips.
void retargetClipOf(ViewerDocument& document, Parameters text)
{
    const OpenModel& model = requireModel(document);
    if (text == "off") {
        if (model.retargetings.empty()) {
            throw CommandError(fmt::format("no clip of another file is on {}", printable(model.name)));
        }
        removeRetargetings(*document.current());
        return;
    }
    const auto [first, rest] = splitLine(text);
    if (first.empty() || first == "next") {
        retargetFrom(document, requireNext(document), rest);
        return;
    }
    for (std::size_t end = text.size(); end != Parameters::npos && end > 0; end = text.find_last_of(' ', end - 1)) {
        const Parameters clip = splitLine(text.substr(end)).first.empty() ? Parameters() : text.substr(text.find_first_not_of(' ', end));
        if (const auto number = findOpen(document, text.substr(0, end))) {
            retargetFrom(document, *number, clip);
            return;
        }
        std::error_code error;
        if (std::filesystem::is_regular_file(std::filesystem::path(text.substr(0, end)), error)) {
            document.openToRetarget(std::filesystem::path(text.substr(0, end)), clip);
            document.settings.page = "retarget";
            return;
        }
    }
    throw CommandError(fmt::format("no other open file, and no file, is called \"{}\"", printable(text)));
}

// Takes a line "TARGET SOURCE" or "TARGET none", and pairs the bone TARGET with the bone SOURCE or with none. Names may contain blanks, so
// every blank is tried as the end of the first name.
void changeRow(ViewerDocument& document, Parameters text)
{
    const RetargetPlan& plan = requireRetargeting(document).plan;
    bool isTargetKnown = false;
    for (std::size_t blank = text.find(' '); blank != Parameters::npos; blank = text.find(' ', blank + 1)) {
        const auto bone = findBone(*plan.target, text.substr(0, blank));
        const Parameters name = text.substr(std::min(text.find_first_not_of(' ', blank), text.size()));
        const auto source = findBone(*plan.source, name);
        if (bone && (source || name == "none")) {
            document.changePair(*bone, source);
            return;
        }
        isTargetKnown = isTargetKnown || bone;
    }
    throw CommandError(fmt::format("a bone of {} and one of {}, or none, not \"{}\": {} has no such bone", document.current()->name,
                                   requireRetargeting(document).sourceName, printable(text),
                                   isTargetKnown ? requireRetargeting(document).sourceName : document.current()->name));
}

void loadMap(ViewerDocument& document, Parameters file)
{
    const bool isNew = requireModel(document).retargetings.empty();
    const OpenModel* source = isNew ? &document.model(requireNext(document)) : requireRetargeting(document).source;
    std::size_t number = 0;
    while (&document.model(number) != source) {
        ++number;
    }
    document.retarget(number, isNew ? std::nullopt : std::optional(requireRetargeting(document).sourceClip), std::filesystem::path(file));
    document.settings.page = "retarget";
}

void saveMap(ViewerDocument& document, Parameters file)
{
    const RetargetPlan& plan = requireRetargeting(document).plan;
    const std::string json = saveRetargetMapJson(plan.map, *plan.source, *plan.target);
    OutputFile output{std::filesystem::path(file)};
    output.write(json);
    output.finish();
    document.tell(fmt::format("map in {}", printable(file)));
}

constexpr std::array retargetCommandTable{
    ViewerCommand{"retarget", "[next|NAME|NUMBER|FILE|off] [CLIP]", "puts a clip of another file on this model", retargetClipOf},
    ViewerCommand{"retarget-row", "BONE SOURCE|none", "lets another bone of that file move a bone", changeRow},
    ViewerCommand{"load-map", "FILE.json", "takes from a file which bones go together", loadMap},
    ViewerCommand{"save-map", "FILE.json", "writes which bones go together", saveMap},
};

template <auto describe>
std::string ofRetargeting(const ViewerDocument& document)
{
    const ClipRetargeting* shown = document.current() != nullptr ? shownRetargeting(*document.current()) : nullptr;
    return shown != nullptr ? describe(document, *shown) : "none";
}

std::string describeSourceOfSelected(const ViewerDocument& document, const ClipRetargeting& shown)
{
    for (const RetargetRow& row : shown.rows) {
        if (row.bone == document.selected() && !row.source.empty()) {
            return row.source;
        }
    }
    return "none";
}

constexpr std::array retargetStateTable{
    ViewerState{"retargeted", ofRetargeting<[](const ViewerDocument&, const ClipRetargeting& shown) { return shown.describe(); }>},
    ViewerState{"retarget-pairs",
                ofRetargeting<[](const ViewerDocument&, const ClipRetargeting& shown) { return std::to_string(shown.pairCount()); }>},
    ViewerState{"retarget-by", ofRetargeting<[](const ViewerDocument&, const ClipRetargeting& shown) { return shown.plan.found; }>},
    ViewerState{"retarget-source", ofRetargeting<describeSourceOfSelected>},
    ViewerState{"baking",
                [](const ViewerDocument& document) {
                    const auto tasks = document.baking().tasks();
                    return tasks.empty() ? std::string("none") : tasks.front()->name;
                }},
};

}  // namespace

std::span<const ViewerCommand> retargetCommands()
{
    return retargetCommandTable;
}

std::span<const ViewerState> retargetStates()
{
    return retargetStateTable;
}

}  // namespace armature::tools
