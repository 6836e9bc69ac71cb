#include <string>

#include <fmt/format.h>

#include <armature/text.hpp>

#include "base/words.hpp"
#include "retarget/vocabulary.hpp"
#include "text/fields.hpp"

namespace armature {

std::string_view toString(HumanoidRole role) noexcept
{
    return humanoid::roleName(role);
}

std::string toString(const HumanoidRig& rig)
{
    std::string text = counted(rig.bones.size(), "bone");
    for (const HumanoidRigBone& bone : rig.bones) {
        text += "\n  " + toString(bone);
    }
    return text;
}

std::string toString(const HumanoidMatch& match)
{
    return fmt::format("{} {:.2f}: {}", inQuotes(match.name), match.confidence, match.why);
}

std::string toString(const HumanoidMap& map)
{
    std::string text = fmt::format("{} of {}", counted(map.roleCount(), "role"), counted(map.boneCount(), "bone"));
    if (map.isRefused()) {
        text += ", refused: " + map.getRefusal();
    }
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        if (const HumanoidMatch* const match = map.find(role)) {
            text += fmt::format("\n  {} {}", toString(role), toString(*match));
        }
    }
    return text;
}

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const HumanoidRigBone&);

}  // namespace armature
