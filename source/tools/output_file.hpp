#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace armature::tools {

/// A file being written. What was there is replaced. Every failure throws OutputError: "FILE: cannot be written: REASON".
class OutputFile final {
public:
    explicit OutputFile(std::filesystem::path path);

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
    /// Hands the rest to the system. Without it the file may be incomplete, and nobody is told.
    void close();

private:
    struct Close {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    [[noreturn]] void fail() const;

    std::filesystem::path path_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace armature::tools
