#include "import/bone_names.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <armature/retarget/humanoid_map.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "import/notes.hpp"

namespace armature::importing {

BoneNames::BoneNames(std::string_view what, const HumanoidRig& rig) : what_(what)
{
    for (const HumanoidRigBone& bone : rig.bones) {
        add(bone.name);
    }
}

BoneNames::BoneNames(std::string_view what, const Skeleton& skeleton) : what_(what)
{
    for (const Bone* const bone : skeleton.bones()) {
        add(bone->getName());
    }
}

void BoneNames::add(const std::string& name)
{
    const std::size_t bone = names_.size();
    names_.push_back(toValidUtf8(name));
    const auto [known, isNew] = bones_.try_emplace(names_.back(), Bones{bone, bone, 1});
    if (!isNew) {
        known->second.last = bone;
        ++known->second.count;
    }
}

std::size_t BoneNames::at(const Json& place) const
{
    return place.isUnsigned() ? place.asIndex(names_.size(), "bones") : named(place.asString(), place);
}

std::size_t BoneNames::named(std::string_view name, const Json& place) const
{
    const auto found = bones_.find(std::string(name));
    if (found == bones_.end()) {
        place.refuse(fmt::format("is {}, but no bone of the {} has that name, of {}", quoted(name), what_, names_.size()));
    }
    const Bones& bones = found->second;
    if (bones.count > 1) {
        place.refuse(fmt::format("is {}, but {} bones of the {} have that name, the first is bone {}, the last bone {}; say which by its "
                                 "number: roles have an index, chains take numbers",
                                 quoted(name), bones.count, what_, bones.first, bones.last));
    }
    return bones.first;
}

void requireMembers(const Json& json, std::initializer_list<std::string_view> names)
{
    json.forEachMember([&](std::string_view key, const Json&) {
        if (std::ranges::find(names, key) == names.end()) {
            json.refuse(key, fmt::format("is no member of this, which may have {}", fmt::join(names, ", ")));
        }
    });
}

}  // namespace armature::importing
