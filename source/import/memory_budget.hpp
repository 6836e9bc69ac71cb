#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/budget.hpp"

namespace armature::importing {

/// What an import may take: see Budget. `unbackedBytes` is ImportLimits::unbackedBytes.
class MemoryBudget final : public Budget {
public:
    using Budget::Budget;
    using Budget::require;

    /// JSON text, in addition to its bytes.
    void addJson(std::uint64_t bytes) noexcept { addText(bytes); }
    /// Charges `bytes` for what is at `place`, or throws Refusal.
    void require(std::uint64_t bytes, const std::string& place)
    {
        if (!charge(bytes)) {
            refuse(bytes, place);
        }
    }
    /// Throws Refusal: `bytes`, requested at `place`, are too many.
    [[noreturn]] void refuse(std::uint64_t bytes, std::string place) const;
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
