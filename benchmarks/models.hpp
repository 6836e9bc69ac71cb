#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace armature::bench {

/// A rigged model file in memory.
struct Model {
    std::string name;
    std::vector<std::byte> bytes;
};

/// Throws std::runtime_error if the file cannot be read.
[[nodiscard]] Model readModel(std::string name, const std::filesystem::path& file);

/// The project's own character.
[[nodiscard]] const Model& character();

/// Rigs made by others, from the folder that the environment variable ARMATURE_SHARED names; none without it.
[[nodiscard]] const std::vector<Model>& foreignModels();

}  // namespace armature::bench
