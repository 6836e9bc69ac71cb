#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <armature/skeleton/bone.hpp>

#include "base/words.hpp"
#include "command_tables.hpp"

// Commands for a target that bones reach for or look at. One command makes it; another command or the mouse moves it.
namespace armature::tools {

namespace {

constexpr double mostBones = 256.;

// Removes the target if `text` is "off". Otherwise makes a target for the selected bone; `text` is the number of bones that turn.
template <bool looks>
void makeTarget(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    if (text == "off") {
        model.targetDrag.reset();
        model.target.reset();
        return;
    }
    Bone* bone = model.selected != nullptr ? model.selected->asBone() : nullptr;
    if (bone == nullptr) {
        throw CommandError("no bone is selected");
    }
    const double count = text.empty() ? (looks ? 1. : 2.) : parseNumber(text, "a number of bones");
    if (!(count >= 1. && count <= mostBones)) {
        throw CommandError(fmt::format("from 1 to {} bones turn, not {}", mostBones, count));
    }
    const auto bones = static_cast<std::size_t>(count);
    PoseTarget target = looks ? PoseTarget::look(*bone, bones, model.limits) : PoseTarget::reach(*bone, bones, model.limits);
    model.targetDrag.reset();
    model.target = std::move(target);
}

template <bool looks>
void moveTarget(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    if (!model.target || model.target->looks() != looks) {
        throw CommandError(fmt::format("there is no target: {} makes one", looks ? "look" : "ik"));
    }
    const auto [x, others] = splitLine(text);
    const auto [y, z] = splitLine(others);
    const glm::vec3 place(parseNumber(x, "x"), parseNumber(y, "y"), parseNumber(z, "z"));
    document.edit(document.describeTargetEdit(), model.target->bones(), [&] { model.target->solve(place); });
}

constexpr std::array targetCommandTable{
    ViewerCommand{"ik", "[BONES|off]", "a handle at the selected bone that the bones above it follow, 2 if not said", makeTarget<false>},
    ViewerCommand{"ik-to", "X Y Z", "moves it to a place in the world", moveTarget<false>},
    ViewerCommand{"look", "[BONES|off]", "a point that the selected bone looks at, with some above it", makeTarget<true>},
    ViewerCommand{"look-to", "X Y Z", "moves it to a place in the world", moveTarget<true>},
};

}  // namespace

std::span<const ViewerCommand> targetCommands()
{
    return targetCommandTable;
}

}  // namespace armature::tools
