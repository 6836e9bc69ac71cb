#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace armature::foreign {

/// A format that only a worker process reads.
struct Format {
    std::string_view label;      ///< For messages: "Collada".
    std::string_view extension;  ///< What such files are called, and Assimp knows the format by: "dae".
    std::string_view loss = {};  ///< What of such a file is never read, as a warning; empty if nothing worth one.
};

/// FBX where ImportOptions::fbxReader has Assimp read it. Messages say that it is not our own reader that speaks.
constexpr Format fbxByAssimp{.label = "FBX for Assimp (ImportOptions::fbxReader)", .extension = "fbx"};

/// The format of a file by its content. `fileName` counts only where the content cannot tell, as with lists of bare numbers. None: none of
/// these.
[[nodiscard]] std::optional<Format> formatOf(std::span<const std::byte> file, std::string_view fileName);

}  // namespace armature::foreign
