#include <array>

#include <fmt/format.h>

#include "state_tables.hpp"
#include "view_looks.hpp"

namespace armature::tools {

namespace {

template <auto ViewerSettings::*setting, const auto& names>
std::string ofChoice(const ViewerDocument& document)
{
    return std::string(names[static_cast<std::size_t>(document.settings.*setting)]);
}

// Describes the onion skins in the form that the command reads.
std::string describeOnion(const std::optional<OnionChoice>& choice)
{
    return !choice ? "off" : choice->seconds ? fmt::format("{}:{}", choice->count, *choice->seconds) : std::to_string(choice->count);
}

constexpr std::array states{
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

std::span<const ViewerState> lookStates()
{
    return states;
}

}  // namespace armature::tools
