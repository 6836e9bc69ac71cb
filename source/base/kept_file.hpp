#pragma once

#include <filesystem>

#include "base/hidden_name.hpp"

namespace armature {

/// What a file is now, so that several files can be replaced together or not at all: a second name for it, which goes with this object.
/// Devices and pipes are not kept. Throws Error, "FILE: cannot be written: REASON", if it cannot be kept.
class KeptFile final {
public:
    explicit KeptFile(const std::filesystem::path& file);
    ~KeptFile();
    KeptFile(const KeptFile&) = delete;
    KeptFile& operator=(const KeptFile&) = delete;

    /// The file is again what it was, or not there if it was not. Returns false if that failed. Call at most once.
    [[nodiscard]] bool putBack() noexcept;

private:
    std::filesystem::path target_;  ///< With links followed.
    std::filesystem::path kept_;    ///< Empty if there is nothing to put back.
    HiddenName hidden_;             ///< Even if nothing is kept: one of several files may have been replaced.
    bool isKept_ = false;           ///< Otherwise putBack() does nothing.
};

/// Where a path leads, with links followed, even to a file that does not exist yet.
[[nodiscard]] std::filesystem::path followLinks(std::filesystem::path path);

/// A name beside `file` that nobody else has.
[[nodiscard]] std::filesystem::path makeNameBeside(const std::filesystem::path& file);

}  // namespace armature
