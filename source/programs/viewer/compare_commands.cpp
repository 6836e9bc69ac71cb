#include <array>

#include <fmt/format.h>

#include "base/words.hpp"
#include "command_tables.hpp"
#include "state_tables.hpp"

// Commands and states for two files side by side.
namespace armature::tools {

namespace {

std::size_t requireOther(const ViewerDocument& document)
{
    if (document.modelCount() < 2) {
        throw CommandError("to compare with: open a second file");
    }
    return (document.getShown() + 1) % document.modelCount();
}

void compareFiles(ViewerDocument& document, Parameters which)
{
    requireModel(document);
    if (which == "off" || ((which.empty() || which == "toggle") && document.getCompared())) {
        document.compareWith(std::nullopt);
        document.frame();
        return;
    }
    const bool isNext = which.empty() || which == "on" || which == "toggle";
    const std::size_t next = requireOther(document);
    document.compareWith(isNext ? next : findOther(document, which));
    document.compare();
    document.frame();
    document.settings.page = "compare";
}

void setDifferenceScale(ViewerDocument& document, Parameters text)
{
    if (text == "auto") {
        document.settings.differenceScale.reset();
        return;
    }
    const double metres = parseNumber(text, "metres that are red, or auto,");
    if (!(metres >= 1e-9 && metres <= 1e9)) {
        throw CommandError(fmt::format("metres that are red are from 1e-9 to 1e9, not {}", metres));
    }
    document.settings.differenceScale = static_cast<float>(metres);
}

void goToWorst(ViewerDocument& document, Parameters)
{
    if (document.comparison() == nullptr || document.comparison()->getBy() == SideBySide::By::Nothing) {
        throw CommandError("nothing is compared");
    }
    document.goToWorst();
}

constexpr std::array compareCommandTable{
    ViewerCommand{"compare", "[on|off|NAME|NUMBER]", "shows the next file, or another, beside this one, in step with it", compareFiles},
    ViewerCommand{"difference-colors", "[on|off]", "colours it by how far it is from this one",
                  switchSetting<&ViewerSettings::showsDifference>},
    ViewerCommand{"difference-scale", "METRES|auto", "how far is red", setDifferenceScale},
    ViewerCommand{"go-to-worst", "", "brings the place near where they differ most", goToWorst},
};

template <auto describe>
std::string ofComparison(const ViewerDocument& document)
{
    return document.comparison() != nullptr ? describe(*document.comparison()) : "none";
}

constexpr std::array compareStateTable{
    ViewerState{"compare",
                [](const ViewerDocument& document) {
                    return document.getCompared() ? document.model(*document.getCompared()).name : std::string("off");
                }},
    ViewerState{"compared-by", ofComparison<[](const SideBySide& comparison) {
                    constexpr std::array<std::string_view, 3> names{"vertices", "bones", "nothing"};
                    return std::string(names[static_cast<std::size_t>(comparison.getBy())]);
                }>},
    ViewerState{"compared-time",
                ofComparison<[](const SideBySide& comparison) { return fmt::format("{:.3f}", comparison.second().playback.getTime()); }>},
    ViewerState{"difference", ofComparison<[](const SideBySide& comparison) { return fmt::format("{:.6f}", comparison.worst().metres); }>},
    ViewerState{"difference-at", ofComparison<[](const SideBySide& comparison) { return comparison.worst().what; }>},
    ViewerState{"difference-scale", ofComparison<[](const SideBySide& comparison) { return fmt::format("{}", comparison.getScale()); }>},
    ViewerState{"difference-colors", ofSetting<&ViewerSettings::showsDifference>},
};

}  // namespace

std::span<const ViewerCommand> compareCommands()
{
    return compareCommandTable;
}

std::span<const ViewerState> compareStates()
{
    return compareStateTable;
}

}  // namespace armature::tools
