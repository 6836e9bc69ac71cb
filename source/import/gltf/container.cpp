#include "import/gltf/container.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/file_access.hpp"
#include "import/json.hpp"
#include "import/notes.hpp"

namespace armature::gltf {

using importing::quoted;

namespace {

using Bytes = std::span<const std::byte>;

constexpr std::string_view glbMagic = "glTF";
constexpr std::size_t headerSize = 12;
constexpr std::size_t chunkHeaderSize = 8;
constexpr std::uint32_t jsonChunk = 0x4E4F534A;    // "JSON"
constexpr std::uint32_t binaryChunk = 0x004E4942;  // "BIN"

std::uint32_t littleEndian(Bytes bytes, std::size_t offset)
{
    std::uint32_t value = 0;
    for (std::size_t byte = 0; byte < 4; ++byte) {
        value |= std::to_integer<std::uint32_t>(bytes[offset + byte]) << (8 * byte);
    }
    return value;
}

[[noreturn]] void refuse(std::string place, const std::string& problem)
{
    throw importing::Refusal(std::move(place), problem);
}

// Checks the GLB header and returns the file cut to the length stated there.
Bytes checkHeader(Bytes file, importing::Notes& notes)
{
    if (file.size() < headerSize) {
        refuse("header", fmt::format("has {}, but a GLB header has {}; the file is cut off", counted(file.size(), "byte"), headerSize));
    }
    const std::uint32_t version = littleEndian(file, 4);
    if (version != 2) {
        refuse("header", fmt::format("GLB version is {}, but must be 2; convert the file to glTF 2.0", version));
    }
    const std::uint32_t length = littleEndian(file, 8);
    if (length > file.size()) {
        refuse("header", fmt::format("declares {}, but the file has {}; it is cut off", counted(length, "byte"), file.size()));
    }
    if (length < headerSize) {
        refuse("header", fmt::format("declares {}, fewer than the header itself has ({})", counted(length, "byte"), headerSize));
    }
    if (length < file.size()) {
        notes.add("header", fmt::format("declares {}, but the file has {}: the rest is not read; write the file again",
                                        counted(length, "byte"), file.size()));
    }
    return file.first(length);
}

struct Chunk {
    std::uint32_t type = 0;
    Bytes data;
    std::size_t end = 0;
};

Chunk chunkAt(Bytes file, std::size_t offset, std::size_t number, importing::Notes& notes)
{
    const std::string place = fmt::format("chunk {}", number);
    if (file.size() - offset < chunkHeaderSize) {
        refuse(place,
               fmt::format("header has {}, but must have {}; the file is cut off", counted(file.size() - offset, "byte"), chunkHeaderSize));
    }
    const std::uint32_t length = littleEndian(file, offset);
    const std::size_t available = file.size() - offset - chunkHeaderSize;
    if (length > available) {
        refuse(place, fmt::format("declares {}, but the file has {} left", counted(length, "byte"), available));
    }
    if (length % 4 != 0) {
        notes.add(place, fmt::format("has {}, not a multiple of 4: read anyway; other programs may refuse it, write the file again",
                                     counted(length, "byte")));
    }
    return {littleEndian(file, offset + 4), file.subspan(offset + chunkHeaderSize, length), offset + chunkHeaderSize + length};
}

Container openGlb(Bytes file, importing::Notes& notes)
{
    file = checkHeader(file, notes);
    Container container;
    container.isGlb = true;
    const Chunk first = chunkAt(file, headerSize, 0, notes);
    if (first.type != jsonChunk) {
        refuse("chunk 0", fmt::format("has type {:#010x}, but the first chunk must be JSON ({:#010x})", first.type, jsonChunk));
    }
    container.json = first.data;
    std::size_t number = 1;
    for (std::size_t offset = first.end; offset < file.size(); ++number) {
        const Chunk chunk = chunkAt(file, offset, number, notes);
        offset = chunk.end;
        if (chunk.type == jsonChunk || (chunk.type == binaryChunk && container.binary)) {
            refuse(fmt::format("chunk {}", number), "is a second one of its type, but there must be one");
        }
        if (chunk.type == binaryChunk) {
            container.binary = chunk.data;
        }
        // Chunks of other types belong to extensions; section 4.4.3 says to ignore them.
    }
    return container;
}

}  // namespace

bool isGlb(Bytes file) noexcept
{
    return importing::textOf(file).starts_with(glbMagic);
}

Container openContainer(std::span<const std::byte> file, importing::Notes& notes)
{
    if (file.empty()) {
        refuse("header", "the file is empty");
    }
    if (isGlb(file)) {
        return openGlb(file, notes);
    }
    Container container;
    container.json = file;
    if (importing::textOf(file).starts_with("\xEF\xBB\xBF")) {
        notes.add("header", "begins with a byte order mark, which glTF forbids: skipped; save the file as UTF-8 without it");
        container.json = file.subspan(3);
    }
    const std::string_view text = importing::textOf(container.json);
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || text[begin] != '{') {
        refuse("header",
               fmt::format("is of no known format: begins with {}, but must begin with \"glTF\", a JSON object, \"Kaydara FBX Binary\", "
                           "\"; FBX\", \"HIERARCHY\", or as another format of docs/importing.md does",
                           quoted(text.substr(0, 8))));
    }
    return container;
}

namespace {

/// Returns the index after the string whose opening quote is at `at`. If the string is not closed, the result is beyond the text.
std::size_t skipString(std::string_view json, std::size_t at)
{
    for (++at; at < json.size() && json[at] != '"'; ++at) {
        if (json[at] == '\\') {
            ++at;
        }
    }
    return at + 1;
}

bool isDigitOrDot(char character)
{
    return (character >= '0' && character <= '9') || character == '.';
}

}  // namespace

std::string withoutNumberSuffixes(std::string_view json)
{
    std::string out;
    for (std::size_t at = 0; at < json.size();) {
        if (json[at] == '"') {
            at = skipString(json, at);
            continue;
        }
        if ((json[at] == 'f' || json[at] == 'F') && at > 0 && isDigitOrDot(json[at - 1])) {
            if (out.empty()) {
                out = json;
            }
            out[at] = ' ';
        }
        ++at;
    }
    return out;
}

}  // namespace armature::gltf
