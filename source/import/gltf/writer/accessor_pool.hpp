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

/// The use of a buffer view, which decides what data may be adjacent in it: glTF allows one use per view. `Keys` are those of clips, and
/// the parts of sparse accessors.
enum class ViewUse { Vertices, Indices, InverseBinds, Keys, Image };

/// The format of an accessor's elements.
struct ElementFormat {
    ComponentType componentType = ComponentType::Float;
    std::size_t components = 1;  ///< 1 to 4, or 16 for a matrix.
    ViewUse use = ViewUse::Keys;
    bool isNormalized = false;
    bool hasRange = false;     ///< The accessor states the minimum and maximum of its numbers, which are floats or unsigned shorts.
    bool isTriangles = false;  ///< Indices, three for each triangle.

    friend bool operator==(const ElementFormat&, const ElementFormat&) = default;
};

/// The binary data of a file and its description: accessors, buffer views, buffers. Equal data are stored once. The result depends only on
/// the data added and their order.
class AccessorPool {
public:
    /// `compresses`: uses EXT_meshopt_compression where that makes data smaller.
    explicit AccessorPool(bool compresses) : compresses_(compresses) {}

    /// Adds the accessor of `elements`, which are contiguous. At least one.
    template <class Element>
    std::size_t add(std::span<const Element> elements, const ElementFormat& format, std::size_t count)
    {
        return addBytes(std::as_bytes(elements), format, count);
    }
    /// Adds an accessor of zeros only, which needs no bytes.
    std::size_t addZeros(const ElementFormat& format, std::size_t count);
    /// Adds the accessor of displacements, most of which may be zero: sparse if that is smaller.
    std::size_t addDisplacements(std::span<const glm::vec3> displacements, bool hasRange);
    /// Adds the buffer view of a picture.
    std::size_t addImage(std::span<const std::byte> bytes);

    /// Lays out the buffer, and writes the members `accessors`, `bufferViews` and `buffers` of a file's root. `uri`: that of the buffer's
    /// file, empty for a GLB. Call once.
    void write(JsonWriter& json, std::string_view uri);
    /// The buffer that write() laid out.
    [[nodiscard]] std::vector<std::byte> takeBinary() { return std::move(binary_); }
    /// Whether write() compressed anything.
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
        std::optional<Range> range;  ///< None: zeros.
        std::optional<Sparse> sparse;
        std::vector<float> smallest;
        std::vector<float> largest;
    };
    struct View {
        ViewUse use = ViewUse::Keys;
        std::size_t stride = 0;  ///< Of vertices and of compressed data; otherwise 0.
        std::vector<std::byte> bytes;
        std::size_t count = 0;  ///< Number of elements, if there is a stride.
        bool isTriangles = false;
        bool mayBeCompressed = false;
        std::vector<std::byte> compressed;  ///< Empty: not compressed.
        std::size_t offset = 0;             ///< In its buffer.
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

/// Encodes elements of `stride` bytes, a multiple of 4 up to 256, for EXT_meshopt_compression's mode ATTRIBUTES: lossless.
[[nodiscard]] std::vector<std::byte> encodeElements(std::span<const std::byte> elements, std::size_t stride);

/// Encodes indices of 2 or 4 bytes, for mode TRIANGLES or INDICES. A triangle may afterwards begin at another of its corners; nothing else
/// changes.
[[nodiscard]] std::vector<std::byte> encodeIndices(std::span<const std::byte> indices, std::size_t stride, bool isTriangles);

}  // namespace armature::gltf
