#include <armature/import/save_gltf.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/kept_file.hpp"
#include "base/output_file.hpp"
#include "import/describe_scene.hpp"
#include "import/gltf/writer/writer.hpp"

namespace armature {

namespace {

// A GLB is a header followed by chunks. Each chunk has a length, a type, and data padded to whole 4-byte words (glTF 2.0, section 4.4).
constexpr std::uint32_t fileMagic = 0x46546c67;    // "glTF"
constexpr std::uint32_t jsonChunk = 0x4e4f534a;    // "JSON"
constexpr std::uint32_t binaryChunk = 0x004e4942;  // "BIN"
constexpr std::size_t headerSize = 12;
constexpr std::size_t chunkHeaderSize = 8;

void append(std::vector<std::byte>& file, std::uint32_t word)
{
    const auto bytes = std::bit_cast<std::array<std::byte, 4>>(word);
    file.insert(file.end(), bytes.begin(), bytes.end());
}

void appendChunk(std::vector<std::byte>& file, std::uint32_t type, std::span<const std::byte> data, char filler)
{
    const std::size_t padding = (4 - data.size() % 4) % 4;
    append(file, static_cast<std::uint32_t>(data.size() + padding));
    append(file, type);
    file.insert(file.end(), data.begin(), data.end());
    file.resize(file.size() + padding, static_cast<std::byte>(filler));
}

std::vector<std::byte> assemble(const gltf::WrittenGltf& parts, std::string_view name)
{
    const auto json = std::as_bytes(std::span(parts.json));
    const std::uint64_t size = headerSize + 2 * (chunkHeaderSize + 3) + json.size() + parts.binary.size();
    if (size > std::numeric_limits<std::uint32_t>::max()) {
        throw Error(fmt::format("{}: cannot be written: it would have {} bytes, but a GLB has at most {}", name, size,
                                std::numeric_limits<std::uint32_t>::max()));
    }
    std::vector<std::byte> file;
    file.reserve(static_cast<std::size_t>(size));
    append(file, fileMagic);
    append(file, 2u);
    append(file, 0u);
    appendChunk(file, jsonChunk, json, ' ');
    if (!parts.binary.empty()) {
        appendChunk(file, binaryChunk, parts.binary, '\0');
    }
    const auto length = std::bit_cast<std::array<std::byte, 4>>(static_cast<std::uint32_t>(file.size()));
    std::ranges::copy(length, file.begin() + 8);
    return file;
}

/// Returns `text` as a relative URI (RFC 3986): all bytes except ASCII letters, digits and "-._~" are written as %XX.
std::string toUri(std::string_view text)
{
    std::string uri;
    for (const char character : text) {
        const bool isPlain = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
                             || (character >= '0' && character <= '9')
                             || std::string_view("-._~").find(character) != std::string_view::npos;
        uri += isPlain ? std::string(1, character) : fmt::format("%{:02X}", static_cast<unsigned char>(character));
    }
    return uri;
}

/// Encodes bytes as Base64 (RFC 4648, section 4).
std::string toBase64(std::span<const std::byte> data)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text((data.size() + 2) / 3 * 4, '=');
    for (std::size_t i = 0; i < data.size(); ++i) {
        const auto byte = std::to_integer<unsigned>(data[i]);
        const std::size_t at = i / 3 * 4 + i % 3;
        const unsigned before = i % 3 == 0 ? 0 : std::to_integer<unsigned>(data[i - 1]);
        const unsigned shift = 2 * static_cast<unsigned>(i % 3 + 1);
        text[at] = digits[(before << (8 - shift) | byte >> shift) & 63];
        text[at + 1] = digits[byte << (6 - shift) & 63];
    }
    return text;
}

/// Returns the JSON text with the binary data embedded. In the original text, the only buffer with a URI names the data file instead.
std::string withDataInside(const gltf::WrittenGltf& parts, std::string_view uri)
{
    const std::string quoted = fmt::format("\"{}\"", uri);
    std::string text = parts.json;
    text.replace(text.find(quoted, text.rfind("\"buffers\"")), quoted.size(),
                 fmt::format("\"data:application/octet-stream;base64,{}\"", toBase64(parts.binary)));
    return text;
}

/// Renames both files to their final names. Text and data on disk never belong to different models, even if the program is killed: while
/// the data file is replaced, the text file in place is `whole`, which has its data embedded. On failure, restores both files.
void finishBoth(OutputFile& text, OutputFile& binary, OutputFile* whole, const std::filesystem::path& file,
                const std::filesystem::path& data)
{
    KeptFile oldText(file);
    KeptFile oldData(data);
    try {
        if (whole != nullptr) {
            whole->finish();
        }
        binary.finish();
        text.finish();
    } catch (const Error&) {
        // Restores the data file first: until it is the old one again, the text file in place has its data embedded.
        if (oldData.putBack()) {
            static_cast<void>(oldText.putBack());
        }
        throw;
    }
}

std::vector<std::string> saveInTwo(const Scene& scene, const std::filesystem::path& file, const GltfOptions& options)
{
    std::filesystem::path data = file;
    data.replace_extension(".bin");
    const std::u8string name = data.filename().u8string();
    const std::string uri = toUri({reinterpret_cast<const char*>(name.data()), name.size()});
    gltf::WrittenGltf parts = gltf::writeGltf(importing::describeScene(scene), options, uri);
    OutputFile text(file);
    text.write(parts.json);
    if (parts.binary.empty()) {
        text.finish();
        return std::move(parts.warnings);
    }
    OutputFile binary(data);
    binary.write(parts.binary);
    std::error_code ignored;
    std::optional<OutputFile> whole;
    if (std::filesystem::is_regular_file(file, ignored)) {
        whole.emplace(file);
        whole->write(withDataInside(parts, uri));
        whole->prepare();
    }
    // All files are fully on disk before any of them gets its final name.
    text.prepare();
    binary.prepare();
    finishBoth(text, binary, whole ? &*whole : nullptr, file, data);
    return std::move(parts.warnings);
}

}  // namespace

std::vector<std::string> saveGltf(const Scene& scene, const std::filesystem::path& file, const GltfOptions& options)
{
    if (file.extension() == ".gltf") {
        return saveInTwo(scene, file, options);
    }
    gltf::WrittenGltf parts = gltf::writeGltf(importing::describeScene(scene), options, {});
    const std::vector<std::byte> bytes = assemble(parts, file.string());
    OutputFile output(file);
    output.write(bytes);
    output.finish();
    return std::move(parts.warnings);
}

GltfFile writeGltf(const Scene& scene, const GltfOptions& options)
{
    gltf::WrittenGltf parts = gltf::writeGltf(importing::describeScene(scene), options, {});
    return {assemble(parts, "GLB in memory"), std::move(parts.warnings)};
}

}  // namespace armature
