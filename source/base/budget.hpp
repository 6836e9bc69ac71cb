#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>

namespace armature {

/// Thrown by Budget::require(). The budget's owner, which knows the option's name, turns this into its own kind of error.
class OverBudget final : public std::runtime_error {
public:
    explicit OverBudget(std::uint64_t excess) : std::runtime_error("more than a budget allows"), bytes(excess) {}

    std::uint64_t bytes;  ///< The size of the charge that was refused, in bytes.
};

/// Bounds the memory and work spent on an input by the size of its data. Honest data grows only by known factors: bytes become floats, a
/// few users share the same data, text becomes objects, and compressed data is unpacked. An input that asks for more than these factors and
/// a free amount allow is malicious or broken. Where a few bytes can ask for much (names times users, clips times vertices, keys times
/// rate), the product is charged before any work is done, and stays charged.
///
/// The unit is the byte. Work that leaves no data behind is charged as the memory that would take about as long to fill: see costOfWork().
class Budget {
public:
    Budget() = default;
    explicit Budget(std::uint64_t freeBytes) noexcept : limit_(freeBytes) {}

    /// Raises the limit by what `bytes` bytes of data may take. Count bytes that were actually read, not bytes that the input merely
    /// declares.
    void addBacking(std::uint64_t bytes) noexcept { add(growthFactor, bytes); }
    /// Raises the limit by what `bytes` bytes of text may take as objects. Call addBacking() for these bytes as well.
    void addText(std::uint64_t bytes) noexcept { add(textFactor, bytes); }
    /// Raises the limit by what `bytes` bytes of compressed data may take once decoded. Call addBacking() for these bytes as well.
    void addCompressed(std::uint64_t bytes) noexcept { add(compressionFactor, bytes); }

    /// Charges memory before it is allocated, or work before it is done. Returns false, and charges nothing, if the total would exceed the
    /// limit.
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept
    {
        if (bytes > limit_ - used_) {
            return false;
        }
        used_ += bytes;
        return true;
    }

    /// Like charge(), but throws OverBudget where charge() returns false.
    void require(std::uint64_t bytes)
    {
        if (!charge(bytes)) {
            throw OverBudget(bytes);
        }
    }

    /// Returns a budget without a limit, for callers that choose the amounts themselves.
    [[nodiscard]] static Budget unlimited() noexcept { return Budget(UINT64_MAX); }

    /// Returns the message for a charge of `bytes` that was refused: "needs 12 bytes after 34 so far, but the bytes in the file justify 40
    /// in all (OPTION raises this)".
    [[nodiscard]] ARMATURE_PRIVATE_API std::string describeExcess(std::uint64_t bytes, std::string_view option) const;

    [[nodiscard]] std::uint64_t limit() const noexcept { return limit_; }
    /// The bytes that may still be charged.
    [[nodiscard]] std::uint64_t left() const noexcept { return limit_ - used_; }

private:
    static constexpr std::uint64_t growthFactor = 8;
    static constexpr std::uint64_t textFactor = 8;
    static constexpr std::uint64_t compressionFactor = 56;

    /// Raises the limit, which saturates at UINT64_MAX. Sizes of files are too small to overflow, but an option may set a limit near the
    /// maximum.
    void add(std::uint64_t factor, std::uint64_t bytes) noexcept
    {
        const std::uint64_t grown = factor * bytes;
        limit_ += grown < UINT64_MAX - limit_ ? grown : UINT64_MAX - limit_;
    }

    std::uint64_t limit_ = 0;
    std::uint64_t used_ = 0;
};

/// Returns the product of two numbers, or UINT64_MAX on overflow: a few bytes can ask for a huge product.
[[nodiscard]] constexpr std::uint64_t productOf(std::uint64_t one, std::uint64_t other) noexcept
{
    return other != 0 && one > UINT64_MAX / other ? UINT64_MAX : one * other;
}

/// Returns the cost, in bytes, of `steps` steps of `nanosecondsEach`: one byte per sixteen nanoseconds, about the time that it takes to
/// fill a byte of memory and read it a few times.
[[nodiscard]] constexpr std::uint64_t costOfWork(std::uint64_t steps, std::uint64_t nanosecondsEach) noexcept
{
    return productOf(steps, nanosecondsEach) / 16;
}

}  // namespace armature
