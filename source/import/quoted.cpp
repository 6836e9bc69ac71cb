#include <simdjson.h>

#include <fmt/format.h>

#include "import/notes.hpp"

namespace armature::importing {

// Kept apart from notes.cpp because the worker contains notes.cpp but not simdjson.
std::string quoted(std::string_view text)
{
    const std::string_view cut = text.substr(0, longestQuote);
    const unsigned char firstEscaped = simdjson::validate_utf8(cut.data(), cut.size()) ? 0xff : 0x80;
    std::string out = "\"";
    for (const char character : cut) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte < 0x20 || byte == 0x7f || byte >= firstEscaped) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            out += character;
        }
    }
    out += text.size() > longestQuote ? "...\"" : "\"";
    return out;
}

}  // namespace armature::importing
