#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/words.hpp"
#include "command_tables.hpp"
#include "pages.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

void frameAll(ViewerDocument& document, Parameters)
{
    document.frame();
}

void frameSelected(ViewerDocument& document, Parameters)
{
    document.frameSelected();
}

// Selects a node by its name, the node of the next or the previous shown row, the parent, or nothing.
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

void setShownIn(ViewerDocument& document, Parameters name)
{
    document.settings.shownIn = static_cast<ShownIn>(oneOf(name, shownInNames));
}

void setPage(ViewerDocument& document, Parameters name)
{
    const std::vector<std::string_view> names = pageNames();
    document.settings.page = names[oneOf(name, names)];
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

void setTheme(ViewerDocument& document, Parameters name)
{
    constexpr std::array<std::string_view, 2> names{"light", "dark"};
    document.settings.isDark = name.empty() || name == "toggle" ? !document.settings.isDark : oneOf(name, names) == 1;
}

// Closes one of the boxes over the picture; without one, selects nothing.
void escape(ViewerDocument& document, Parameters)
{
    ViewerSettings& settings = document.settings;
    for (bool* const isShown : {&settings.asksToQuit, &settings.showsCommands, &settings.showsHelp}) {
        if (std::exchange(*isShown, false)) {
            return;
        }
    }
    document.select(nullptr);
}

constexpr std::array viewCommandTable{
    ViewerCommand{"frame", "", "brings all of the model into the picture", frameAll},
    ViewerCommand{"frame-selected", "", "brings the selected bone near", frameSelected},
    ViewerCommand{"follow", "[on|off]", "moves the camera along with a character that a graph carries",
                  switchSetting<&ViewerSettings::follows>},
    ViewerCommand{"escape", "", "closes the help or another box; without one, selects nothing", escape},
    ViewerCommand{"frame-times", "[on|off]", "shows how long frames take", switchSetting<&ViewerSettings::showsTimes>},
    ViewerCommand{"panels", "[on|off]", "shows what is around the picture", switchSetting<&ViewerSettings::showsPanels>},
    ViewerCommand{"theme", "[dark|light]", "changes the colours of the panels", setTheme},
    ViewerCommand{"commands", "[on|off]", "shows the box to type a command into", switchSetting<&ViewerSettings::showsCommands>},
    ViewerCommand{"help", "[on|off]", "lists keys and commands", switchSetting<&ViewerSettings::showsHelp>},
    ViewerCommand{"select", "NAME|next|previous|parent|none", "selects a node or bone", selectNode},
    ViewerCommand{"search", "[TEXT]", "lists only nodes and bones with the text in their name", searchTree},
    ViewerCommand{"fold", "[on|off]", "hides what is below the selected node in the tree", foldTree},
    ViewerCommand{"page", "NAME", "what the right panel shows", setPage},
    ViewerCommand{"show-in", "defined|skeleton|world", "the space of the inspector's matrices", setShownIn},
    ViewerCommand{"notation", "glm|babylon|numpy", "what copied matrices are written for", setNotation},
    ViewerCommand{"copy", "MATRIX", "copies a matrix of the selected bone, such as final or absolute bind", copyMatrix},
};

constexpr std::array viewStateTable{
    ViewerState{"search", ofModel<[](const OpenModel& model) { return model.outline.getSearch(); }>},
    ViewerState{"listed", ofModel<[](const OpenModel& model) { return std::to_string(model.outline.shownRows().size()); }>},
    ViewerState{"follow", ofSetting<&ViewerSettings::follows>},
    ViewerState{"frame-times", ofSetting<&ViewerSettings::showsTimes>},
    ViewerState{"panels", ofSetting<&ViewerSettings::showsPanels>},
    ViewerState{"watch", ofSetting<&ViewerSettings::watches>},
    ViewerState{"help", ofSetting<&ViewerSettings::showsHelp>},
    ViewerState{"commands", ofSetting<&ViewerSettings::showsCommands>},
    ViewerState{"theme", [](const ViewerDocument& document) { return std::string(document.settings.isDark ? "dark" : "light"); }},
    ViewerState{
        "show-in",
        [](const ViewerDocument& document) { return std::string(shownInNames[static_cast<std::size_t>(document.settings.shownIn)]); }},
    ViewerState{
        "notation",
        [](const ViewerDocument& document) { return std::string(notationNames[static_cast<std::size_t>(document.settings.notation)]); }},
    ViewerState{"page", [](const ViewerDocument& document) { return std::string(document.settings.page); }},
    ViewerState{"distance", [](const ViewerDocument& document) { return fmt::format("{:.3f}", document.camera.getDistance()); }},
};

}  // namespace

std::span<const ViewerCommand> viewCommands()
{
    return viewCommandTable;
}

std::span<const ViewerState> viewStates()
{
    return viewStateTable;
}

}  // namespace armature::tools
