#include "base/words.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace armature {

std::string inMessage(std::string_view text)
{
    constexpr std::size_t longest = 240;
    constexpr std::size_t headSize = 100;
    if (text.size() <= longest) {
        return printable(text);
    }
    const auto isInsideCharacter = [text](std::size_t place) { return (static_cast<unsigned char>(text[place]) & 0xC0u) == 0x80; };
    // Moves each cut by at most three bytes, so that it splits no UTF-8 character. Invalid bytes may be cut anywhere, because printable()
    // replaces each of them separately.
    std::size_t head = headSize;
    while (head > headSize - 3 && isInsideCharacter(head)) {
        --head;
    }
    std::size_t tail = text.size() - (longest - headSize);
    while (tail < text.size() - (longest - headSize) + 3 && isInsideCharacter(tail)) {
        ++tail;
    }
    return fmt::format("{}...{}", printable(text.substr(0, head)), printable(text.substr(tail)));
}

std::string named(std::string_view kind, std::string_view name)
{
    return name.empty() ? fmt::format("{} {}", kind, shown(name)) : inMessage(name);
}

std::string inQuotes(std::string_view name)
{
    return name.empty() ? std::string(shown(name)) : fmt::format("\"{}\"", inMessage(name));
}

namespace {

constexpr std::string_view replacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

std::uint8_t byteAt(std::string_view text, std::size_t index) noexcept
{
    return static_cast<std::uint8_t>(text[index]);
}

struct LeadByte {
    std::size_t length;
    std::uint8_t secondFrom;  // range of the second byte: rules out overlong forms, surrogates and code points above U+10FFFF
    std::uint8_t secondTo;
};

// Table 3-7 of The Unicode Standard 15.0: well-formed UTF-8 byte sequences.
LeadByte classify(std::uint8_t lead) noexcept
{
    if (lead >= 0xC2 && lead <= 0xDF) {
        return {2, 0x80, 0xBF};
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
        return {3, static_cast<std::uint8_t>(lead == 0xE0 ? 0xA0 : 0x80), static_cast<std::uint8_t>(lead == 0xED ? 0x9F : 0xBF)};
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        return {4, static_cast<std::uint8_t>(lead == 0xF0 ? 0x90 : 0x80), static_cast<std::uint8_t>(lead == 0xF4 ? 0x8F : 0xBF)};
    }
    return {0, 0, 0};
}

// Calls `character(text)` for each well-formed character, and with U+FFFD in place of each invalid byte.
template <typename Function>
void forEachCharacter(std::string_view text, Function character)
{
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        character(length == 0 ? replacementCharacter : text.substr(0, length));
        text.remove_prefix(length == 0 ? 1 : length);
    }
}

}  // namespace

std::size_t characterLength(std::string_view text) noexcept
{
    if (text.empty()) {
        return 0;
    }
    const std::uint8_t first = byteAt(text, 0);
    if (first < 0x80) {
        return 1;
    }
    const LeadByte lead = classify(first);
    if (lead.length == 0 || text.size() < lead.length || byteAt(text, 1) < lead.secondFrom || byteAt(text, 1) > lead.secondTo) {
        return 0;
    }
    for (std::size_t index = 2; index < lead.length; ++index) {
        if (byteAt(text, index) < 0x80 || byteAt(text, index) > 0xBF) {
            return 0;
        }
    }
    return lead.length;
}

std::string toValidUtf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    forEachCharacter(text, [&valid](std::string_view character) { valid += character; });
    return valid;
}

std::string printable(std::string_view text)
{
    std::string shown;
    shown.reserve(text.size());
    forEachCharacter(text, [&shown](std::string_view character) {
        const std::uint8_t first = byteAt(character, 0);
        const bool isC1 = first == 0xC2 && byteAt(character, 1) < 0xA0;  // U+0080 to U+009F are control characters, too
        if (first == '\n') {
            shown += "\\n";
        } else if (first == '\t') {
            shown += "\\t";
        } else if (first < 0x20 || first == 0x7F) {
            fmt::format_to(std::back_inserter(shown), "\\x{:02x}", first);
        } else if (isC1) {
            fmt::format_to(std::back_inserter(shown), "\\x{:02x}", byteAt(character, 1));
        } else {
            shown += character;
        }
    });
    return shown;
}

}  // namespace armature
