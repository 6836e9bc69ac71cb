#pragma once

#include <armature/base/export.hpp>

namespace armature {

/// Marks that a temporary file exists in one of the user's folders under a name that the user did not choose. A program that ends meanwhile
/// leaves this file behind, or replaces only one of two files: an interrupted program should wait until no HiddenName exists.
class HiddenName final {
public:
    HiddenName() noexcept;
    ~HiddenName();
    HiddenName(const HiddenName&) = delete;
    HiddenName& operator=(const HiddenName&) = delete;

    /// Returns whether any HiddenName exists in the process. Safe in a signal handler.
    [[nodiscard]] ARMATURE_PRIVATE_API static bool exists() noexcept;
};

}  // namespace armature
