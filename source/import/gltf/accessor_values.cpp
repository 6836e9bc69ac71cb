#include "base/words.hpp"
#include "import/gltf/readers.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

namespace armature::gltf {

namespace {

using Bytes = std::span<const std::byte>;

template <class Component>
Component load(const std::byte* bytes) noexcept
{
    Component component;
    std::memcpy(&component, bytes, sizeof component);
    return component;
}

template <class Component>
constexpr ComponentType storedType() noexcept
{
    return std::is_same_v<Component, float>           ? ComponentType::Float
           : std::is_same_v<Component, std::uint8_t>  ? ComponentType::UnsignedByte
           : std::is_same_v<Component, std::uint16_t> ? ComponentType::UnsignedShort
                                                      : ComponentType::UnsignedInt;
}

template <class Component, bool isNormalized>
float toFloat(Component component) noexcept
{
    if constexpr (!isNormalized) {
        return static_cast<float>(component);
    } else if constexpr (std::is_signed_v<Component>) {
        return std::max(static_cast<float>(component) / static_cast<float>(std::numeric_limits<Component>::max()), -1.f);
    } else {
        return static_cast<float>(component) / static_cast<float>(std::numeric_limits<Component>::max());
    }
}

/// Where elements are stored, and their spacing in the file and in the output.
struct Layout {
    const std::byte* in;
    std::size_t inStride;   // bytes
    std::size_t outStride;  // numbers
    std::size_t count;
    std::size_t components;
};

template <std::size_t components, class Component, class Out, class Convert>
void decodeStrided(const Layout& layout, Out* out, Convert convert) noexcept
{
    const std::byte* in = layout.in;
    for (std::size_t element = 0; element < layout.count; ++element, in += layout.inStride, out += layout.outStride) {
        for (std::size_t component = 0; component < components; ++component) {
            out[component] = convert(load<Component>(in + component * sizeof(Component)));
        }
    }
}

// Converts elements. Without gaps, one loop runs over all components; otherwise, the number of components is known at compile time, so that
// the inner loop can be unrolled.
template <class Component, class Out, class Convert>
void decodeEach(const Layout& layout, Out* out, Convert convert) noexcept
{
    if (layout.inStride == layout.components * sizeof(Component) && layout.outStride == layout.components) {
        const Layout flat{layout.in, sizeof(Component), 1, layout.count * layout.components, 1};
        decodeStrided<1, Component>(flat, out, convert);
        return;
    }
    switch (layout.components) {
    case 1: decodeStrided<1, Component>(layout, out, convert); break;
    case 2: decodeStrided<2, Component>(layout, out, convert); break;
    case 3: decodeStrided<3, Component>(layout, out, convert); break;
    case 4: decodeStrided<4, Component>(layout, out, convert); break;
    case 9: decodeStrided<9, Component>(layout, out, convert); break;
    case 16: decodeStrided<16, Component>(layout, out, convert); break;
    default: break;  // glTF has no other numbers of components
    }
}

template <class Component>
void decodeInteger(const Layout& layout, bool isNormalized, float* out) noexcept
{
    if (isNormalized) {
        decodeEach<Component>(layout, out, [](Component component) { return toFloat<Component, true>(component); });
    } else {
        decodeEach<Component>(layout, out, [](Component component) { return toFloat<Component, false>(component); });
    }
}

void decodeElements(const Layout& layout, ComponentType type, bool isNormalized, float* out) noexcept
{
    switch (type) {
    case ComponentType::Byte: decodeInteger<std::int8_t>(layout, isNormalized, out); break;
    case ComponentType::UnsignedByte: decodeInteger<std::uint8_t>(layout, isNormalized, out); break;
    case ComponentType::Short: decodeInteger<std::int16_t>(layout, isNormalized, out); break;
    case ComponentType::UnsignedShort: decodeInteger<std::uint16_t>(layout, isNormalized, out); break;
    case ComponentType::UnsignedInt: decodeInteger<std::uint32_t>(layout, false, out); break;
    case ComponentType::Float: decodeEach<float>(layout, out, [](float value) { return value; }); break;
    }
}

// Converts unsigned components. Precondition: `Out` can hold all values of the component type.
template <class Out>
void decodeElements(const Layout& layout, ComponentType type, bool, Out* out) noexcept
{
    const auto widen = [](auto component) { return static_cast<Out>(component); };
    switch (type) {
    case ComponentType::UnsignedByte: decodeEach<std::uint8_t>(layout, out, widen); break;
    case ComponentType::UnsignedShort: decodeEach<std::uint16_t>(layout, out, widen); break;
    default: decodeEach<std::uint32_t>(layout, out, widen); break;
    }
}

std::size_t sparseIndex(const SparseValues& sparse, std::size_t at) noexcept
{
    const std::byte* index = sparse.indices.data() + at * sizeOf(sparse.indexType);
    switch (sparse.indexType) {
    case ComponentType::UnsignedByte: return load<std::uint8_t>(index);
    case ComponentType::UnsignedShort: return load<std::uint16_t>(index);
    default: return load<std::uint32_t>(index);
    }
}

template <class Out>
void replaceSparse(const Document& document, const Accessor& accessor, Out* out, std::size_t outStride, const Json& user)
{
    const SparseValues& sparse = *accessor.sparse;
    bool increases = true;
    for (std::size_t at = 0; at < sparse.count; ++at) {
        const std::size_t element = sparseIndex(sparse, at);
        if (element >= accessor.count) {
            user.refuse(fmt::format("has sparse index {} as its number {}, but {}", element, at, counted(accessor.count, "element")));
        }
        increases = increases && (at == 0 || sparseIndex(sparse, at - 1) < element);
        decodeElements({sparse.values.data() + at * sparse.valueStride, sparse.valueStride, outStride, 1, accessor.components},
                       accessor.componentType, accessor.isNormalized, out + element * outStride);
    }
    if (!increases) {
        document.notes.add(user.pointer(),
                           "has sparse indices that do not increase: where one repeats, the last value counts; export the file again");
    }
}

// Decodes all elements and applies sparse values. Precondition: `out` already contains the values, usually zeros, of the elements and
// components that the accessor does not supply.
template <class Out>
void decodeAll(const Document& document, const Accessor& accessor, Out* out, std::size_t outStride, const Json& user)
{
    if (accessor.bytes && accessor.count > 0) {
        decodeElements({accessor.bytes->data(), accessor.stride, outStride, accessor.count, accessor.components}, accessor.componentType,
                       accessor.isNormalized, out);
    }
    if (accessor.sparse) {
        replaceSparse(document, accessor, out, outStride, user);
    }
}

/// Returns a pointer to an accessor's stored numbers if they can be used without conversion: they must be of type `Component`, not
/// normalised, aligned, and without gaps, with `components` per element. Otherwise returns null. Sparse values are not considered.
template <class Component>
const Component* inPlace(const Accessor& accessor, std::size_t components) noexcept
{
    const bool isPlain = accessor.componentType == storedType<Component>() && !accessor.isNormalized && accessor.components == components
                         && accessor.bytes && accessor.count > 0 && accessor.stride == components * sizeof(Component);
    const bool isAligned = isPlain && reinterpret_cast<std::uintptr_t>(accessor.bytes->data()) % alignof(Component) == 0;
    return isAligned ? reinterpret_cast<const Component*>(accessor.bytes->data()) : nullptr;
}

/// Returns an accessor's numbers, converted if necessary. Copies numbers for which inPlace() succeeds directly, without zeroing the output
/// first. Preconditions: requireComponents() has succeeded, `Out` can hold the component type, and the memory has been charged.
template <class Out>
std::vector<Out> decodeNumbers(const Document& document, const Accessor& accessor, std::size_t components, const Json& user)
{
    std::vector<Out> values;
    const std::size_t count = accessor.count * components;
    if (const Out* const same = inPlace<Out>(accessor, components)) {
        values.assign(same, same + count);
    } else if (const auto* const narrow = inPlace<std::uint8_t>(accessor, components)) {
        values.assign(narrow, narrow + count);
    } else if (const auto* const half = inPlace<std::uint16_t>(accessor, components)) {
        values.assign(half, half + count);
    } else {
        values.resize(count);
        decodeAll(document, accessor, values.data(), components, user);
        return values;
    }
    if (accessor.sparse) {
        replaceSparse(document, accessor, values.data(), components, user);
    }
    return values;
}

template <class Vector>
std::vector<Vector> readVectors(Document& document, std::size_t index, std::initializer_list<std::size_t> allowed, const Vector& fill,
                                const Json& user)
{
    constexpr std::size_t width = sizeof(Vector) / sizeof(float);
    const Accessor& accessor = requireComponents(document, index, allowed, user);
    document.charge(std::uint64_t{accessor.count} * sizeof(Vector), user);
    std::vector<Vector> values;
    if (const float* const plain = inPlace<float>(accessor, width)) {
        const auto* const first = reinterpret_cast<const Vector*>(plain);
        values.assign(first, first + accessor.count);  // copied directly, without zeroing the memory first
        if (accessor.sparse) {
            replaceSparse(document, accessor, reinterpret_cast<float*>(values.data()), width, user);
        }
        return values;
    }
    values.resize(accessor.count, fill);
    if (!values.empty()) {
        decodeAll(document, accessor, reinterpret_cast<float*>(values.data()), width, user);
    }
    return values;
}

void requireUnsigned(const Accessor& accessor, const Json& user)
{
    const ComponentType type = accessor.componentType;
    if (type != ComponentType::UnsignedByte && type != ComponentType::UnsignedShort && type != ComponentType::UnsignedInt) {
        user.refuse(fmt::format("refers to /accessors/{}, which has componentType {}, but must have 5121, 5123 or 5125", accessor.number,
                                static_cast<unsigned>(type)));
    }
}

}  // namespace

const Accessor& requireComponents(const Document& document, std::size_t index, std::initializer_list<std::size_t> allowed, const Json& user)
{
    const Accessor& accessor = document.accessors[index];
    if (!accessor.obstacle.empty()) {
        user.refuse(fmt::format("refers to /accessors/{}, which {}", accessor.number, accessor.obstacle));
    }
    const bool fits = std::find(allowed.begin(), allowed.end(), accessor.components) != allowed.end();
    if (!fits || accessor.isMatrix != (*allowed.begin() == 16)) {
        user.refuse(fmt::format("refers to /accessors/{}, which has {}{}, but must have {}", accessor.number,
                                counted(accessor.components, "component"), accessor.isMatrix ? " in a matrix" : "", *allowed.begin()));
    }
    return accessor;
}

std::vector<float> readFloats(Document& document, std::size_t index, std::size_t components, const Json& user)
{
    const Accessor& accessor = requireComponents(document, index, {components}, user);
    document.charge(std::uint64_t{accessor.count} * components * sizeof(float), user);
    return decodeNumbers<float>(document, accessor, components, user);
}

std::span<const float> floatsOf(Document& document, std::size_t index, std::size_t components, const Json& user)
{
    const Accessor& accessor = requireComponents(document, index, {components}, user);
    document.charge(std::uint64_t{accessor.count} * components * sizeof(float), user);
    const float* const plain = accessor.sparse ? nullptr : inPlace<float>(accessor, components);
    return plain != nullptr ? std::span(plain, accessor.count * components)
                            : document.keep(decodeNumbers<float>(document, accessor, components, user));
}

std::vector<glm::vec2> readVec2s(Document& document, std::size_t accessor, const Json& user)
{
    return readVectors(document, accessor, {2}, glm::vec2(0.f), user);
}

std::vector<glm::vec3> readVec3s(Document& document, std::size_t accessor, const Json& user)
{
    return readVectors(document, accessor, {3}, glm::vec3(0.f), user);
}

std::vector<glm::vec4> readVec4s(Document& document, std::size_t accessor, const Json& user)
{
    return readVectors(document, accessor, {4}, glm::vec4(0.f), user);
}

std::vector<glm::vec4> readColors(Document& document, std::size_t accessor, const Json& user)
{
    const bool hasAlpha = requireComponents(document, accessor, {4, 3}, user).components == 4;
    return readVectors(document, accessor, {4, 3}, glm::vec4(0.f, 0.f, 0.f, hasAlpha ? 0.f : 1.f), user);
}

std::vector<glm::mat4> readMatrices(Document& document, std::size_t accessor, const Json& user)
{
    return readVectors(document, accessor, {16}, glm::mat4(0.f), user);
}

std::vector<std::uint32_t> readIntegers(Document& document, std::size_t index, std::size_t components, const Json& user)
{
    const Accessor& accessor = requireComponents(document, index, {components}, user);
    requireUnsigned(accessor, user);
    document.charge(std::uint64_t{accessor.count} * components * sizeof(std::uint32_t), user);
    return decodeNumbers<std::uint32_t>(document, accessor, components, user);
}

void readJoints(Document& document, std::size_t index, std::span<std::uint16_t> outJoints, std::size_t stride, const Json& user)
{
    const Accessor& accessor = requireComponents(document, index, {4}, user);
    requireUnsigned(accessor, user);
    if (accessor.componentType != ComponentType::UnsignedInt) {
        decodeAll(document, accessor, outJoints.data(), stride, user);
        return;
    }
    const auto wide = readIntegers(document, index, 4, user);
    for (std::size_t at = 0; at < wide.size(); ++at) {
        if (wide[at] > std::numeric_limits<std::uint16_t>::max()) {
            user.refuse(fmt::format("names joint {} at vertex {}, but the limit is 65535", wide[at], at / 4));
        }
        outJoints[at / 4 * stride + at % 4] = static_cast<std::uint16_t>(wide[at]);
    }
}

std::vector<std::uint16_t> readFourJoints(Document& document, std::size_t index, const Json& user)
{
    const Accessor& accessor = requireComponents(document, index, {4}, user);
    requireUnsigned(accessor, user);
    if (accessor.componentType != ComponentType::UnsignedInt) {
        return decodeNumbers<std::uint16_t>(document, accessor, 4, user);
    }
    std::vector<std::uint16_t> joints(accessor.count * 4);
    readJoints(document, index, joints, 4, user);
    return joints;
}

std::vector<float> readFourWeights(Document& document, std::size_t index, const Json& user)
{
    return decodeNumbers<float>(document, requireComponents(document, index, {4}, user), 4, user);
}

void readWeights(Document& document, std::size_t index, std::span<float> outWeights, std::size_t stride, const Json& user)
{
    decodeAll(document, requireComponents(document, index, {4}, user), outWeights.data(), stride, user);
}

}  // namespace armature::gltf
