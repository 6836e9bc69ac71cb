#include <array>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>

#include "command_tables.hpp"
#include "programs/armature/onion_skins.hpp"
#include "state_tables.hpp"
#include "view_looks.hpp"

namespace armature::tools {

namespace {

// Sets a setting to the value named by `text` or, for "next" or no text, to the next value.
template <auto ViewerSettings::*setting, const auto& names>
void chooseSetting(ViewerDocument& document, Parameters text)
{
    auto& value = document.settings.*setting;
    using Value = std::remove_reference_t<decltype(value)>;
    const bool isNext = text.empty() || text == "next";
    value = static_cast<Value>(isNext ? (static_cast<std::size_t>(value) + 1) % names.size() : oneOf(text, names));
}

// Switches the weight colours. They are vertex colours, so the surface is switched to a look that shows vertex colours.
void switchHeat(ViewerDocument& document, Parameters text)
{
    ViewerSettings& settings = document.settings;
    settings.showsHeat = switched(settings.showsHeat, text);
    if (settings.showsHeat && settings.surface != DrawOptions::Shown::BaseColor) {
        settings.surface = DrawOptions::Shown::Lit;
    }
}

void chooseOnion(ViewerDocument& document, Parameters text)
{
    std::optional<OnionChoice>& shown = document.settings.onion;
    const bool isSwitch = text.empty() || text == "on" || text == "off" || text == "toggle";
    if (isSwitch && !switched(shown.has_value(), text)) {
        shown.reset();
        return;
    }
    OpenModel& model = requireModel(document);
    const AnimationGroup* const clip = model.playback.current();
    if (clip == nullptr) {
        throw CommandError("no clip plays that the model could be shown at other times of");
    }
    const OnionChoice choice = isSwitch ? shown.value_or(OnionChoice()) : parseOnion(text);
    static_cast<void>(OnionSkins(*model.scene, *clip, choice, model.name, "onion"));  // throws if ghosts are impossible
    shown = choice;
}

constexpr std::array lookCommandTable{
    ViewerCommand{"bones", "[on|off]", "draws the bones", switchSetting<&ViewerSettings::showsBones>},
    ViewerCommand{"bone-shape", "octahedra|sticks|axes|next", "how bones are drawn",
                  chooseSetting<&ViewerSettings::boneShape, boneShapeNames>},
    ViewerCommand{"names", "[on|off]", "writes the names of bones beside them", switchSetting<&ViewerSettings::showsNames>},
    ViewerCommand{"bind", "[on|off]", "draws the bones as they were bound, beside the model", switchSetting<&ViewerSettings::showsBind>},
    ViewerCommand{"ground", "[on|off]", "draws ground below the model, with its shadow", switchSetting<&ViewerSettings::showsGround>},
    ViewerCommand{"trail", "[on|off]", "draws the path of the selected bone over the clip", switchSetting<&ViewerSettings::showsTrail>},
    ViewerCommand{"heat", "[on|off]", "colours the surface by the weights of the selected bone", switchHeat},
    ViewerCommand{"onion", "[on|off|N[:SECONDS]]", "draws the model N times before and after its moment in the clip", chooseOnion},
    ViewerCommand{"surface", "lit|base-color|normals|joints|next",
                  "what is seen of the surface: the colours of joints are mixed by weights",
                  chooseSetting<&ViewerSettings::surface, surfaceNames>},
    ViewerCommand{"skinning", "linear|dual-quaternion|as-asked|next", "how the bones of a vertex are blended",
                  chooseSetting<&ViewerSettings::skinning, skinningNames>},
    ViewerCommand{"wireframe", "[on|off]", "draws edges only", switchSetting<&ViewerSettings::isWireframe>},
};

template <auto ViewerSettings::*setting, const auto& names>
std::string ofChoice(const ViewerDocument& document)
{
    return std::string(names[static_cast<std::size_t>(document.settings.*setting)]);
}

// Describes the onion skins in the form that the command "onion" accepts.
std::string describeOnion(const std::optional<OnionChoice>& choice)
{
    return !choice ? "off" : choice->seconds ? fmt::format("{}:{}", choice->count, *choice->seconds) : std::to_string(choice->count);
}

constexpr std::array lookStateTable{
    ViewerState{"bones", ofSetting<&ViewerSettings::showsBones>},
    ViewerState{"bone-shape", ofChoice<&ViewerSettings::boneShape, boneShapeNames>},
    ViewerState{"names", ofSetting<&ViewerSettings::showsNames>},
    ViewerState{"bind", ofSetting<&ViewerSettings::showsBind>},
    ViewerState{"ground", ofSetting<&ViewerSettings::showsGround>},
    ViewerState{"trail", ofSetting<&ViewerSettings::showsTrail>},
    ViewerState{"heat", ofSetting<&ViewerSettings::showsHeat>},
    ViewerState{"onion", [](const ViewerDocument& document) { return describeOnion(document.settings.onion); }},
    ViewerState{"surface", ofChoice<&ViewerSettings::surface, surfaceNames>},
    ViewerState{"skinning", ofChoice<&ViewerSettings::skinning, skinningNames>},
    ViewerState{"space", ofChoice<&ViewerSettings::gizmoSpace, spaceNames>},
    ViewerState{"wireframe", ofSetting<&ViewerSettings::isWireframe>},
};

}  // namespace

std::span<const ViewerCommand> lookCommands()
{
    return lookCommandTable;
}

std::span<const ViewerState> lookStates()
{
    return lookStateTable;
}

}  // namespace armature::tools
