#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <armature/retarget/humanoid_map.hpp>

namespace armature::test {

/// A rig whose roles are known.
struct NamedRig {
    std::string scheme = {};
    HumanoidRig rig = {};
    std::map<HumanoidRole, std::size_t> roles = {};
    std::map<HumanoidRole, std::vector<std::size_t>> alternatives = {};  ///< Tolerated beside.
    bool isRefused = false;
};

/// Naming schemes that are shipped, for tests without ../shared: how various programs, libraries and studios name their bones.
[[nodiscard]] std::vector<NamedRig> shippedSchemes();

/// Those in the folder `corpus/humanoids` of the shared data; none where it is not there.
[[nodiscard]] std::vector<NamedRig> corpusSchemes();

/// What a map made of a rig.
struct Score {
    std::size_t core = 0;                 ///< Of the 22 core roles, those that the rig has.
    std::size_t right = 0;                ///< Of these, found rightly.
    std::vector<std::string> wrong = {};  ///< Of all roles: "head is face".
};

[[nodiscard]] Score scoreOf(const NamedRig& rig, const HumanoidMap& map);

/// Scores of many.
struct Tally {
    std::size_t rigs = 0;
    std::size_t refused = 0;
    std::size_t core = 0;
    std::size_t right = 0;  ///< Refused or not.
    std::size_t rightAccepted = 0;
    std::vector<std::string> wrongAccepted = {};

    void add(const NamedRig& rig, const HumanoidMap& map);
    [[nodiscard]] double percentRight() const { return 100. * static_cast<double>(right) / static_cast<double>(core); }
    [[nodiscard]] std::string text() const;
};

}  // namespace armature::test
