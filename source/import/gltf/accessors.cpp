#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/gltf/document.hpp"

// Accessors and their byte ranges (glTF 2.0, sections 3.6.2 and 5.1 to 5.4). accessor_values.cpp decodes the values.
namespace armature::gltf {

namespace {

using Bytes = std::span<const std::byte>;

struct ElementType {
    std::string_view name;
    std::size_t components;
    std::size_t columns;  // 1 if the type is not a matrix
};

constexpr std::array<ElementType, 7> elementTypes{
    {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1}, {"MAT2", 4, 2}, {"MAT3", 9, 3}, {"MAT4", 16, 4}}};

std::optional<ComponentType> componentTypeOf(std::uint64_t number)
{
    switch (number) {
    case 5120:
    case 5121:
    case 5122:
    case 5123:
    case 5125:
    case 5126: return static_cast<ComponentType>(number);
    default: return std::nullopt;
    }
}

/// The size of an element, and the stride that applies if the view has no byteStride.
struct ElementSize {
    std::size_t bytes;
    std::size_t stride;
};

// Each column of a matrix begins at a multiple of four bytes (section 3.6.2.4); the last column needs no padding.
ElementSize elementSize(const ElementType& type, ComponentType componentType)
{
    const std::size_t column = type.components / type.columns * sizeOf(componentType);
    const std::size_t padded = type.columns == 1 ? column : (column + 3) / 4 * 4;
    return {padded * (type.columns - 1) + column, padded * type.columns};
}

// Returns the part of `view` that contains `count` elements, starting at `offset`. Refuses if they do not fit. Avoids products that could
// overflow.
Bytes elementsOf(const BufferView& view, std::uint64_t offset, std::uint64_t count, std::size_t size, std::size_t stride, const Json& place)
{
    if (view.isPlaceholder) {
        place.refuse("bufferView", "is in a placeholder buffer without bytes");
    }
    const std::uint64_t available = view.bytes.size();
    if (count == 0) {
        return {};
    }
    if (offset > available || size > available - offset || (count - 1) > (available - offset - size) / stride) {
        place.refuse(fmt::format("has {} of {}, {} apart, from byte {}, but its buffer view has {}", counted(count, "element"),
                                 counted(size, "byte"), counted(stride, "byte"), offset, counted(available, "byte")));
    }
    return view.bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>((count - 1) * stride + size));
}

const BufferView& viewOf(const Document& document, const Json& reference)
{
    return document.views[reference.asIndex(document.views.size(), "bufferViews")];
}

SparseValues readSparse(const Document& document, const Json& value, std::uint64_t count, const ElementSize& size)
{
    SparseValues sparse;
    const std::uint64_t sparseCount = value.requireUnsigned("count");
    if (sparseCount > count) {
        value.refuse("count", fmt::format("is {}, but the accessor has {}", sparseCount, counted(count, "element")));
    }
    sparse.count = static_cast<std::size_t>(sparseCount);
    sparse.valueStride = size.stride;
    const Json indices = value.require("indices");
    const auto indexType = componentTypeOf(indices.requireUnsigned("componentType"));
    if (indexType != ComponentType::UnsignedByte && indexType != ComponentType::UnsignedShort && indexType != ComponentType::UnsignedInt) {
        indices.refuse("componentType", fmt::format("is {}, but must be 5121, 5123 or 5125", indices.requireUnsigned("componentType")));
    }
    sparse.indexType = *indexType;
    const std::size_t indexSize = sizeOf(*indexType);
    sparse.indices = elementsOf(viewOf(document, indices.require("bufferView")), indices.findUnsigned("byteOffset").value_or(0),
                                sparseCount, indexSize, indexSize, indices);
    const Json values = value.require("values");
    sparse.values = elementsOf(viewOf(document, values.require("bufferView")), values.findUnsigned("byteOffset").value_or(0), sparseCount,
                               size.bytes, size.stride, values);
    return sparse;
}

void readElements(const Document& document, const Json& value, const BufferView& view, std::uint64_t offset, const ElementSize& size,
                  Accessor& accessor)
{
    accessor.stride = view.stride == 0 ? size.stride : view.stride;
    if (accessor.stride < size.bytes) {
        value.refuse(
            fmt::format("has elements of {}, but its buffer view has a byteStride of {}", counted(size.bytes, "byte"), view.stride));
    }
    accessor.isInvented = view.isInvented;
    accessor.bytes = elementsOf(view, offset, accessor.count, size.bytes, accessor.stride, value);
    const std::size_t alignment = sizeOf(accessor.componentType);
    if ((view.bufferOffset + offset) % alignment != 0 || accessor.stride % alignment != 0) {
        document.notes.add(value.pointer(), fmt::format("is not aligned to its components of {}: read anyway; other programs may "
                                                        "refuse it, export the file again",
                                                        counted(alignment, "byte")));
    }
}

void readAccessor(const Document& document, const Json& value, Accessor& accessor)
{
    const auto [countMember, componentMember, typeMember, normalized, bufferView, byteOffset, sparse] =
        value.findEach({"count", "componentType", "type", "normalized", "bufferView", "byteOffset", "sparse"});
    accessor.count = static_cast<std::size_t>(value.require(countMember, "count").asUnsigned());
    const std::uint64_t componentNumber = value.require(componentMember, "componentType").asUnsigned();
    const std::string_view typeName = value.require(typeMember, "type").asString();
    const auto componentType = componentTypeOf(componentNumber);
    if (!componentType) {
        accessor.obstacle = fmt::format("has the unknown componentType {}", componentNumber);
        return;
    }
    const auto type =
        std::find_if(elementTypes.begin(), elementTypes.end(), [&](const ElementType& known) { return known.name == typeName; });
    if (type == elementTypes.end()) {
        accessor.obstacle = fmt::format("has the unknown type {}", quoted(typeName));
        return;
    }
    accessor.componentType = *componentType;
    accessor.components = type->components;
    accessor.isMatrix = type->columns > 1;
    accessor.isNormalized = normalized && normalized->asBool();
    if (accessor.isNormalized && (accessor.componentType == ComponentType::Float || accessor.componentType == ComponentType::UnsignedInt)) {
        accessor.isNormalized = false;
        document.notes.add(value.pointer("normalized"),
                           fmt::format("is true for componentType {}, which glTF forbids: values are used as they are", componentNumber));
    }
    const ElementSize size = elementSize(*type, *componentType);
    if (bufferView) {
        const BufferView& view = viewOf(document, *bufferView);
        readElements(document, value, view, unsignedOr0(byteOffset), size, accessor);
    }
    if (sparse) {
        sparse->requireObject();
        accessor.sparse = std::make_shared<const SparseValues>(readSparse(document, *sparse, accessor.count, size));
    }
}

}  // namespace

void readAccessors(Document& document)
{
    if (const auto accessors = document.root.findArray("accessors")) {
        document.reserve(document.accessors, *accessors);
        accessors->forEach([&](std::size_t index, const Json& value) {
            Accessor& accessor = document.accessors.emplace_back();
            accessor.number = index;
            readAccessor(document, value, accessor);
        });
    }
    document.declaredAccessors = document.accessors.size();
}

}  // namespace armature::gltf
