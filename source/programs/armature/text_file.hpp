#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace armature::tools {

/// Reads all of a text file. Throws Error if it cannot be read, is a folder or a pipe, or has more than `largest` bytes; the message names
/// the file and the problem. `limitName`: what the message calls the limit `largest`.
[[nodiscard]] std::string readTextFile(const std::filesystem::path& file, std::uint64_t largest, std::string_view limitName);

}  // namespace armature::tools
