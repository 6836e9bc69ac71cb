#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scene_distance.hpp"

namespace armature::tools {

/// Two scenes, and how they differ.
struct DifferenceReport {
    std::string first;
    std::string second;
    std::vector<std::string> structure = {};  ///< A line for each thing that only one has, or has otherwise.
    SceneMatch match = {};
    SceneDistance distance = {};
    double tolerance = 0.;   ///< Millimetres.
    std::size_t shown = 10;  ///< How many bones and vertices are listed, the worst ones first.

    [[nodiscard]] LargestDistance largest() const noexcept;  ///< Of vertices and joints.
    [[nodiscard]] double largestMillimetres() const noexcept { return 1000. * static_cast<double>(largest().distance); }
    [[nodiscard]] bool isSame() const noexcept { return structure.empty() && largestMillimetres() <= tolerance; }
};

[[nodiscard]] std::string differenceAsText(const DifferenceReport& report);
/// docs/armature_program.md describes the members.
[[nodiscard]] std::string differenceAsJson(const DifferenceReport& report);

}  // namespace armature::tools
