#include "import/utf16.hpp"

#include <cstdint>

namespace armature::importing {

namespace {

/// The number of bytes before the text, and the byte order.
struct Beginning {
    std::size_t length = 0;
    bool isBigEndian = false;
};

std::optional<Beginning> beginningOf(std::span<const std::byte> file)
{
    const auto at = [file](std::size_t index) { return std::to_integer<unsigned>(file[index]); };
    if (file.size() < 4 || file.size() % 2 != 0) {
        return std::nullopt;
    }
    if ((at(0) == 0xFF && at(1) == 0xFE) || (at(0) == 0xFE && at(1) == 0xFF)) {
        return Beginning{2, at(0) == 0xFE};
    }
    // An XML declaration, "<?", without a byte order mark before it.
    if (at(0) == '<' && at(1) == 0 && at(2) == '?' && at(3) == 0) {
        return Beginning{0, false};
    }
    if (at(0) == 0 && at(1) == '<' && at(2) == 0 && at(3) == '?') {
        return Beginning{0, true};
    }
    return std::nullopt;
}

void append(std::string& text, std::uint32_t character)
{
    const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (character < 0x80) {
        add(character);
    } else if (character < 0x800) {
        add(0xC0 | character >> 6u);
        add(0x80 | (character & 0x3Fu));
    } else if (character < 0x10000) {
        add(0xE0 | character >> 12u);
        add(0x80 | (character >> 6u & 0x3Fu));
        add(0x80 | (character & 0x3Fu));
    } else {
        add(0xF0 | character >> 18u);
        add(0x80 | (character >> 12u & 0x3Fu));
        add(0x80 | (character >> 6u & 0x3Fu));
        add(0x80 | (character & 0x3Fu));
    }
}

}  // namespace

std::optional<std::string> utf8OfUtf16(std::span<const std::byte> file)
{
    const auto beginning = beginningOf(file);
    if (!beginning) {
        return std::nullopt;
    }
    const auto unitAt = [&](std::size_t index) {
        const auto first = std::to_integer<std::uint32_t>(file[index]);
        const auto second = std::to_integer<std::uint32_t>(file[index + 1]);
        return beginning->isBigEndian ? first << 8u | second : second << 8u | first;
    };
    constexpr std::uint32_t unknown = 0xFFFD;
    std::string text;
    text.reserve(file.size() / 2);
    for (std::size_t index = beginning->length; index < file.size(); index += 2) {
        const std::uint32_t unit = unitAt(index);
        const bool isHigh = unit >= 0xD800 && unit < 0xDC00;
        const std::uint32_t next = isHigh && index + 3 < file.size() ? unitAt(index + 2) : 0;
        if (isHigh && next >= 0xDC00 && next < 0xE000) {
            append(text, 0x10000 + ((unit - 0xD800) << 10u) + (next - 0xDC00));
            index += 2;
        } else {
            append(text, unit >= 0xD800 && unit < 0xE000 ? unknown : unit);
        }
    }
    return text;
}

}  // namespace armature::importing
