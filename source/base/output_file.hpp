#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>

#include "base/hidden_name.hpp"

namespace armature {

/// A file that is written completely or not at all: the old file stays until finish() replaces it, even if the program is interrupted or
/// the disk is full. A symbolic link stays a link; its target is replaced. Devices and pipes are written to directly. Every failure throws
/// Error: "FILE: cannot be written: REASON".
class ARMATURE_PRIVATE_API OutputFile final {
public:
    explicit OutputFile(std::filesystem::path path);
    /// Leaves all files unchanged unless finish() was called.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
    void write(std::span<const std::uint8_t> bytes) { write(std::as_bytes(bytes)); }
    /// Returns the descriptor of the open file, through which another process can write it; do not mix that with write().
    [[nodiscard]] int getDescriptor() const noexcept;
    /// Writes buffered data to the disk, so that finish() needs no more space.
    void prepare();
    /// Calls prepare(), then gives the file its final name.
    void finish();

private:
    struct Close {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    void openBeside();
    void nameBeside();
    [[noreturn]] void fail(int error) const;

    std::filesystem::path path_;        ///< The path as given, for messages.
    std::filesystem::path target_;      ///< The path with symbolic links followed.
    std::filesystem::path temporary_;   ///< Empty if the file has no name yet, or is itself the target.
    std::optional<HiddenName> hidden_;  ///< Set while `temporary_` exists.
    bool isInPlace_ = false;
    bool isPrepared_ = false;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace armature
