#include "import/assimp/convert.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <zlib.h>

namespace armature::worker {

namespace {

void appendBigEndian(std::uint32_t number, std::vector<std::byte>& out)
{
    for (unsigned shift = 32; shift > 0;) {
        shift -= 8;
        out.push_back(static_cast<std::byte>(number >> shift & 0xffu));
    }
}

/// Appends a PNG chunk (ISO 15948, 5.3): length, type, data, and a checksum of type and data.
void appendChunk(std::string_view type, std::span<const std::byte> data, std::vector<std::byte>& out)
{
    appendBigEndian(static_cast<std::uint32_t>(data.size()), out);
    const std::size_t begin = out.size();
    const auto name = std::as_bytes(std::span(type));
    out.insert(out.end(), name.begin(), name.end());
    out.insert(out.end(), data.begin(), data.end());
    appendBigEndian(
        static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(out.data() + begin), static_cast<uInt>(out.size() - begin))),
        out);
}

}  // namespace

std::vector<std::byte> pngOfTexels(const aiTexture& texture)
{
    constexpr unsigned most = 16384;
    if (texture.pcData == nullptr || texture.mWidth == 0 || texture.mHeight == 0 || texture.mWidth > most || texture.mHeight > most) {
        return {};
    }
    std::vector<std::byte> rows;
    rows.reserve(std::size_t{texture.mHeight} * (1 + std::size_t{texture.mWidth} * 4));
    for (std::size_t row = 0; row < texture.mHeight; ++row) {
        rows.push_back(std::byte{0});  // no filter
        for (const aiTexel& texel : std::span(texture.pcData + row * texture.mWidth, texture.mWidth)) {
            rows.insert(rows.end(), {std::byte{texel.r}, std::byte{texel.g}, std::byte{texel.b}, std::byte{texel.a}});
        }
    }
    uLongf size = compressBound(static_cast<uLong>(rows.size()));
    std::vector<std::byte> compressed(size);
    if (compress2(reinterpret_cast<Bytef*>(compressed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
                  static_cast<uLong>(rows.size()), Z_BEST_SPEED)
        != Z_OK) {
        return {};
    }
    compressed.resize(size);
    constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
    const auto mark = std::as_bytes(std::span(signature));
    std::vector<std::byte> out(mark.begin(), mark.end());
    std::vector<std::byte> header;
    appendBigEndian(texture.mWidth, header);
    appendBigEndian(texture.mHeight, header);
    constexpr std::array<std::uint8_t, 5> eightBitsOfFourColors{8, 6, 0, 0, 0};
    const auto kind = std::as_bytes(std::span(eightBitsOfFourColors));
    header.insert(header.end(), kind.begin(), kind.end());
    appendChunk("IHDR", header, out);
    appendChunk("IDAT", compressed, out);
    appendChunk("IEND", {}, out);
    return out;
}

}  // namespace armature::worker
