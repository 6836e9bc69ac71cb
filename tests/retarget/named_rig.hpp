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
    std::map<HumanoidRole, std::vector<std::size_t>> alternatives = {};  ///< Other acceptable bones for a role.
    bool isRefused = false;
};

/// Returns the shipped naming schemes, for tests without ../shared: how various programs, libraries and studios name their bones.
[[nodiscard]] std::vector<NamedRig> shippedSchemes();

/// Returns the schemes in the folder `corpus/humanoids` of the shared data; empty if the folder does not exist.
[[nodiscard]] std::vector<NamedRig> corpusSchemes();

/// How well a map fits a rig.
struct Score {
    std::size_t core = 0;                 ///< Number of the 22 core roles that the rig has.
    std::size_t right = 0;                ///< Number of these that were found correctly.
    std::vector<std::string> wrong = {};  ///< Errors among all roles, for example "head is face".
};

[[nodiscard]] Score scoreOf(const NamedRig& rig, const HumanoidMap& map);

/// The sum of many scores.
struct Tally {
    std::size_t rigs = 0;
    std::size_t refused = 0;
    std::size_t core = 0;
    std::size_t right = 0;  ///< Counted whether the rig was refused or not.
    std::size_t rightAccepted = 0;
    std::vector<std::string> wrongAccepted = {};

    void add(const NamedRig& rig, const HumanoidMap& map);
    [[nodiscard]] double percentRight() const { return 100. * static_cast<double>(right) / static_cast<double>(core); }
    [[nodiscard]] std::string text() const;
};

}  // namespace armature::test
