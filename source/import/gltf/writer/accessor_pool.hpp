#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include "base/json_writer.hpp"
#include "import/gltf/document.hpp"

namespace armature::gltf {

/// The use of a buffer view. glTF allows only one use per view, so only data with the same use can share a view. `Keys` covers the keys of
/// clips and the parts of sparse accessors.
enum class ViewUse { Vertices, Indices, InverseBinds, Keys, Image };

/// The format of an accessor's elements.
struct ElementFormat {
    ComponentType componentType = ComponentType::Float;
    std::size_t components = 1;  ///< 1 to 4, or 16 for matrices.
    ViewUse use = ViewUse::Keys;
    bool isNormalized = false;
    bool hasRange = false;     ///< Whether the accessor states minimum and maximum; its numbers must be floats or unsigned shorts.
    bool isTriangles = false;  ///< Whether the data are indices, three per triangle.

    friend bool operator==(const ElementFormat&, const ElementFormat&) = default;
};

/// The binary data of a file and their description: accessors, buffer views, buffers. Identical data are stored once. The result depends
/// only on the data added and on their order.
class AccessorPool {
public:
    /// `compresses`: whether to use EXT_meshopt_compression where it makes data smaller.
    explicit AccessorPool(bool compresses) : compresses_(compresses) {}

    /// Adds an accessor for the `count` elements, at least one and of equal size, in `elements`. Returns the accessor's number.
    template <class Element>
    std::size_t add(std::span<const Element> elements, const ElementFormat& format, std::size_t count)
    {
        return addBytes(std::as_bytes(elements), format, count);
    }
    /// Adds an accessor whose values are all zero, which needs no bytes.
    std::size_t addZeros(const ElementFormat& format, std::size_t count);
    /// Adds an accessor for displacements, most of which may be zero. Stores them sparsely if that takes less space.
    std::size_t addDisplacements(std::span<const glm::vec3> displacements, bool hasRange);
    /// Adds a buffer view for a picture and returns the view's number.
    std::size_t addImage(std::span<const std::byte> bytes);

    /// Lays out the buffer, and writes the members `accessors`, `bufferViews` and `buffers` of a file's root. `uri` is the URI of the
    /// buffer's file; empty for a GLB. Call once.
    void write(JsonWriter& json, std::string_view uri);
    /// Moves out the buffer that write() laid out.
    [[nodiscard]] std::vector<std::byte> takeBinary() { return std::move(binary_); }
    /// Whether write() compressed any data.
    [[nodiscard]] bool isCompressed() const noexcept { return isCompressed_; }

private:
    struct Range {
        std::size_t view = 0;
        std::size_t offset = 0;
        std::size_t length = 0;
    };
    struct Sparse {
        std::size_t count = 0;
        ComponentType indexType = ComponentType::UnsignedByte;
        Range indices;
        Range values;
    };
    struct Entry {
        ElementFormat format;
        std::size_t count = 0;
        std::optional<Range> range;  ///< None if all values, except sparse ones, are zero.
        std::optional<Sparse> sparse;
        std::vector<float> smallest;
        std::vector<float> largest;
    };
    struct View {
        ViewUse use = ViewUse::Keys;
        std::size_t stride = 0;  ///< 0, except for vertices and data that may be compressed.
        std::vector<std::byte> bytes;
        std::size_t count = 0;  ///< Number of elements; meaningful only with a stride.
        bool isTriangles = false;
        bool mayBeCompressed = false;
        std::vector<std::byte> compressed;  ///< Empty if not compressed.
        std::size_t offset = 0;             ///< Offset in the buffer; for compressed views, in the fallback buffer.
        std::size_t compressedOffset = 0;
    };

    std::size_t addBytes(std::span<const std::byte> elements, const ElementFormat& format, std::size_t count);
    [[nodiscard]] std::span<const std::byte> bytesAt(const Range& range) const;
    Range store(std::span<const std::byte> bytes, const ElementFormat& format, std::size_t count, bool mayBeCompressed);
    Range append(std::size_t view, std::span<const std::byte> bytes);
    std::size_t addEntry(Entry entry, std::uint64_t hash);
    [[nodiscard]] std::optional<std::size_t> findEqual(std::uint64_t hash, const ElementFormat& format, std::size_t count,
                                                       std::span<const std::byte> base, std::span<const std::byte> indices,
                                                       std::span<const std::byte> values) const;
    void layOut();
    void writeAccessors(JsonWriter& json) const;
    void writeViews(JsonWriter& json) const;
    void writeBuffers(JsonWriter& json, std::string_view uri) const;

    bool compresses_;
    bool isCompressed_ = false;
    std::vector<Entry> entries_;
    std::unordered_multimap<std::uint64_t, std::size_t> entriesByHash_;
    std::vector<View> views_;
    std::vector<std::byte> binary_;
    std::size_t fallbackLength_ = 0;  ///< Length of the fallback buffer, which stands for the decoded data of compressed views.
};

/// Encodes elements for mode ATTRIBUTES of EXT_meshopt_compression, without loss. `stride`: bytes per element, a multiple of 4 up to 256.
[[nodiscard]] std::vector<std::byte> encodeElements(std::span<const std::byte> elements, std::size_t stride);

/// Encodes indices of 2 or 4 bytes for mode TRIANGLES or INDICES. After decoding, a triangle may start with another of its corners; nothing
/// else changes.
[[nodiscard]] std::vector<std::byte> encodeIndices(std::span<const std::byte> indices, std::size_t stride, bool isTriangles);

}  // namespace armature::gltf
