#pragma once

#include <filesystem>

#include "base/hidden_name.hpp"

namespace armature {

/// Keeps the present state of a file, so that several files can be replaced together or not at all: it gives the file a second name, and
/// removes it on destruction. Devices and pipes are not kept. Throws Error, "FILE: cannot be written: REASON", if the file cannot be kept.
class KeptFile final {
public:
    explicit KeptFile(const std::filesystem::path& file);
    ~KeptFile();
    KeptFile(const KeptFile&) = delete;
    KeptFile& operator=(const KeptFile&) = delete;

    /// Restores the file, or removes it if it did not exist. Returns false if that failed. Call at most once.
    [[nodiscard]] bool putBack() noexcept;

private:
    std::filesystem::path target_;  ///< With links followed.
    std::filesystem::path kept_;    ///< Empty if there is nothing to put back.
    HiddenName hidden_;             ///< Held even if nothing is kept: one of several files may have been replaced.
    bool isKept_ = false;           ///< Otherwise putBack() does nothing.
};

/// Returns the path that `path` leads to with links followed, even if no file exists there yet.
[[nodiscard]] std::filesystem::path followLinks(std::filesystem::path path);

/// Returns an unused name beside `file`.
[[nodiscard]] std::filesystem::path makeNameBeside(const std::filesystem::path& file);

}  // namespace armature
