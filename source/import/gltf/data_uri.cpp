#include "import/gltf/container.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "import/file_access.hpp"

namespace armature::gltf {

namespace {

constexpr std::uint8_t notInAlphabet = 0xff;

constexpr std::array<std::uint8_t, 256> makeAlphabet()
{
    std::array<std::uint8_t, 256> values{};
    values.fill(notInAlphabet);
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t value = 0; value < alphabet.size(); ++value) {
        values[static_cast<unsigned char>(alphabet[value])] = static_cast<std::uint8_t>(value);
    }
    return values;
}

constexpr auto sextets = makeAlphabet();

std::uint32_t sextet(char character)
{
    return sextets[static_cast<unsigned char>(character)];
}

}  // namespace

std::optional<DataUri> parseDataUri(std::string_view uri)
{
    constexpr std::string_view scheme = "data:";
    constexpr std::string_view base64 = ";base64";
    if (!uri.starts_with(scheme)) {
        return std::nullopt;
    }
    uri.remove_prefix(scheme.size());
    const std::size_t comma = uri.find(',');
    if (comma == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view header = uri.substr(0, comma);
    DataUri result;
    result.data = uri.substr(comma + 1);
    if (header.ends_with(base64)) {
        result.isBase64 = true;
        header.remove_suffix(base64.size());
    }
    result.mediaType = header.substr(0, header.find(';'));
    return result;
}

std::optional<std::vector<std::byte>> decodeDataUri(const DataUri& uri)
{
    if (uri.isBase64) {
        return decodeBase64(uri.data);
    }
    const std::string text = importing::percentDecoded(uri.data);
    const auto bytes = std::as_bytes(std::span(text));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

std::optional<std::vector<std::byte>> decodeBase64(std::string_view text)
{
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) {
        text.remove_suffix(1);
    }
    const std::size_t tail = text.size() % 4;
    if (tail == 1) {
        return std::nullopt;
    }
    std::vector<std::byte> out(text.size() / 4 * 3 + (tail == 0 ? 0 : tail - 1));
    std::byte* write = out.data();
    std::uint32_t seen = 0;  // a bit above the lowest six means that a character is not in the alphabet
    std::size_t at = 0;
    for (; at + 4 <= text.size(); at += 4) {
        const std::uint32_t a = sextet(text[at]), b = sextet(text[at + 1]), c = sextet(text[at + 2]), d = sextet(text[at + 3]);
        seen |= a | b | c | d;
        const std::uint32_t group = a << 18 | b << 12 | c << 6 | d;
        write[0] = static_cast<std::byte>(group >> 16 & 0xff);
        write[1] = static_cast<std::byte>(group >> 8 & 0xff);
        write[2] = static_cast<std::byte>(group & 0xff);
        write += 3;
    }
    if (tail > 0) {
        const std::uint32_t a = sextet(text[at]), b = sextet(text[at + 1]), c = tail == 3 ? sextet(text[at + 2]) : 0;
        seen |= a | b | c;
        const std::uint32_t group = a << 18 | b << 12 | c << 6;
        write[0] = static_cast<std::byte>(group >> 16 & 0xff);
        if (tail == 3) {
            write[1] = static_cast<std::byte>(group >> 8 & 0xff);
        }
    }
    if (seen > 0x3f) {
        return std::nullopt;
    }
    return out;
}

}  // namespace armature::gltf
