#include "viewer_state.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "commands.hpp"
#include "state_tables.hpp"
#include "words/words.hpp"

namespace armature::tools {

std::string describeState(const ViewerDocument& document, std::string_view name)
{
    for (const std::span<const ViewerState> states :
         {fileStates(), compareStates(), timeStates(), animationStates(), viewStates(), poseStates()}) {
        const auto found = std::find_if(states.begin(), states.end(), [name](const ViewerState& state) { return state.name == name; });
        if (found != states.end()) {
            return found->describe(document);
        }
    }
    throw CommandError(fmt::format("there is no state \"{}\"", printable(name)));
}

}  // namespace armature::tools
