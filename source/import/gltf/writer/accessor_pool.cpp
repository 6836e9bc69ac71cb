#include "import/gltf/writer/accessor_pool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/bit_hash.hpp"

namespace armature::gltf {

namespace {

static_assert(std::endian::native == std::endian::little, "glTF's numbers are little-endian and are copied as they are");

constexpr std::size_t alignment = 4;

constexpr std::size_t padded(std::size_t size) noexcept
{
    return (size + alignment - 1) / alignment * alignment;
}

std::string_view elementType(std::size_t components) noexcept
{
    constexpr std::array<std::string_view, 5> names{"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    return components == 16 ? "MAT4" : names[components];
}

std::uint64_t hashOfAccessor(const ElementFormat& format, std::size_t count, std::span<const std::byte> base,
                             std::span<const std::byte> indices, std::span<const std::byte> values)
{
    std::uint64_t hash = emptyHash;
    for (const std::size_t part :
         {static_cast<std::size_t>(format.componentType), format.components, static_cast<std::size_t>(format.use), count}) {
        hash = hashByte(hash, part);
    }
    return hashBytes(values, hashBytes(indices, hashBytes(base, hash)));
}

void findRange(std::span<const float> numbers, std::size_t components, std::vector<float>& smallest, std::vector<float>& largest)
{
    smallest.assign(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(components));
    largest = smallest;
    for (std::size_t number = components; number < numbers.size(); ++number) {
        smallest[number % components] = std::min(smallest[number % components], numbers[number]);
        largest[number % components] = std::max(largest[number % components], numbers[number]);
    }
}

/// Returns the numbers in the elements, which are floats without padding or unsigned 16-bit integers. Does not normalise integers, and
/// skips the padding of their elements.
std::vector<float> readNumbers(std::span<const std::byte> elements, const ElementFormat& format, std::size_t count)
{
    std::vector<float> numbers(count * format.components);
    if (format.componentType == ComponentType::Float) {
        std::memcpy(numbers.data(), elements.data(), elements.size());
        return numbers;
    }
    for (std::size_t number = 0; number < numbers.size(); ++number) {
        std::uint16_t integer = 0;
        const std::size_t element = number / format.components;
        std::memcpy(&integer, elements.data() + element * (elements.size() / count) + number % format.components * sizeof integer,
                    sizeof integer);
        numbers[number] = static_cast<float>(integer);
    }
    return numbers;
}

/// The displacements that differ from zero in any bit, and their indices, as integers of the smallest sufficient type.
struct SparseDisplacements {
    explicit SparseDisplacements(std::span<const glm::vec3> all)
    {
        std::vector<std::uint32_t> numbers;
        for (std::size_t number = 0; number < all.size(); ++number) {
            if (std::bit_cast<std::array<std::uint32_t, 3>>(all[number]) != std::array<std::uint32_t, 3>{}) {
                numbers.push_back(static_cast<std::uint32_t>(number));
                values.push_back(all[number]);
            }
        }
        const std::uint32_t last = numbers.empty() ? 0 : numbers.back();
        type = last <= 0xFF ? ComponentType::UnsignedByte : last <= 0xFFFF ? ComponentType::UnsignedShort : ComponentType::UnsignedInt;
        for (const std::uint32_t number : numbers) {
            const auto bytes = std::bit_cast<std::array<std::byte, 4>>(number);
            indices.insert(indices.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(sizeOf(type)));
        }
    }

    std::vector<glm::vec3> values;
    std::vector<std::byte> indices;
    ComponentType type = ComponentType::UnsignedByte;
};

}  // namespace

std::size_t AccessorPool::addBytes(std::span<const std::byte> elements, const ElementFormat& format, std::size_t count)
{
    const std::uint64_t hash = hashOfAccessor(format, count, elements, {}, {});
    if (const auto known = findEqual(hash, format, count, elements, {}, {})) {
        return *known;
    }
    Entry entry;
    entry.format = format;
    entry.count = count;
    const bool fillsWords = elements.size() / count % alignment == 0;
    entry.range = store(elements, format, count, compresses_ && (fillsWords || format.use == ViewUse::Indices));
    if (format.hasRange) {
        findRange(readNumbers(elements, format, count), format.components, entry.smallest, entry.largest);
    }
    return addEntry(std::move(entry), hash);
}

std::size_t AccessorPool::addZeros(const ElementFormat& format, std::size_t count)
{
    const std::uint64_t hash = hashOfAccessor(format, count, {}, {}, {});
    if (const auto known = findEqual(hash, format, count, {}, {}, {})) {
        return *known;
    }
    Entry entry;
    entry.format = format;
    entry.count = count;
    if (format.hasRange) {
        entry.smallest.assign(format.components, 0.f);
        entry.largest = entry.smallest;
    }
    return addEntry(std::move(entry), hash);
}

std::size_t AccessorPool::addDisplacements(std::span<const glm::vec3> displacements, bool hasRange)
{
    constexpr std::size_t jsonOfSparse = 160;  // approximate number of characters
    const ElementFormat format{.components = 3, .use = ViewUse::Vertices, .hasRange = hasRange};
    const SparseDisplacements sparse(displacements);
    if (sparse.values.empty()) {
        return addZeros(format, displacements.size());
    }
    const auto values = std::as_bytes(std::span(sparse.values));
    if (jsonOfSparse + sparse.indices.size() + values.size() >= displacements.size_bytes()) {
        return add(displacements, format, displacements.size());
    }
    const std::uint64_t hash = hashOfAccessor(format, displacements.size(), {}, sparse.indices, values);
    if (const auto known = findEqual(hash, format, displacements.size(), {}, sparse.indices, values)) {
        return *known;
    }
    Entry entry;
    entry.format = format;
    entry.count = displacements.size();
    Sparse stored;
    stored.count = sparse.values.size();
    stored.indexType = sparse.type;
    stored.indices = store(sparse.indices, {.componentType = sparse.type}, sparse.values.size(), false);
    stored.values = store(values, {.components = 3}, sparse.values.size(), false);
    entry.sparse = stored;
    if (hasRange) {
        findRange({&displacements.front().x, 3 * displacements.size()}, 3, entry.smallest, entry.largest);
    }
    return addEntry(std::move(entry), hash);
}

std::size_t AccessorPool::addImage(std::span<const std::byte> bytes)
{
    views_.emplace_back().use = ViewUse::Image;
    return append(views_.size() - 1, bytes).view;
}

std::size_t AccessorPool::addEntry(Entry entry, std::uint64_t hash)
{
    entriesByHash_.emplace(hash, entries_.size());
    entries_.push_back(std::move(entry));
    return entries_.size() - 1;
}

std::span<const std::byte> AccessorPool::bytesAt(const Range& range) const
{
    return std::span(views_[range.view].bytes).subspan(range.offset, range.length);
}

std::optional<std::size_t> AccessorPool::findEqual(std::uint64_t hash, const ElementFormat& format, std::size_t count,
                                                   std::span<const std::byte> base, std::span<const std::byte> indices,
                                                   std::span<const std::byte> values) const
{
    const auto [begin, end] = entriesByHash_.equal_range(hash);
    for (auto known = begin; known != end; ++known) {
        const Entry& entry = entries_[known->second];
        if (entry.format == format && entry.count == count && entry.range.has_value() == !base.empty()
            && entry.sparse.has_value() == !values.empty() && (base.empty() || std::ranges::equal(bytesAt(*entry.range), base))
            && (values.empty()
                || (std::ranges::equal(bytesAt(entry.sparse->indices), indices)
                    && std::ranges::equal(bytesAt(entry.sparse->values), values)))) {
            return known->second;
        }
    }
    return std::nullopt;
}

// Each piece of data that may be compressed gets its own view. Other vertices share a view if they have the same stride; all other data
// share one if they have the same use.
AccessorPool::Range AccessorPool::store(std::span<const std::byte> bytes, const ElementFormat& format, std::size_t count,
                                        bool mayBeCompressed)
{
    const std::size_t elementSize = bytes.size() / count;
    const std::size_t stride = mayBeCompressed || format.use == ViewUse::Vertices ? elementSize : 0;
    std::size_t view = 0;
    while (view < views_.size()
           && (mayBeCompressed || views_[view].mayBeCompressed || views_[view].use != format.use || views_[view].stride != stride)) {
        ++view;
    }
    if (view == views_.size()) {
        View& made = views_.emplace_back();
        made.use = format.use;
        made.stride = stride;
        made.mayBeCompressed = mayBeCompressed;
        made.isTriangles = format.isTriangles;
    }
    views_[view].count += count;
    return append(view, bytes);
}

AccessorPool::Range AccessorPool::append(std::size_t view, std::span<const std::byte> bytes)
{
    std::vector<std::byte>& all = views_[view].bytes;
    all.resize(padded(all.size()));
    const Range range{view, all.size(), bytes.size()};
    all.insert(all.end(), bytes.begin(), bytes.end());
    return range;
}

void AccessorPool::layOut()
{
    const auto place = [this](std::span<const std::byte> bytes) {
        const std::size_t offset = binary_.size();
        binary_.insert(binary_.end(), bytes.begin(), bytes.end());
        binary_.resize(padded(binary_.size()));
        return offset;
    };
    for (View& view : views_) {
        if (view.mayBeCompressed) {
            view.compressed = view.use == ViewUse::Indices ? encodeIndices(view.bytes, view.stride, view.isTriangles)
                                                           : encodeElements(view.bytes, view.stride);
        }
        if (view.compressed.empty() || view.compressed.size() >= view.bytes.size()) {
            view.compressed.clear();
            view.offset = place(view.bytes);
        } else {
            view.compressedOffset = place(view.compressed);
            view.offset = fallbackLength_;
            fallbackLength_ += padded(view.bytes.size());
            isCompressed_ = true;
        }
    }
}

void AccessorPool::write(JsonWriter& json, std::string_view uri)
{
    layOut();
    if (!entries_.empty()) {
        writeAccessors(json);
    }
    if (!views_.empty()) {
        writeViews(json);
        writeBuffers(json, uri);
    }
}

void AccessorPool::writeAccessors(JsonWriter& json) const
{
    json.key("accessors");
    json.beginArray();
    for (const Entry& entry : entries_) {
        json.beginObject(JsonWriter::Layout::Inline);
        if (entry.range) {
            json.member("bufferView", entry.range->view);
            if (entry.range->offset > 0) {
                json.member("byteOffset", entry.range->offset);
            }
        }
        json.member("componentType", static_cast<std::size_t>(entry.format.componentType));
        json.member("count", entry.count);
        json.member("type", elementType(entry.format.components));
        if (entry.format.isNormalized) {
            json.member("normalized", true);
        }
        if (entry.format.hasRange) {
            json.member("min", std::span<const float>(entry.smallest));
            json.member("max", std::span<const float>(entry.largest));
        }
        if (entry.sparse) {
            json.key("sparse");
            json.beginObject();
            json.member("count", entry.sparse->count);
            json.key("indices");
            json.beginObject();
            json.member("bufferView", entry.sparse->indices.view);
            json.member("byteOffset", entry.sparse->indices.offset);
            json.member("componentType", static_cast<std::size_t>(entry.sparse->indexType));
            json.endObject();
            json.key("values");
            json.beginObject();
            json.member("bufferView", entry.sparse->values.view);
            json.member("byteOffset", entry.sparse->values.offset);
            json.endObject();
            json.endObject();
        }
        json.endObject();
    }
    json.endArray();
}

void AccessorPool::writeViews(JsonWriter& json) const
{
    json.key("bufferViews");
    json.beginArray();
    for (const View& view : views_) {
        const bool isCompressed = !view.compressed.empty();
        json.beginObject(JsonWriter::Layout::Inline);
        json.member("buffer", std::size_t{isCompressed ? 1u : 0u});
        json.member("byteOffset", view.offset);
        json.member("byteLength", view.bytes.size());
        if (view.use == ViewUse::Vertices) {
            json.member("byteStride", view.stride);
        }
        if (view.use == ViewUse::Vertices || view.use == ViewUse::Indices) {
            json.member("target", std::size_t{view.use == ViewUse::Vertices ? 34962u : 34963u});
        }
        if (isCompressed) {
            json.key("extensions");
            json.beginObject();
            json.key("EXT_meshopt_compression");
            json.beginObject();
            json.member("buffer", std::size_t{0});
            json.member("byteOffset", view.compressedOffset);
            json.member("byteLength", view.compressed.size());
            json.member("byteStride", view.stride);
            json.member("count", view.count);
            json.member("mode", view.use != ViewUse::Indices ? "ATTRIBUTES" : view.isTriangles ? "TRIANGLES" : "INDICES");
            json.endObject();
            json.endObject();
        }
        json.endObject();
    }
    json.endArray();
}

void AccessorPool::writeBuffers(JsonWriter& json, std::string_view uri) const
{
    json.key("buffers");
    json.beginArray();
    json.beginObject(JsonWriter::Layout::Inline);
    if (!uri.empty()) {
        json.member("uri", uri);
    }
    json.member("byteLength", binary_.size());
    json.endObject();
    if (isCompressed_) {
        json.beginObject(JsonWriter::Layout::Inline);
        json.member("byteLength", fallbackLength_);
        json.key("extensions");
        json.beginObject();
        json.key("EXT_meshopt_compression");
        json.beginObject();
        json.member("fallback", true);
        json.endObject();
        json.endObject();
        json.endObject();
    }
    json.endArray();
}

}  // namespace armature::gltf
