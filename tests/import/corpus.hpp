#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace armature::test {

/// The model files of the reference data.
[[nodiscard]] std::filesystem::path corpusDirectory();

/// All .gltf and .glb below a folder of the corpus, in order of their names.
[[nodiscard]] std::vector<std::filesystem::path> modelsIn(std::string_view folder);

/// The golden files in the tree, and those of the corpus' folder `valid` where it is.
[[nodiscard]] std::vector<std::filesystem::path> validModels();

[[nodiscard]] std::vector<std::byte> readAll(const std::filesystem::path& file);

void writeAll(const std::filesystem::path& file, std::span<const std::byte> bytes);

}  // namespace armature::test
