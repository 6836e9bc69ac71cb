#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/gltf/container.hpp"
#include "import/gltf/document.hpp"
#include "import/gltf/readers.hpp"

// Buffers and buffer views (glTF 2.0, sections 3.6.1 and 5.10 to 5.11).
namespace armature::gltf {

namespace {

using Bytes = std::span<const std::byte>;

Bytes decodeBufferUri(Document& document, const Json& uriValue, const DataUri& uri)
{
    if (uri.mediaType != "application/octet-stream" && uri.mediaType != "application/gltf-buffer") {
        document.notes.add(uriValue.pointer(), fmt::format("has the media type {}, where glTF wants application/octet-stream: read as that",
                                                           quoted(uri.mediaType)));
    }
    auto decoded = decodeDataUri(uri);
    if (!decoded) {
        uriValue.refuse("is not valid base64");
    }
    document.charge(decoded->size(), uriValue);
    return document.keep(std::move(*decoded));
}

Bytes readBufferUri(Document& document, const Json& uriValue)
{
    const std::string_view uri = uriValue.asString();
    if (const auto data = parseDataUri(uri)) {
        return decodeBufferUri(document, uriValue, *data);
    }
    auto read = document.readBeside(uriValue);
    if (const auto* problem = std::get_if<FileProblem>(&read)) {
        uriValue.refuse(fmt::format("{} {}", quoted(uri), problem->text));
    }
    return std::get<Bytes>(read);
}

// Returns zeros in place of a buffer that has no bytes in the file, and adds a note. Section 3.6.1.2 reserves such buffers for extensions
// and later versions.
Bytes zeros(Document& document, const Json& buffer, std::uint64_t length)
{
    document.charge(length, buffer);
    document.notes.add(buffer.pointer(), fmt::format("has neither a uri nor a binary chunk: {} of zeros in its place; the file "
                                                     "belongs to another one that was left behind, or export it again with its data",
                                                     counted(length, "byte")));
    return document.keep(std::vector<std::byte>(length));
}

Buffer readBuffer(Document& document, const Json& value, std::size_t index)
{
    Buffer buffer;
    buffer.length = value.requireUnsigned("byteLength");
    if (const auto uri = value.find("uri")) {
        buffer.bytes = readBufferUri(document, *uri);
    } else if (index == 0 && document.container.binary) {
        buffer.bytes = *document.container.binary;
    } else if (value.hasExtension("EXT_meshopt_compression")) {
        buffer.isPlaceholder = true;
        return buffer;
    } else if (index == 0 && document.container.isGlb) {
        value.refuse("uri", "is missing, so the bytes must be in the binary chunk, but the file has none");
    } else {
        buffer.bytes = zeros(document, value, buffer.length);
        buffer.isInvented = true;
    }
    if (buffer.length > buffer.bytes.size()) {
        value.refuse("byteLength", fmt::format("is {}, but the data has {}", buffer.length, counted(buffer.bytes.size(), "byte")));
    }
    buffer.bytes = buffer.bytes.first(static_cast<std::size_t>(buffer.length));
    return buffer;
}

/// Decodes the content of a compressed view. The view's own buffer range is only for programs that cannot decompress.
BufferView readCompressedView(Document& document, const std::optional<Json>& byteStride, const Json& extension)
{
    BufferView view;
    view.bytes = decodeMeshopt(document, extension);
    view.stride = static_cast<std::size_t>(unsignedOr0(byteStride));
    return view;
}

BufferView readBufferView(Document& document, const Json& value)
{
    const auto [extensions, bufferMember, byteOffset, byteLength, byteStride] =
        value.findEach({"extensions", "buffer", "byteOffset", "byteLength", "byteStride"});
    if (extensions) {
        if (const auto meshopt = extensions->findObject("EXT_meshopt_compression")) {
            return readCompressedView(document, byteStride, *meshopt);
        }
    }
    const std::size_t number = value.require(bufferMember, "buffer").asIndex(document.buffers.size(), "buffers");
    const Buffer& buffer = document.buffers[number];
    const std::uint64_t offset = unsignedOr0(byteOffset);
    const std::uint64_t length = value.require(byteLength, "byteLength").asUnsigned();
    if (offset > buffer.length || length > buffer.length - offset) {
        value.refuse("byteLength",
                     fmt::format("is {} from byte {}, but the buffer has {}", length, offset, counted(buffer.length, "byte")));
    }
    BufferView view;
    view.stride = static_cast<std::size_t>(unsignedOr0(byteStride));
    view.buffer = number;
    view.bufferOffset = offset;
    view.isInvented = buffer.isInvented;
    view.isPlaceholder = buffer.isPlaceholder;
    if (!buffer.isPlaceholder) {
        view.bytes = buffer.bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    }
    return view;
}

}  // namespace

void readBuffers(Document& document)
{
    if (const auto buffers = document.root.findArray("buffers")) {
        document.reserve(document.buffers, *buffers);
        buffers->forEach([&](std::size_t index, const Json& value) { document.buffers.push_back(readBuffer(document, value, index)); });
    }
}

void readBufferViews(Document& document)
{
    if (const auto views = document.root.findArray("bufferViews")) {
        document.reserve(document.views, *views);
        views->forEach([&](std::size_t, const Json& value) { document.views.push_back(readBufferView(document, value)); });
    }
}

}  // namespace armature::gltf
