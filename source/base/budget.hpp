#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace armature {

/// Thrown by Budget::require(). Whoever made the budget knows what to call its option, and turns it into an error of its own.
class OverBudget final : public std::runtime_error {
public:
    explicit OverBudget(std::uint64_t excess) : std::runtime_error("more than a budget allows"), bytes(excess) {}

    std::uint64_t bytes;  ///< What could not be charged.
};

/// Bounds what is done for an input, memory and work alike, by what the input really contains. Honest data grows by at most a factor of
/// four (bytes to floats) and is shared a few times, text becomes objects, compressed data are unpacked; an input that asks for more than
/// that and a free amount lies. Where a few bytes ask for much (names times users, clips times vertices, keys times rate), the product is
/// charged before anything is done, and stays charged.
///
/// The unit is the byte. Work that leaves nothing behind is charged as the memory that takes about as long to fill: see costOfWork().
class Budget {
public:
    Budget() = default;
    explicit Budget(std::uint64_t freeBytes) noexcept : limit_(freeBytes) {}

    /// Bytes that were read, and therefore exist.
    void addBacking(std::uint64_t bytes) noexcept { add(growthFactor, bytes); }
    /// Text that becomes objects, in addition to its bytes.
    void addText(std::uint64_t bytes) noexcept { add(textFactor, bytes); }
    /// Compressed data, in addition to their bytes.
    void addCompressed(std::uint64_t bytes) noexcept { add(compressionFactor, bytes); }

    /// Charges memory before it is allocated, or work before it is done. Returns false, and charges nothing, if that exceeds the limit.
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept
    {
        if (bytes > limit_ - used_) {
            return false;
        }
        used_ += bytes;
        return true;
    }

    /// The same, but throws OverBudget.
    void require(std::uint64_t bytes)
    {
        if (!charge(bytes)) {
            throw OverBudget(bytes);
        }
    }

    /// Allows whatever is asked for: for callers who ask for it themselves.
    [[nodiscard]] static Budget unlimited() noexcept { return Budget(UINT64_MAX); }

    /// What to say if `bytes` could not be charged: "needs 12 bytes after 34 so far, but the bytes in the file justify 40 in all (OPTION
    /// raises this)".
    [[nodiscard]] std::string describeExcess(std::uint64_t bytes, std::string_view option) const;

    [[nodiscard]] std::uint64_t limit() const noexcept { return limit_; }
    /// What may still be charged.
    [[nodiscard]] std::uint64_t left() const noexcept { return limit_ - used_; }

private:
    static constexpr std::uint64_t growthFactor = 8;
    static constexpr std::uint64_t textFactor = 8;
    static constexpr std::uint64_t compressionFactor = 56;

    /// Sizes of files stay far from overflow; an option may not.
    void add(std::uint64_t factor, std::uint64_t bytes) noexcept
    {
        const std::uint64_t grown = factor * bytes;
        limit_ += grown < UINT64_MAX - limit_ ? grown : UINT64_MAX - limit_;
    }

    std::uint64_t limit_ = 0;
    std::uint64_t used_ = 0;
};

/// The product of what arises from few bytes: at most the largest number, never an overflow.
[[nodiscard]] constexpr std::uint64_t productOf(std::uint64_t one, std::uint64_t other) noexcept
{
    return other != 0 && one > UINT64_MAX / other ? UINT64_MAX : one * other;
}

/// What `steps` that take so many nanoseconds each cost: a byte for every sixteen, about what memory takes that is filled and looked at a
/// few times.
[[nodiscard]] constexpr std::uint64_t costOfWork(std::uint64_t steps, std::uint64_t nanosecondsEach) noexcept
{
    return productOf(steps, nanosecondsEach) / 16;
}

}  // namespace armature
