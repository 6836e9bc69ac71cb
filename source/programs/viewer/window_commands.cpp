#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "base/words.hpp"
#include "command_tables.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

constexpr glm::ivec2 leastWindow{320, 240};
constexpr glm::ivec2 largestWindow{16384, 16384};
constexpr int farthestPlace = 100'000;
constexpr float scaleStep = 1.1f;

int wholeBetween(std::string_view text, std::string_view what, int least, int largest)
{
    const double number = parseNumber(text, what);
    if (!(number >= least && number <= largest && number == std::floor(number))) {
        throw CommandError(fmt::format("{}: a whole number from {} to {}, not {}", what, least, largest, printable(text)));
    }
    return static_cast<int>(number);
}

void resizeWindow(ViewerDocument& document, Parameters text)
{
    const std::size_t cross = text.find('x');
    if (cross == std::string_view::npos) {
        throw CommandError(fmt::format("WIDTHxHEIGHT, not \"{}\"", printable(text)));
    }
    const int width = wholeBetween(text.substr(0, cross), "width", leastWindow.x, largestWindow.x);
    const int height = wholeBetween(text.substr(cross + 1), "height", leastWindow.y, largestWindow.y);
    document.requests.windowSize = glm::ivec2(width, height);
}

void placeWindow(ViewerDocument& document, Parameters text)
{
    const SplitLine words = splitLine(text);
    const int x = wholeBetween(words.first, "x", -farthestPlace, farthestPlace);
    const int y = wholeBetween(words.rest, "y", -farthestPlace, farthestPlace);
    document.requests.windowPlace = glm::ivec2(x, y);
}

void maximizeWindow(ViewerDocument& document, Parameters text)
{
    document.requests.isMaximized = switched(document.facts.isMaximized, text);
}

void scalePanels(ViewerDocument& document, Parameters text)
{
    std::optional<float>& scale = document.settings.panelScale;
    const float shown = document.facts.panelScale;
    if (text == "display") {
        scale.reset();
    } else if (text == "larger" || text == "smaller") {
        scale = std::clamp(text == "larger" ? shown * scaleStep : shown / scaleStep, leastPanelScale, largestPanelScale);
    } else {
        const double factor = parseNumber(text, "a factor, larger, smaller or display");
        if (!(factor >= leastPanelScale && factor <= largestPanelScale)) {
            throw CommandError(fmt::format("a factor from {} to {}, not {}", leastPanelScale, largestPanelScale, printable(text)));
        }
        scale = static_cast<float>(factor);
    }
}

void resizePanels(ViewerDocument& document, Parameters text)
{
    const SplitLine first = splitLine(text);
    const SplitLine second = splitLine(first.rest);
    PanelSizes sizes;
    for (const auto& [part, name, size] : {std::tuple(first.first, "width of the left panel", &sizes.tree),
                                           std::tuple(second.first, "width of the right panel", &sizes.inspector),
                                           std::tuple(second.rest, "height of the lower panel", &sizes.timeline)}) {
        *size = static_cast<float>(wholeBetween(part, name, static_cast<int>(leastPanelSize), static_cast<int>(largestPanelSize)));
    }
    document.settings.panelSizes = sizes;
}

constexpr std::array windowCommandTable{
    ViewerCommand{"window", "WIDTHxHEIGHT", "makes the window so large", resizeWindow},
    ViewerCommand{"window-place", "X Y", "moves the window there on the desktop", placeWindow},
    ViewerCommand{"maximized", "[on|off]", "fills the screen with the window", maximizeWindow},
    ViewerCommand{"panel-sizes", "LEFT RIGHT LOWER", "widths of the left and right panels, height of the lower one, at scale 1",
                  resizePanels},
    ViewerCommand{"panel-scale", "FACTOR|larger|smaller|display", "the size of the panels; display: what suits it", scalePanels},
};

std::string describeScale(const ViewerDocument& document)
{
    const std::optional<float> scale = document.settings.panelScale;
    return scale ? fmt::format("{:.4g}", *scale) : "display";
}

template <std::optional<glm::ivec2> ViewerDocument::Facts::*fact>
std::string describePair(const ViewerDocument& document, std::string_view between)
{
    const std::optional<glm::ivec2> pair = document.facts.*fact;
    return pair ? fmt::format("{}{}{}", pair->x, between, pair->y) : "none";
}

constexpr std::array windowStateTable{
    ViewerState{"window", [](const ViewerDocument& document) { return describePair<&ViewerDocument::Facts::windowSize>(document, "x"); }},
    ViewerState{"window-place",
                [](const ViewerDocument& document) { return describePair<&ViewerDocument::Facts::windowPlace>(document, " "); }},
    ViewerState{"maximized", [](const ViewerDocument& document) { return onOrOff(document.facts.isMaximized); }},
    ViewerState{"panel-scale", describeScale},
    ViewerState{"panel-sizes",
                [](const ViewerDocument& document) {
                    const PanelSizes& sizes = document.settings.panelSizes;
                    return fmt::format("{:.0f} {:.0f} {:.0f}", sizes.tree, sizes.inspector, sizes.timeline);
                }},
};

}  // namespace

std::span<const ViewerCommand> windowCommands()
{
    return windowCommandTable;
}

std::span<const ViewerState> windowStates()
{
    return windowStateTable;
}

}  // namespace armature::tools
