#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <armature/import/import_options.hpp>

#include "arguments.hpp"

namespace armature::tools {

struct DiffOptions {
    std::string first;
    std::string second;
    double tolerance = 0.01;  ///< Millimetres.
    std::size_t shown = 10;
    bool isJson = false;
    std::optional<std::string> picture = {};
    PictureSize size{1200, 400};  ///< Of the picture.
    ImportOptions reading = {};
};

inline constexpr std::size_t largestShown = 1'000'000;

/// `armature diff`: compares two models, and prints how they differ. Gives the exit status: 0 if they are the same, 1 if not.
[[nodiscard]] int runDiff(const DiffOptions& options);

}  // namespace armature::tools
