#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace armature::importing {

/// Bytes as text, whatever they are.
[[nodiscard]] inline std::string_view textOf(std::span<const std::byte> bytes) noexcept
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace armature::importing
