#pragma once

namespace armature::test {

/// How rename() goes wrong while a RenameFault exists.
enum class RenameEnd {
    FailsOnce,      ///< The chosen call fails with EBUSY.
    FailsFromThen,  ///< The chosen call and all after it fail with EBUSY.
    KilledBefore,   ///< SIGKILL ends the process before the rename.
    KilledAfter,    ///< SIGKILL ends the process after the rename.
};

/// Makes one of the rename() calls that this program makes from now on go wrong: number `which`, counted from 0. Calls by the library,
/// which is linked into the program, count too. Only one RenameFault may exist at a time.
class RenameFault {
public:
    RenameFault(int which, RenameEnd end);
    ~RenameFault();
    RenameFault(const RenameFault&) = delete;
    RenameFault& operator=(const RenameFault&) = delete;

    /// Whether enough renames were called for the fault to happen.
    [[nodiscard]] bool hasHappened() const;
};

}  // namespace armature::test
