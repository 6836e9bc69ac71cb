#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace armature::test {

/// The folder of the model files in the reference data.
[[nodiscard]] std::filesystem::path corpusDirectory();

/// All .gltf and .glb below a folder of the corpus, sorted by name.
[[nodiscard]] std::vector<std::filesystem::path> modelsIn(std::string_view folder);

/// The golden files in the source tree and, where the corpus is available, those of its folder `valid`.
[[nodiscard]] std::vector<std::filesystem::path> validModels();

[[nodiscard]] std::vector<std::byte> readAll(const std::filesystem::path& file);

void writeAll(const std::filesystem::path& file, std::span<const std::byte> bytes);

}  // namespace armature::test
