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

#include "base/hidden_name.hpp"

namespace armature {

/// A file that is written completely or not at all: the old one stays until finish() replaces it, even if the program is interrupted or the
/// disk is full. A symbolic link stays one, and its target is replaced. Devices and pipes are written to directly. Every failure throws
/// Error: "FILE: cannot be written: REASON".
class OutputFile final {
public:
    explicit OutputFile(std::filesystem::path path);
    /// Without finish(), no file has changed.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
    void write(std::span<const std::uint8_t> bytes) { write(std::as_bytes(bytes)); }
    /// The open file, for another process to write; it and write() do not mix.
    [[nodiscard]] int getDescriptor() const noexcept;
    /// Writes the rest to the disk: finish() needs no more space then.
    void prepare();
    /// Calls prepare(), and gives the file its name.
    void finish();

private:
    struct Close {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    void openBeside();
    void nameBeside();
    [[noreturn]] void fail(int error) const;

    std::filesystem::path path_;        ///< As given, for messages.
    std::filesystem::path target_;      ///< Links followed.
    std::filesystem::path temporary_;   ///< Empty: the file has no name yet, or is the target itself.
    std::optional<HiddenName> hidden_;  ///< While `temporary_` is there.
    bool isInPlace_ = false;
    bool isPrepared_ = false;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace armature
