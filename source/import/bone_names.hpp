#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <armature/fwd.hpp>

#include "import/json.hpp"

/// How JSON files speak of the bones of a rig that they are read for.
namespace armature::importing {

/// The bones of a rig, by name or number.
class BoneNames final {
public:
    /// `what` they belong to, for messages: "source", "rig".
    BoneNames(std::string_view what, const HumanoidRig& rig);
    BoneNames(std::string_view what, const Skeleton& skeleton);

    [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
    /// The bone's name as the file would have to write it: in UTF-8.
    [[nodiscard]] const std::string& name(std::size_t bone) const noexcept { return names_[bone]; }
    /// Whether the name alone says which bone it is.
    [[nodiscard]] bool isOnlyOfItsName(std::size_t bone) const { return bones_.at(names_[bone]).count == 1; }
    /// The one bone that has the name at `place`, or the number. Refuses others, and a name of several bones.
    [[nodiscard]] std::size_t at(const Json& place) const;
    /// The same for a name that is not a value: a member's key.
    [[nodiscard]] std::size_t named(std::string_view name, const Json& place) const;

private:
    void add(const std::string& name);

    struct Bones {
        std::size_t first;
        std::size_t last;
        std::size_t count;
    };

    std::string_view what_;
    std::vector<std::string> names_;
    std::unordered_map<std::string, Bones> bones_;
};

/// Refuses members of an object that are none of `names`.
void requireMembers(const Json& json, std::initializer_list<std::string_view> names);

/// The "roles" and "refused" of an object, as loadHumanoidMapJson() takes them. Other members are the caller's.
[[nodiscard]] HumanoidMap readHumanoidMap(const Json& json, const HumanoidRig& rig);

}  // namespace armature::importing
