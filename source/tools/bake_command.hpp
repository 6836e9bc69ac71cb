#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <armature/animation/baked_clip.hpp>
#include <armature/import/import_options.hpp>

namespace armature::tools {

inline constexpr std::size_t largestBakeRate = 1000;

struct BakeChoice {
    std::optional<std::size_t> rate = {};  ///< Frames a second; none: what BakedClip chooses.
    std::optional<double> maxError = {};   ///< In the skeleton's units.
    std::optional<double> maxDegrees = {};
};

struct BakeRequest {
    std::string file;
    BakeChoice choice = {};
    ImportOptions reading = {};
};

[[nodiscard]] BakeOptions bakeOptions(const BakeChoice& choice);

/// `armature bake`: prints what the clips of a file take as baked ones, and how far they are off. Throws Error after the table if a clip
/// cannot be baked as closely as asked for.
void runBake(const BakeRequest& request);

}  // namespace armature::tools
