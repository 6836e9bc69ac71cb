#pragma once

#include <filesystem>

#include <armature/base/export.hpp>

#include "base/hidden_name.hpp"

namespace armature {

/// Keeps the present content of a file, so that several files can be replaced together or not at all. The constructor gives the file a
/// second name, the destructor removes this name. Devices and pipes are not kept. Throws Error, "FILE: cannot be written: REASON", if the
/// file cannot be kept.
class ARMATURE_PRIVATE_API KeptFile final {
public:
    explicit KeptFile(const std::filesystem::path& file);
    ~KeptFile();
    KeptFile(const KeptFile&) = delete;
    KeptFile& operator=(const KeptFile&) = delete;

    /// Restores the file, or removes it if it did not exist before. Returns false on failure. Call at most once.
    [[nodiscard]] bool putBack() noexcept;

private:
    std::filesystem::path target_;  ///< The file's path with symbolic links followed.
    std::filesystem::path kept_;    ///< The second name; empty if the file did not exist or is not kept.
    HiddenName hidden_;             ///< Held even if no second name exists: one of several files may have been replaced.
    bool isKept_ = false;           ///< If false, putBack() does nothing.
};

/// Returns the path to which `path` leads when symbolic links are followed, even if no file exists there yet.
[[nodiscard]] std::filesystem::path followLinks(std::filesystem::path path);

/// Returns an unused name beside `file`.
[[nodiscard]] std::filesystem::path makeNameBeside(const std::filesystem::path& file);

}  // namespace armature
