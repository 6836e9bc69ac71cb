#include <array>
#include <utility>

#include <fmt/format.h>

#include <armature/node/node.hpp>

#include "base/words.hpp"
#include "command_tables.hpp"
#include "findings.hpp"
#include "state_tables.hpp"

// Commands that lead to the places of warnings and findings. Both are counted from 1.
namespace armature::tools {

namespace {

void goTo(ViewerDocument& document, const std::vector<Finding>& findings, std::string_view what, Parameters text)
{
    const double number = parseNumber(text, fmt::format("the number of a {}, from 1", what));
    if (!(number >= 1. && number <= static_cast<double>(findings.size()))) {
        throw CommandError(fmt::format("{} {}: there are {}", what, number, findings.size()));
    }
    const MessagePlace& place = findings[static_cast<std::size_t>(number) - 1].place;
    if (!place.isKnown()) {
        throw CommandError(fmt::format("{} {} is about no node, bone or clip", what, number));
    }
    if (place.node != nullptr) {
        document.select(place.node);
    }
    if (place.clip) {
        document.current()->playback.select(*place.clip);
        document.current()->isPosed = false;
    }
}

void goToWarning(ViewerDocument& document, Parameters number)
{
    goTo(document, warningsOf(requireModel(document)), "warning", number);
}

void goToFinding(ViewerDocument& document, Parameters number)
{
    goTo(document, findingsOf(requireModel(document)), "finding", number);
}

constexpr std::array findingCommandTable{
    ViewerCommand{"go-to-warning", "NUMBER", "selects what a warning is about, or plays its clip", goToWarning},
    ViewerCommand{"go-to-finding", "NUMBER", "selects what a finding is about, or plays its clip", goToFinding},
};

}  // namespace

std::span<const ViewerCommand> findingCommands()
{
    return findingCommandTable;
}

}  // namespace armature::tools
