#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace armature::tools {

/// Reads all of a text file. Throws Error that names the file and the problem: a folder, a pipe, more than `largest` bytes.
[[nodiscard]] std::string readTextFile(const std::filesystem::path& file, std::uint64_t largest, std::string_view limitName);

}  // namespace armature::tools
