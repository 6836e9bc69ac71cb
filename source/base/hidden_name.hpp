#pragma once

namespace armature {

/// While one lives, there is a file in a folder of the user's whose name nobody asked for. A program that ends then leaves it behind, or
/// two files of which only one was replaced: one that is interrupted should wait until there are none.
class HiddenName final {
public:
    HiddenName() noexcept;
    ~HiddenName();
    HiddenName(const HiddenName&) = delete;
    HiddenName& operator=(const HiddenName&) = delete;

    /// Whether there are any in the process. Safe in a signal handler.
    [[nodiscard]] static bool exists() noexcept;
};

}  // namespace armature
