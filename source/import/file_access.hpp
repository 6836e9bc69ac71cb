#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/input_file.hpp"

namespace armature::importing {

/// The bytes of a file, followed by `padding` zero bytes that a JSON parser may read.
class FileBytes {
public:
    static constexpr std::size_t padding = 64;

    FileBytes() = default;
    FileBytes(std::unique_ptr<std::byte[]> storage, std::size_t size) noexcept : storage_(std::move(storage)), size_(size) {}

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {storage_.get(), size_}; }

private:
    std::unique_ptr<std::byte[]> storage_;
    std::size_t size_ = 0;
};

/// `uri` with %xx decoded to bytes. A percent sign without two hexadecimal digits after it is kept: exporters forget to escape it.
[[nodiscard]] std::string percentDecoded(std::string_view uri);

/// Reads a regular file of at most `limit` bytes in one go. Folders, devices and pipes are a problem, whatever they contain.
[[nodiscard]] std::variant<FileBytes, FileProblem> readFile(const std::filesystem::path& file, std::uint64_t limit);

/// The file that a relative URI refers to inside `folder`: percent-decoded, and still inside after following symbolic links. A scheme, an
/// absolute path, or a path that leads out of the folder is a problem; so is a file that does not exist.
[[nodiscard]] std::variant<std::filesystem::path, FileProblem> resolveUri(std::string_view uri, const std::filesystem::path& folder);

/// Views bytes as text, whatever they contain.
[[nodiscard]] inline std::string_view textOf(std::span<const std::byte> bytes) noexcept
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace armature::importing
