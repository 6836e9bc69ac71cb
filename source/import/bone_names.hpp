#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <armature/fwd.hpp>

#include "import/json.hpp"

/// References from JSON files to the bones of the rigs for which the files are read.
namespace armature::importing {

/// The bones of a rig, looked up by name or number.
class BoneNames final {
public:
    /// `what`: the owner of the bones, as messages name it, such as "source" or "rig".
    BoneNames(std::string_view what, const HumanoidRig& rig);
    BoneNames(std::string_view what, const Skeleton& skeleton);

    [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
    /// The bone's name in UTF-8, as files must write it.
    [[nodiscard]] const std::string& name(std::size_t bone) const noexcept { return names_[bone]; }
    /// Whether no other bone has this bone's name.
    [[nodiscard]] bool isOnlyOfItsName(std::size_t bone) const { return bones_.at(names_[bone]).count == 1; }
    /// Returns the bone that the value at `place` identifies by name or number. Refuses any other value, and a name that several bones
    /// share.
    [[nodiscard]] std::size_t at(const Json& place) const;
    /// Returns the bone called `name`. Refuses an unknown name, and a name that several bones share; the refusal names `place`.
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

/// Refuses an object that has members other than `names`.
void requireMembers(const Json& json, std::initializer_list<std::string_view> names);

/// Reads the members "roles" and "refused" of an object, in the format of loadHumanoidMapJson(). Ignores all other members.
[[nodiscard]] HumanoidMap readHumanoidMap(const Json& json, const HumanoidRig& rig);

}  // namespace armature::importing
