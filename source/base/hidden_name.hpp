#pragma once

namespace armature {

/// Exists while a temporary file with a name that the user did not choose stands in one of the user's folders. A program that ends
/// meanwhile leaves it behind, or replaces only one of two files: a program that is interrupted should wait until no HiddenName exists.
class HiddenName final {
public:
    HiddenName() noexcept;
    ~HiddenName();
    HiddenName(const HiddenName&) = delete;
    HiddenName& operator=(const HiddenName&) = delete;

    /// Whether any exist in the process. Safe in a signal handler.
    [[nodiscard]] static bool exists() noexcept;
};

}  // namespace armature
