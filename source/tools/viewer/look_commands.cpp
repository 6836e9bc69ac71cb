#include <array>

#include "command_tables.hpp"
#include "view_looks.hpp"

namespace armature::tools {

namespace {

// One of the names, or the one after that which is set.
template <auto ViewerSettings::*setting, const auto& names>
void chooseSetting(ViewerDocument& document, Parameters text)
{
    auto& value = document.settings.*setting;
    using Value = std::remove_reference_t<decltype(value)>;
    const bool isNext = text.empty() || text == "next";
    value = static_cast<Value>(isNext ? (static_cast<std::size_t>(value) + 1) % names.size() : oneOf(text, names));
}

constexpr std::array commands{
    ViewerCommand{"bones", "[on|off]", "draws the bones", switchSetting<&ViewerSettings::showsBones>},
    ViewerCommand{"bone-shape", "octahedra|sticks|axes|next", "how bones are drawn",
                  chooseSetting<&ViewerSettings::boneShape, boneShapeNames>},
    ViewerCommand{"names", "[on|off]", "writes the names of bones beside them", switchSetting<&ViewerSettings::showsNames>},
    ViewerCommand{"bind", "[on|off]", "draws the bones as they were bound, beside the model", switchSetting<&ViewerSettings::showsBind>},
    ViewerCommand{"ground", "[on|off]", "draws ground below the model, with its shadow", switchSetting<&ViewerSettings::showsGround>},
    ViewerCommand{"trail", "[on|off]", "draws the path of the selected bone over the clip", switchSetting<&ViewerSettings::showsTrail>},
    ViewerCommand{"surface", "lit|base-color|normals|joints|next",
                  "what is seen of the surface: the colours of joints are mixed by weights",
                  chooseSetting<&ViewerSettings::surface, surfaceNames>},
    ViewerCommand{"skinning", "linear|dual-quaternion|as-asked|next", "how the bones of a vertex are blended",
                  chooseSetting<&ViewerSettings::skinning, skinningNames>},
    ViewerCommand{"wireframe", "[on|off]", "draws edges only", switchSetting<&ViewerSettings::isWireframe>},
};

}  // namespace

std::span<const ViewerCommand> lookCommands()
{
    return commands;
}

}  // namespace armature::tools
