#pragma once

namespace armature::test {

/// How rename() goes wrong while a RenameFault exists.
enum class RenameEnd {
    FailsOnce,      ///< That one fails, with EBUSY.
    FailsFromThen,  ///< That one and all after it.
    KilledBefore,   ///< The process ends there by SIGKILL.
    KilledAfter,    ///< The process ends once it is done.
};

/// Spoils the rename() with the number `which`, from 0, that this program calls from now on: the library's, too, which is linked into it.
/// One at a time.
class RenameFault {
public:
    RenameFault(int which, RenameEnd end);
    ~RenameFault();
    RenameFault(const RenameFault&) = delete;
    RenameFault& operator=(const RenameFault&) = delete;

    /// Whether that many renames were called, so that the fault came to pass.
    [[nodiscard]] bool hasHappened() const;
};

}  // namespace armature::test
