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

[[nodiscard]] std::vector<std::byte> readAll(const std::filesystem::path& file);

void writeAll(const std::filesystem::path& file, std::span<const std::byte> bytes);

}  // namespace armature::test
