#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace armature::importing {

/// Bounds what an import may allocate by what the file really contains. Honest data grows by at most a factor of four (bytes to floats) and
/// is shared a few times, JSON text becomes objects, compressed data are unpacked; a file that asks for more than that plus `unbackedBytes`
/// lies. Every allocation whose size the file decides is charged first, and stays charged: work that leaves nothing behind is bounded, too.
class MemoryBudget {
public:
    MemoryBudget() = default;
    explicit MemoryBudget(std::uint64_t unbackedBytes) noexcept : limit_(unbackedBytes) {}

    /// Bytes that were read, and therefore exist.
    void addBacking(std::uint64_t bytes) noexcept { limit_ += growthFactor * bytes; }
    /// JSON text, in addition to its bytes.
    void addJson(std::uint64_t bytes) noexcept { limit_ += jsonFactor * bytes; }
    /// Compressed data, in addition to their bytes.
    void addCompressed(std::uint64_t bytes) noexcept { limit_ += compressionFactor * bytes; }

    /// Charges memory before it is allocated. Returns false, and charges nothing, if that exceeds the limit.
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept
    {
        if (bytes > limit_ - used_) {
            return false;
        }
        used_ += bytes;
        return true;
    }

    /// Throws Refusal: `bytes`, requested at `place`, are too many.
    [[noreturn]] void refuse(std::uint64_t bytes, std::string place) const;

    [[nodiscard]] std::uint64_t limit() const noexcept { return limit_; }
    /// What may still be charged.
    [[nodiscard]] std::uint64_t left() const noexcept { return limit_ - used_; }

private:
    static constexpr std::uint64_t growthFactor = 8;
    static constexpr std::uint64_t jsonFactor = 8;
    static constexpr std::uint64_t compressionFactor = 56;

    std::uint64_t limit_ = 0;
    std::uint64_t used_ = 0;
};

/// The memory for parsing a JSON text. For every comma, colon and bracket there are at most two positions of four bytes and two words of
/// eight bytes, and the text of strings is copied.
[[nodiscard]] std::uint64_t memoryToParse(std::span<const std::byte> json) noexcept;

/// The memory of an object of the scene, including its share of the containers that grow with it: measured, rounded up. Names are extra.
constexpr std::uint64_t bytesOfNode = 800;
constexpr std::uint64_t bytesOfSkeleton = 4800;
constexpr std::uint64_t bytesOfBone = 880;
constexpr std::uint64_t bytesOfMesh = 240;
constexpr std::uint64_t bytesOfClip = 900;
constexpr std::uint64_t bytesOfTimeTrack = 200;
constexpr std::uint64_t bytesOfChannel = 480;
constexpr std::uint64_t bytesOfInstance = 480;

}  // namespace armature::importing
