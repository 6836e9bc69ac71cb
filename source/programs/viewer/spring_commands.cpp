#include <array>
#include <exception>

#include <fmt/format.h>

#include <armature/skeleton/bone.hpp>

#include "base/words.hpp"
#include "command_tables.hpp"
#include "programs/armature/bone_plot.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

void restSprings(OpenModel& model)
{
    model.springs.rest();
    if (!model.isPosed) {
        model.playback.goTo(model.playback.getTime());
    }
}

void switchSprings(ViewerDocument& document, Parameters text)
{
    bool& swings = document.settings.swings;
    swings = text == "restart" ? swings : switched(swings, text);
    if (OpenModel* const model = document.current(); model != nullptr && (!swings || text == "restart")) {
        restSprings(*model);
    }
}

void trySpring(ViewerDocument& document, Parameters name)
{
    OpenModel& model = requireModel(document);
    if (name == "none") {
        model.springs.removeAdded();
        restSprings(model);
        return;
    }
    Node* const node = name.empty() ? model.selected : &findJoint(*model.scene, model.name, name, "spring");
    Bone* const bone = node != nullptr ? node->asBone() : nullptr;
    if (bone == nullptr) {
        throw CommandError(node == nullptr ? "no bone is selected" : fmt::format("{} is no bone", printable(shown(node->getName()))));
    }
    model.springs.add(*bone);
    document.settings.swings = true;
}

void setFeel(ViewerDocument& document, Parameters text)
{
    const auto [stiffness, others] = splitLine(text);
    const auto [drag, gravity] = splitLine(others);
    requireModel(document).springs.setFeel({.stiffness = static_cast<float>(parseNumber(stiffness, "the stiffness")),
                                            .gravityPower = static_cast<float>(parseNumber(gravity, "the gravity")),
                                            .drag = static_cast<float>(parseNumber(drag, "the drag, from 0 to 1"))});
}

constexpr std::array springCommandTable{
    ViewerCommand{"springs", "[on|off|restart]", "lets springs swing, and whatever else a VRM model does by itself", switchSprings},
    ViewerCommand{"spring", "[BONE|none]", "tries a spring on that bone, or the selected one, and those below it", trySpring},
    ViewerCommand{"spring-feel", "STIFFNESS DRAG GRAVITY", "how tried springs swing; 1 0.4 0 if not said", setFeel},
    ViewerCommand{"spring-lines", "[on|off]", "draws springs and what they bounce off", switchSetting<&ViewerSettings::showsSprings>},
};

constexpr std::array springStateTable{
    ViewerState{"springs", ofSetting<&ViewerSettings::swings>},
    ViewerState{"spring-chains", ofModel<[](const OpenModel& model) { return std::to_string(model.springs.getChainCount()); }>},
    ViewerState{"spring-lines", ofSetting<&ViewerSettings::showsSprings>},
};

}  // namespace

std::span<const ViewerCommand> springCommands()
{
    return springCommandTable;
}

std::span<const ViewerState> springStates()
{
    return springStateTable;
}

}  // namespace armature::tools
