#pragma once

#include <cstdint>

namespace armature::importing {

/// Bounds what decoding may allocate by what the file really brings. Honest data grows by at most a factor of four (bytes to floats) and is
/// shared a few times; a file that declares more than eight times its bytes plus `unbackedBytes` lies.
class MemoryBudget {
public:
    explicit MemoryBudget(std::uint64_t unbackedBytes) noexcept : limit_(unbackedBytes) {}

    /// Bytes that were read, and therefore exist.
    void addBacking(std::uint64_t bytes) noexcept { limit_ += growthFactor * bytes; }

    /// Bytes that were decompressed, which was charged: what they are converted to may be larger again.
    void addDecoded(std::uint64_t bytes) noexcept { limit_ += conversionFactor * bytes; }

    /// Asks for memory before it is taken. False, and nothing is charged, if that exceeds the limit.
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept
    {
        if (bytes > limit_ - used_) {
            return false;
        }
        used_ += bytes;
        return true;
    }

    /// Memory that was charged and is free again.
    void release(std::uint64_t bytes) noexcept { used_ -= bytes; }

    [[nodiscard]] std::uint64_t limit() const noexcept { return limit_; }
    [[nodiscard]] std::uint64_t used() const noexcept { return used_; }

private:
    static constexpr std::uint64_t growthFactor = 8;
    static constexpr std::uint64_t conversionFactor = 4;

    std::uint64_t limit_;
    std::uint64_t used_ = 0;
};

}  // namespace armature::importing
