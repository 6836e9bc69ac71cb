#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

namespace armature::support {

/// Parses all of `text`, an argument of a program, as a decimal integer from 1 to `most`. Returns no value if `text` is anything else.
[[nodiscard]] inline std::optional<std::size_t> parseCount(std::string_view text, std::size_t most) noexcept
{
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    const bool isCount = error == std::errc() && end == text.data() + text.size() && count > 0 && count <= most;
    return isCount ? std::optional(count) : std::nullopt;
}

}  // namespace armature::support
