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

/// Returns `uri` with each %xx decoded to a byte. A percent sign without two hexadecimal digits after it stays: exporters forget to escape
/// it.
[[nodiscard]] std::string percentDecoded(std::string_view uri);

/// Reads a whole regular file. Returns a problem if the file does not exist, cannot be read, has more than `limit` bytes (which the message
/// calls ImportLimits::fileBytes), or is not a regular file: folders, devices and pipes are refused.
[[nodiscard]] std::variant<FileBytes, FileProblem> readFile(const std::filesystem::path& file, std::uint64_t limit);

/// Percent-decodes a relative URI and returns the file inside `folder` that it refers to, with symbolic links followed. Returns a problem
/// for a URI that is empty, too long, absolute or has a scheme, for a path or link that leads out of the folder, and for a file that does
/// not exist.
[[nodiscard]] std::variant<std::filesystem::path, FileProblem> resolveUri(std::string_view uri, const std::filesystem::path& folder);

/// Returns the bytes as a string view, without checking their encoding.
[[nodiscard]] inline std::string_view textOf(std::span<const std::byte> bytes) noexcept
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace armature::importing
