#include "import/gltf/readers.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"

// EXT_meshopt_compression: reads how the file describes its compressed data. Only parameters that the extension allows are passed to the
// decoder.
namespace armature::gltf {

namespace {

struct Compressed {
    std::span<const std::byte> bytes;
    std::size_t count = 0;
    std::size_t stride = 0;
    std::string_view mode;
    std::string_view filter;
};

Compressed readParameters(Document& document, const Json& extension)
{
    Compressed compressed;
    const std::size_t number = extension.requireIndex("buffer", document.buffers.size(), "buffers");
    const Buffer& buffer = document.buffers[number];
    const std::uint64_t offset = extension.findUnsigned("byteOffset").value_or(0);
    const std::uint64_t length = extension.requireUnsigned("byteLength");
    if (offset > buffer.bytes.size() || length > buffer.bytes.size() - offset) {
        extension.refuse("byteLength",
                         fmt::format("is {} from byte {}, but the buffer has {}", length, offset, counted(buffer.bytes.size(), "byte")));
    }
    compressed.bytes = buffer.bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    document.addCompressed(number, length);
    compressed.count = static_cast<std::size_t>(extension.requireUnsigned("count"));
    compressed.stride = static_cast<std::size_t>(extension.requireUnsigned("byteStride"));
    const Json mode = extension.require("mode");
    compressed.mode = mode.asString();
    compressed.filter = extension.findString("filter", "NONE");
    return compressed;
}

void checkStride(const Compressed& compressed, const Json& extension)
{
    const std::size_t stride = compressed.stride;
    const bool isAttributes = compressed.mode == "ATTRIBUTES";
    if (isAttributes ? (stride == 0 || stride > 256 || stride % 4 != 0) : (stride != 2 && stride != 4)) {
        extension.refuse("byteStride", fmt::format("is {}, but must be {}", stride, isAttributes ? "a multiple of 4 up to 256" : "2 or 4"));
    }
    if (compressed.mode == "TRIANGLES" && compressed.count % 3 != 0) {
        extension.refuse("count", fmt::format("is {}, but must be a multiple of 3", compressed.count));
    }
    const bool fitsFilter = compressed.filter == "NONE" || compressed.filter == "EXPONENTIAL"
                            || (compressed.filter == "OCTAHEDRAL" && (stride == 4 || stride == 8))
                            || (compressed.filter == "QUATERNION" && stride == 8);
    if (!fitsFilter || (compressed.filter != "NONE" && !isAttributes)) {
        extension.refuse("filter", fmt::format("is {} for mode {} with a byteStride of {}, which the extension does not know",
                                               quoted(compressed.filter), quoted(compressed.mode), stride));
    }
}

MeshoptRequest requestOf(const Compressed& compressed)
{
    const MeshoptMode mode = compressed.mode == "ATTRIBUTES"  ? MeshoptMode::Attributes
                             : compressed.mode == "TRIANGLES" ? MeshoptMode::Triangles
                                                              : MeshoptMode::Indices;
    const MeshoptFilter filter = compressed.filter == "OCTAHEDRAL"    ? MeshoptFilter::Octahedral
                                 : compressed.filter == "QUATERNION"  ? MeshoptFilter::Quaternion
                                 : compressed.filter == "EXPONENTIAL" ? MeshoptFilter::Exponential
                                                                      : MeshoptFilter::None;
    return {.count = compressed.count, .stride = compressed.stride, .mode = mode, .filter = filter};
}

std::optional<std::vector<std::byte>> decodeView(Document& document, const Json& extension, const Compressed& compressed)
{
    try {
        return document.decoder->decodeMeshopt(compressed.bytes, requestOf(compressed));
    } catch (const DecoderFailure& failure) {
        extension.refuse(fmt::format("the worker process could not decode it: {}", failure.what()));
    }
}

}  // namespace

std::span<const std::byte> decodeMeshopt(Document& document, const Json& extension)
{
    const Compressed compressed = readParameters(document, extension);
    if (compressed.mode != "ATTRIBUTES" && compressed.mode != "TRIANGLES" && compressed.mode != "INDICES") {
        extension.refuse("mode", fmt::format("is {}, but must be ATTRIBUTES, TRIANGLES or INDICES", quoted(compressed.mode)));
    }
    checkStride(compressed, extension);
    const std::uint64_t size = std::uint64_t{compressed.count} * compressed.stride;
    document.charge(size, extension);
    if (size == 0) {
        return {};
    }
    auto decoded = decodeView(document, extension, compressed);
    if (!decoded) {
        extension.refuse(fmt::format("cannot be decoded: {} cannot be made {} of {}", counted(compressed.bytes.size(), "byte"),
                                     counted(compressed.count, "element"), counted(compressed.stride, "byte")));
    }
    return document.keep(std::move(*decoded));
}

}  // namespace armature::gltf
