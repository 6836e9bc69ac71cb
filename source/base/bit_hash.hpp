#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace armature {

inline constexpr std::uint64_t emptyHash = 0xcbf29ce484222325u;

/// Returns `hash`, a 64-bit FNV-1a hash (Fowler, Noll, Vo), extended by one byte.
[[nodiscard]] constexpr std::uint64_t hashByte(std::uint64_t hash, std::uint64_t byte) noexcept
{
    return (hash ^ byte) * 0x100000001b3u;
}

[[nodiscard]] inline std::uint64_t hashBytes(std::span<const std::byte> bytes, std::uint64_t hash = emptyHash) noexcept
{
    for (const std::byte byte : bytes) {
        hash = hashByte(hash, std::to_integer<std::uint64_t>(byte));
    }
    return hash;
}

}  // namespace armature
