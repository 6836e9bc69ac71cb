#include "viewer_state.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/words.hpp"
#include "commands.hpp"
#include "state_tables.hpp"

namespace armature::tools {

std::string threeNumbers(const glm::vec3& numbers)
{
    const auto rounded = [](float number) { return number > -0.0005f && number < 0.0005f ? 0.f : number; };
    return fmt::format("{:.3f} {:.3f} {:.3f}", rounded(numbers.x), rounded(numbers.y), rounded(numbers.z));
}

std::string describeState(const ViewerDocument& document, std::string_view name)
{
    for (const std::span<const ViewerState> states :
         {fileStates(), compareStates(), timeStates(), animationStates(), retargetStates(), viewStates(), lookStates(), poseStates(),
          limitStates(), springStates(), filmStates(), windowStates()}) {
        const auto found = std::find_if(states.begin(), states.end(), [name](const ViewerState& state) { return state.name == name; });
        if (found != states.end()) {
            return found->describe(document);
        }
    }
    throw CommandError(fmt::format("there is no state \"{}\"", printable(name)));
}

}  // namespace armature::tools
