#include "commands.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "pose_commands.hpp"
#include "tools/command_line.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

using Parameters = std::string_view;

OpenModel& requireModel(ViewerDocument& document)
{
    if (document.current() == nullptr) {
        throw CommandError("nothing is open");
    }
    return *document.current();
}

// "" or "toggle" turns a switch over.
bool switched(bool isOn, Parameters text)
{
    if (text.empty() || text == "toggle") {
        return !isOn;
    }
    if (text != "on" && text != "off") {
        throw CommandError(fmt::format("on, off or toggle, not \"{}\"", printable(text)));
    }
    return text == "on";
}

template <bool ViewerSettings::*setting>
void switchSetting(ViewerDocument& document, Parameters text)
{
    document.settings.*setting = switched(document.settings.*setting, text);
}

template <std::size_t count>
std::size_t oneOf(Parameters text, const std::array<std::string_view, count>& names)
{
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) {
        throw CommandError(fmt::format("one of {}, not \"{}\"", fmt::join(names, ", "), printable(text)));
    }
    return static_cast<std::size_t>(found - names.begin());
}

void openFile(ViewerDocument& document, Parameters file)
{
    document.open(std::filesystem::path(file));
}

void reload(ViewerDocument& document, Parameters)
{
    requireModel(document);
    document.reload();
}

void closeFile(ViewerDocument& document, Parameters)
{
    requireModel(document);
    document.close();
}

void showFile(ViewerDocument& document, Parameters which)
{
    requireModel(document);
    const std::size_t count = document.modelCount();
    if (which == "next" || which == "previous") {
        document.show(document.getShown() + (which == "next" ? 1 : count - 1));
        return;
    }
    const double number = parseNumber(which, "the number of a file, from 1");
    if (!(number >= 1. && number <= static_cast<double>(count))) {
        throw CommandError(fmt::format("file {}: there are {}", number, count));
    }
    document.show(static_cast<std::size_t>(number) - 1);
}

void chooseClip(ViewerDocument& document, Parameters name)
{
    OpenModel& model = requireModel(document);
    if (model.playback.clips().empty()) {
        throw CommandError(fmt::format("{} has no clips", printable(model.name)));
    }
    if (name == "next" || name == "previous") {
        model.playback.change(name == "next" ? 1 : -1);
    } else {
        model.playback.select(findClip(*model.scene, model.name, name, "clip"));
    }
    model.isPosed = false;
}

void play(ViewerDocument& document, Parameters)
{
    requireModel(document).playback.play();
}

void pausePlayback(ViewerDocument& document, Parameters)
{
    requireModel(document).playback.pause();
}

void togglePlayback(ViewerDocument& document, Parameters)
{
    requireModel(document).playback.togglePause();
}

void goToTime(ViewerDocument& document, Parameters seconds)
{
    requireModel(document);
    document.goTo(parseNumber(seconds, "seconds"));
}

void stepTime(ViewerDocument& document, Parameters seconds)
{
    OpenModel& model = requireModel(document);
    model.playback.step(parseNumber(seconds, "seconds"));
    model.isPosed = false;
}

void setSpeed(ViewerDocument& document, Parameters speed)
{
    requireModel(document).playback.setSpeed(parseNumber(speed, "a factor"));
}

void setLoop(ViewerDocument& document, Parameters text)
{
    Playback& playback = requireModel(document).playback;
    playback.setLooping(switched(playback.isLooping(), text));
}

void setInPlace(ViewerDocument& document, Parameters text)
{
    Playback& playback = requireModel(document).playback;
    playback.setInPlace(switched(playback.isInPlace(), text));
}

void frameAll(ViewerDocument& document, Parameters)
{
    document.frame();
}

void frameSelected(ViewerDocument& document, Parameters)
{
    document.frameSelected();
}

// To the row above or below among those that are shown, or along the tree.
void selectNode(ViewerDocument& document, Parameters name)
{
    OpenModel& model = requireModel(document);
    const auto shownRows = model.outline.shownRows();
    const std::size_t row = model.outline.find(model.selected);
    const auto place = std::find(shownRows.begin(), shownRows.end(), row);
    if (name == "none") {
        document.select(nullptr);
    } else if (name == "next" || name == "previous") {
        if (shownRows.empty()) {
            throw CommandError("nothing is listed");
        }
        const auto count = static_cast<std::ptrdiff_t>(shownRows.size());
        const std::ptrdiff_t from = place != shownRows.end() ? place - shownRows.begin() : name == "next" ? -1 : count;
        const std::ptrdiff_t to = std::clamp<std::ptrdiff_t>(from + (name == "next" ? 1 : -1), 0, count - 1);
        document.select(model.outline.rows()[shownRows[static_cast<std::size_t>(to)]].node);
    } else if (name == "parent") {
        Node* parent = model.selected != nullptr ? model.selected->getParent() : nullptr;
        if (parent != nullptr) {
            document.select(parent);
        }
    } else if (Node* node = model.outline.findNode(name)) {
        document.select(node);
    } else {
        throw CommandError(fmt::format("{} has no node or bone \"{}\"", printable(model.name), printable(name)));
    }
}

void searchTree(ViewerDocument& document, Parameters text)
{
    requireModel(document).outline.search(text);
}

void foldTree(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    const std::size_t row = model.outline.find(model.selected);
    if (row < model.outline.rows().size()) {
        model.outline.fold(row, switched(model.outline.isFolded(row), text));
    }
}

void setGizmoSpace(ViewerDocument& document, Parameters name)
{
    constexpr std::array<std::string_view, 4> names{"own", "local", "skeleton", "world"};
    document.settings.gizmoSpace = static_cast<Space>(oneOf(name, names));
}

void setShownIn(ViewerDocument& document, Parameters name)
{
    document.settings.shownIn = static_cast<ShownIn>(oneOf(name, shownInNames));
}

void setPage(ViewerDocument& document, Parameters name)
{
    document.settings.page = static_cast<InspectorPage>(oneOf(name, pageNames));
}

void setNotation(ViewerDocument& document, Parameters name)
{
    document.settings.notation = static_cast<Notation>(oneOf(name, notationNames));
}

void copyMatrix(ViewerDocument& document, Parameters name)
{
    const Node* node = document.selected();
    if (node == nullptr) {
        throw CommandError("nothing is selected");
    }
    const std::vector<NamedMatrix> matrices = matricesOf(*node, document.settings.shownIn);
    const auto found = std::find_if(matrices.begin(), matrices.end(), [&](const NamedMatrix& matrix) { return matrix.name == name; });
    if (found == matrices.end()) {
        throw CommandError(fmt::format("{} has no matrix \"{}\"", shown(node->getName()), printable(name)));
    }
    document.copied = writeMatrix(found->matrix, document.settings.notation);
    document.requests.clipboard = document.copied;
    document.tell(fmt::format("copied: the {} matrix of {}", found->name, printable(shown(node->getName()))));
}

void undo(ViewerDocument& document, Parameters)
{
    document.undo();
}

void redo(ViewerDocument& document, Parameters)
{
    document.redo();
}

void setTheme(ViewerDocument& document, Parameters name)
{
    constexpr std::array<std::string_view, 2> names{"light", "dark"};
    document.settings.isDark = name.empty() || name == "toggle" ? !document.settings.isDark : oneOf(name, names) == 1;
}

void takeScreenshot(ViewerDocument& document, Parameters file)
{
    document.requests.screenshot = file.empty() ? "armature.png" : std::filesystem::path(file);
}

void quit(ViewerDocument& document, Parameters)
{
    document.requests.quit = true;
}

constexpr std::array commands{
    ViewerCommand{"open", "FILE", "opens a file beside those that are open", openFile},
    ViewerCommand{"close", "", "closes the shown file", closeFile},
    ViewerCommand{"reload", "", "reads the shown file again; camera, clip and time stay", reload},
    ViewerCommand{"watch", "on|off", "reads files again when they change", switchSetting<&ViewerSettings::watches>},
    ViewerCommand{"file", "next|previous|NUMBER", "shows another open file", showFile},
    ViewerCommand{"screenshot", "[FILE.png]", "writes a picture of the window", takeScreenshot},
    ViewerCommand{"quit", "", "ends the program", quit},
    ViewerCommand{"clip", "next|previous|NAME", "plays another clip", chooseClip},
    ViewerCommand{"play", "", "plays on", play},
    ViewerCommand{"pause", "", "stops the time", pausePlayback},
    ViewerCommand{"play-or-pause", "", "either", togglePlayback},
    ViewerCommand{"time", "SECONDS", "jumps to a time of the clip", goToTime},
    ViewerCommand{"step", "SECONDS", "pauses, and moves the time", stepTime},
    ViewerCommand{"speed", "FACTOR", "plays faster or slower; backwards if negative", setSpeed},
    ViewerCommand{"loop", "[on|off]", "starts again at the end of the clip", setLoop},
    ViewerCommand{"in-place", "[on|off]", "plays without the root's travel", setInPlace},
    ViewerCommand{"frame", "", "brings all of the model into the picture", frameAll},
    ViewerCommand{"frame-selected", "", "brings the selected bone near", frameSelected},
    ViewerCommand{"bones", "[on|off]", "draws the bones", switchSetting<&ViewerSettings::showsBones>},
    ViewerCommand{"names", "[on|off]", "writes their names beside them", switchSetting<&ViewerSettings::showsNames>},
    ViewerCommand{"wireframe", "[on|off]", "draws edges only", switchSetting<&ViewerSettings::isWireframe>},
    ViewerCommand{"panels", "[on|off]", "shows what is around the picture", switchSetting<&ViewerSettings::showsPanels>},
    ViewerCommand{"theme", "[dark|light]", "changes the colours of the panels", setTheme},
    ViewerCommand{"commands", "[on|off]", "shows the box to type a command into", switchSetting<&ViewerSettings::showsCommands>},
    ViewerCommand{"help", "[on|off]", "lists keys and commands", switchSetting<&ViewerSettings::showsHelp>},
    ViewerCommand{"select", "NAME|next|previous|parent|none", "selects a node or bone", selectNode},
    ViewerCommand{"search", "[TEXT]", "lists only nodes and bones with the text in their name", searchTree},
    ViewerCommand{"fold", "[on|off]", "hides what is below the selected node in the tree", foldTree},
    ViewerCommand{"page", "bone|curves|palette|warnings", "what the right panel shows", setPage},
    ViewerCommand{"show-in", "defined|skeleton|world", "the space of the inspector's matrices", setShownIn},
    ViewerCommand{"notation", "glm|babylon|numpy", "what copied matrices are written for", setNotation},
    ViewerCommand{"copy", "MATRIX", "copies a matrix of the selected bone, such as final or absolute bind", copyMatrix},
    ViewerCommand{"space", "own|local|skeleton|world", "the axes to turn about and move along", setGizmoSpace},
    ViewerCommand{"turn", "x|y|z DEGREES", "turns the selected bone", turnSelected},
    ViewerCommand{"move", "x|y|z METRES", "moves it", moveSelected},
    ViewerCommand{"scale", "FACTOR", "makes it larger or smaller", scaleSelected},
    ViewerCommand{"reset", "[all]", "brings it, or all bones, back to the rest pose", resetSelected},
    ViewerCommand{"mirror", "", "exchanges the left and the right of the pose", mirrorTo},
    ViewerCommand{"save-pose", "FILE.json", "writes the skeleton with its pose", savePoseTo},
    ViewerCommand{"load-pose", "FILE.json", "takes the pose of bones with the same names", loadPoseFrom},
    ViewerCommand{"undo", "", "takes back the last edit of the pose", undo},
    ViewerCommand{"redo", "", "makes it again", redo},
};

}  // namespace

std::span<const ViewerCommand> viewerCommands()
{
    return commands;
}

SplitLine splitLine(std::string_view line) noexcept
{
    const auto trimmed = [](std::string_view text) {
        const std::size_t first = text.find_first_not_of(" \t\r");
        return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
    };
    line = trimmed(line);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    return {line.substr(0, end), trimmed(line.substr(end))};
}

double parseNumber(std::string_view text, std::string_view what)
{
    double number = 0.;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
        throw CommandError(fmt::format("{} is a decimal number, not \"{}\"", what, printable(text)));
    }
    return number;
}

void runCommand(ViewerDocument& document, std::string_view line)
{
    const auto [name, parameters] = splitLine(line);
    const auto found = std::find_if(commands.begin(), commands.end(), [name = name](const ViewerCommand& one) { return one.name == name; });
    if (found == commands.end()) {
        throw CommandError(fmt::format("there is no command \"{}\"", printable(name)));
    }
    if (found->parameters.empty() && !parameters.empty()) {
        throw CommandError(fmt::format("{} stands alone, without \"{}\"", name, printable(parameters)));
    }
    found->run(document, parameters);
}

void tryCommand(ViewerDocument& document, std::string_view line)
{
    try {
        runCommand(document, line);
    } catch (const std::exception& error) {
        document.tellError(error.what());
    }
}

}  // namespace armature::tools
