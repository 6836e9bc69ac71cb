#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace armature::test {

/// The bytes of a file; empty if it cannot be read.
[[nodiscard]] inline std::string contentOf(const std::filesystem::path& file)
{
    std::ostringstream content;
    content << std::ifstream(file, std::ios::binary).rdbuf();
    return content.str();
}

}  // namespace armature::test
