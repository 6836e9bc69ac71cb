#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/budget.hpp"

namespace armature::importing {

/// Bounds the memory and work of one import: see Budget. ImportLimits::unbackedBytes is the amount that a file of any size may cost.
class MemoryBudget final : public Budget {
public:
    using Budget::Budget;
    using Budget::require;

    /// Raises the limit by what `bytes` bytes of JSON or similar text may take as objects. Call addBacking() for these bytes as well.
    void addJson(std::uint64_t bytes) noexcept { addText(bytes); }
    /// Charges `bytes` for the content at `place`. Throws Refusal if the budget is exceeded.
    void require(std::uint64_t bytes, const std::string& place)
    {
        if (!charge(bytes)) {
            refuse(bytes, place);
        }
    }
    /// Throws Refusal: allocating `bytes` for the content at `place` would exceed the budget.
    [[noreturn]] void refuse(std::uint64_t bytes, std::string place) const;
};

/// Returns the memory needed to parse a JSON text. Each comma, colon and bracket takes at most two positions of four bytes and two words of
/// eight bytes. The text of strings is copied.
[[nodiscard]] std::uint64_t memoryToParse(std::span<const std::byte> json) noexcept;

/// The memory that each kind of scene object takes, including its share of growing containers: measured, then rounded up. Names are extra.
constexpr std::uint64_t bytesOfNode = 800;
constexpr std::uint64_t bytesOfSkeleton = 4800;
constexpr std::uint64_t bytesOfBone = 880;
constexpr std::uint64_t bytesOfMesh = 240;
constexpr std::uint64_t bytesOfClip = 900;
constexpr std::uint64_t bytesOfTimeTrack = 200;
constexpr std::uint64_t bytesOfChannel = 480;
constexpr std::uint64_t bytesOfInstance = 480;

}  // namespace armature::importing
