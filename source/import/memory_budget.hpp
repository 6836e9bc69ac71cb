#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/budget.hpp"

namespace armature::importing {

/// The memory and work that an import may cost: see Budget. `unbackedBytes` is ImportLimits::unbackedBytes.
class MemoryBudget final : public Budget {
public:
    using Budget::Budget;
    using Budget::require;

    /// Adds JSON text, in addition to its bytes.
    void addJson(std::uint64_t bytes) noexcept { addText(bytes); }
    /// Charges `bytes` for the content at `place`, or throws Refusal.
    void require(std::uint64_t bytes, const std::string& place)
    {
        if (!charge(bytes)) {
            refuse(bytes, place);
        }
    }
    /// Throws Refusal: `bytes`, requested at `place`, exceed the budget.
    [[noreturn]] void refuse(std::uint64_t bytes, std::string place) const;
};

/// The memory for parsing a JSON text. Each comma, colon and bracket takes at most two positions of four bytes and two words of eight
/// bytes, and the text of strings is copied.
[[nodiscard]] std::uint64_t memoryToParse(std::span<const std::byte> json) noexcept;

/// The memory of an object of the scene, including its share of growing containers: measured, then rounded up. Names are extra.
constexpr std::uint64_t bytesOfNode = 800;
constexpr std::uint64_t bytesOfSkeleton = 4800;
constexpr std::uint64_t bytesOfBone = 880;
constexpr std::uint64_t bytesOfMesh = 240;
constexpr std::uint64_t bytesOfClip = 900;
constexpr std::uint64_t bytesOfTimeTrack = 200;
constexpr std::uint64_t bytesOfChannel = 480;
constexpr std::uint64_t bytesOfInstance = 480;

}  // namespace armature::importing
