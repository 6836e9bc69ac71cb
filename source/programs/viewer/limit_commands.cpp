#include <array>
#include <string>

#include <armature/skeleton/bone.hpp>

#include "bone_limits.hpp"
#include "command_tables.hpp"
#include "state_tables.hpp"

// Commands for the limits of joints. The limits are shown, and bones that follow a target keep within them.
namespace armature::tools {

namespace {

void limitSelected(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    Bone* const bone = model.selected != nullptr ? model.selected->asBone() : nullptr;
    if (bone == nullptr) {
        throw CommandError("no bone is selected");
    }
    if (text == "none") {
        model.limits.remove(*bone);
    } else {
        model.limits.set(*bone, parseLimit(*bone, text));
    }
    if (model.target) {
        model.targetDrag.reset();
        model.target = model.target->within(model.limits);
    }
}

constexpr std::array limitCommandTable{
    ViewerCommand{"limit", "cone DEGREES [FROM TO]|hinge|slide AXIS FROM TO|fixed|none",
                  "how far the selected bone may turn from its rest, for ik and look", limitSelected},
    ViewerCommand{"limit-lines", "[on|off]", "draws the limits of joints, red where they hold",
                  switchSetting<&ViewerSettings::showsLimits>},
};

std::string describeLimitOfSelected(const OpenModel& model)
{
    const Bone* const bone = model.selected != nullptr ? model.selected->asBone() : nullptr;
    const JointLimit* const limit = bone != nullptr ? model.limits.find(*bone) : nullptr;
    return limit != nullptr ? describeLimit(*limit) : "none";
}

constexpr std::array limitStateTable{
    ViewerState{"limit", ofModel<describeLimitOfSelected>},
    ViewerState{"limit-lines", ofSetting<&ViewerSettings::showsLimits>},
};

}  // namespace

std::span<const ViewerCommand> limitCommands()
{
    return limitCommandTable;
}

std::span<const ViewerState> limitStates()
{
    return limitStateTable;
}

}  // namespace armature::tools
