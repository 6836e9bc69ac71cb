#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/animation/root_motion.hpp>
#include <armature/base/threads.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>
#include <armature/node/transform_node.hpp>

#include "objects.hpp"

/// How arguments of the C API become those of the library, and results those of the C API. Everything here throws a Refusal for arguments
/// that cannot be used, with the name of the argument.
namespace armature::capi {

// --- pointers --------------------------------------------------------------------------------------------------------

/// Returns what a pointer points to, which must not be null.
template <class T>
[[nodiscard]] T& at(T* pointer, std::string_view name)
{
    if (pointer == nullptr) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT, std::string(name) + " is null");
    }
    return *pointer;
}

/// Throws if an out-parameter is null. Functions that make or change something call this first.
inline void requireOut(const void* pointer, std::string_view name)
{
    if (pointer == nullptr) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT, std::string(name) + " is null");
    }
}

/// Writes an out-parameter that may be null.
template <class T>
void setUnlessNull(T* pointer, const T& value) noexcept
{
    if (pointer != nullptr) {
        *pointer = value;
    }
}

/// Returns `count` elements. The pointer may be null if there are none.
template <class T>
[[nodiscard]] std::span<T> listAt(T* first, std::size_t count, std::string_view name)
{
    return count == 0 ? std::span<T>() : std::span<T>(&at(first, name), count);
}

/// Throws unless an array of the application has as many elements as it must have.
void requireCount(std::size_t given, std::size_t needed, std::string_view elements);

// --- texts -----------------------------------------------------------------------------------------------------------

/// Returns a text for a look-up: any bytes, as files may have them.
[[nodiscard]] std::string_view textAt(const char* text, std::string_view name);
/// Returns a text that is kept: it must be UTF-8.
[[nodiscard]] std::string_view utf8At(const char* text, std::string_view name);
/// Returns the path of a file.
[[nodiscard]] std::filesystem::path pathAt(const char* text);

// --- numbers ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline glm::vec3 vectorAt(const float* numbers, std::string_view name)
{
    const float* const first = &at(numbers, name);
    return {first[0], first[1], first[2]};
}

/// Returns a quaternion from x, y, z, w.
[[nodiscard]] inline glm::quat quaternionAt(const float* numbers, std::string_view name)
{
    const float* const first = &at(numbers, name);
    return {first[3], first[0], first[1], first[2]};
}

[[nodiscard]] glm::mat4 matrixAt(const float* numbers);

[[nodiscard]] inline Transform transformAt(const armature_transform& transform)
{
    return {vectorAt(transform.translation, "translation"), quaternionAt(transform.rotation, "rotation"),
            vectorAt(transform.scale, "scale")};
}

void write(float* outNumbers, const glm::vec3& vector) noexcept;
void write(float* outNumbers, const glm::quat& rotation) noexcept;
void write(float* outNumbers, const glm::mat4& matrix) noexcept;
void write(armature_transform& outTransform, const Transform& transform) noexcept;
void write(armature_box& outBox, const Aabb& box) noexcept;
void write(armature_root_motion& outMotion, const RootMotionDelta& motion) noexcept;

/// Returns the numbers of a palette. Precondition: the matrices are those of a palette: each consists of twelve floats.
[[nodiscard]] inline const float* rowsOf(std::span<const glm::mat3x4> matrices) noexcept
{
    return matrices.empty() ? nullptr : &matrices.front()[0][0];
}

// --- enumerators -----------------------------------------------------------------------------------------------------

/// Returns the enumerator with a number. `last` is the last one.
template <class Enumeration>
[[nodiscard]] Enumeration enumeratorAt(std::uint32_t number, Enumeration last, std::string_view name)
{
    if (number > static_cast<std::uint32_t>(last)) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT, std::string(name) + " is " + std::to_string(number) + ", but the largest is "
                                                     + std::to_string(static_cast<std::uint32_t>(last)));
    }
    return static_cast<Enumeration>(number);
}

[[nodiscard]] inline Space spaceAt(armature_space space)
{
    return enumeratorAt(space, Space::World, "the space");
}

[[nodiscard]] inline Threads threadsAt(armature_threads threads)
{
    return enumeratorAt(threads, Threads::All, "threads");
}

// --- structs that grow -----------------------------------------------------------------------------------------------

/// Throws unless a struct has at least the members of the library's first version.
void requireSize(std::size_t given, std::size_t first, std::string_view structName);
/// Throws if a byte that this version of the library does not know is not 0.
void requireZeros(std::span<const std::byte> rest, std::string_view structName);

/// Returns the application's options, with the members that its version of the struct lacks from `defaults`; null: all of them.
template <class Options>
[[nodiscard]] Options optionsAt(const Options* given, const Options& defaults, std::string_view structName)
{
    static_assert(std::is_trivially_copyable_v<Options>);
    Options options = defaults;
    if (given != nullptr) {
        const std::size_t size = given->size;
        requireSize(size, sizeof(Options), structName);
        requireZeros(std::as_bytes(std::span(reinterpret_cast<const char*>(given), size)).subspan(sizeof(Options)), structName);
        std::memcpy(&options, given, std::min(size, sizeof(Options)));
    }
    return options;
}

/// Writes the part of a struct that the application's version of it has; members that only the application knows become 0.
template <class Struct>
void writeSized(Struct* out, std::size_t size, const Struct& value, std::string_view structName)
{
    requireSize(size, sizeof(Struct), structName);
    std::memset(static_cast<void*>(out), 0, size);
    std::memcpy(out, &value, std::min(size, sizeof(Struct)));
    out->size = static_cast<std::uint32_t>(size);
}

/// Fills options with defaults, for a function of the C API.
template <class Options>
[[nodiscard]] armature_result fillDefaults(Options* options, std::uint32_t size, const Options& defaults,
                                           std::string_view structName) noexcept
{
    return guarded([&] { writeSized(&at(options, structName), size, defaults, structName); });
}

/// Writes a report to the application's struct, whose size it has set. Null: nothing is written.
void write(armature_ik_report* outReport, const IkReport& report, bool isLimited);
/// Throws if writing a report would.
void requireReport(const armature_ik_report* report);

// --- nodes -----------------------------------------------------------------------------------------------------------

/// Returns a node of a scene: throws for a bone.
[[nodiscard]] TransformNode& transformNodeOf(const armature_node* node);
/// Returns the handle of a node or bone.
[[nodiscard]] armature_node* nodeHandle(armature_context& context, Node& node);
[[nodiscard]] inline armature_node* nodeHandleOrNull(armature_context& context, Node* node)
{
    return node == nullptr ? nullptr : nodeHandle(context, *node);
}
[[nodiscard]] armature_bone* boneHandle(armature_context& context, Bone& bone);
/// Returns the bone of a handle.
[[nodiscard]] Bone& boneOf(const armature_bone* bone);
[[nodiscard]] inline Bone* boneOrNull(const armature_bone* bone)
{
    return bone == nullptr ? nullptr : &boneOf(bone);
}

/// Throws that nothing has the name or index.
[[noreturn]] void refuseUnknown(std::string_view what, std::string_view name);
[[noreturn]] void refuseUnknown(std::string_view what, std::size_t index, std::size_t count);

/// Returns the element at an index.
template <class T>
[[nodiscard]] T& elementAt(std::span<T> elements, std::size_t index, std::string_view what)
{
    if (index >= elements.size()) {
        refuseUnknown(what, index, elements.size());
    }
    return elements[index];
}

}  // namespace armature::capi
