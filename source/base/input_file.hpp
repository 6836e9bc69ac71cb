#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <armature/base/export.hpp>

namespace armature {

/// The reason why a file could not be read, phrased for a message: "does not exist".
struct FileProblem {
    std::string text;
};

/// A regular file open for reading. Folders, devices and pipes are refused.
class ARMATURE_PRIVATE_API InputFile final {
public:
    /// Opens a file of at most `limit` bytes; `limitName` is the limit's name in the message.
    [[nodiscard]] static std::variant<InputFile, FileProblem> open(const std::filesystem::path& file, std::uint64_t limit,
                                                                   std::string_view limitName);
    ~InputFile();
    InputFile(InputFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}
    InputFile& operator=(InputFile&& other) noexcept
    {
        std::swap(descriptor_, other.descriptor_);
        size_ = other.size_;
        return *this;
    }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    /// The file's size in bytes when it was opened.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Reads the whole file into `out`. Returns the problem, or no value if there was none. Precondition: `out` has room for size() bytes.
    [[nodiscard]] std::optional<FileProblem> readInto(std::span<std::byte> out);
    /// The whole file as mapped memory, which is read on first access and released with the last owner. It may outlive the InputFile.
    struct Mapping {
        std::shared_ptr<const void> owner;
        std::span<const std::byte> bytes;
    };
    [[nodiscard]] std::variant<Mapping, FileProblem> map() const;

private:
    InputFile(int descriptor, std::size_t size) noexcept : descriptor_(descriptor), size_(size) {}

    int descriptor_;
    std::size_t size_;
};

}  // namespace armature
