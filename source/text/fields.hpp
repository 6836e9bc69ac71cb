#pragma once

#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_bool3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/math/decompose.hpp>
#include <armature/node/node.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include "base/reflection.hpp"
#include "base/words.hpp"

/// Formats the members of a struct as one line, for toString(): "loop true, speedRatio 1, from none".
namespace armature {

/// A GLM vector or quaternion. Its numbers are shown in memory order, those of a quaternion as x, y, z, w.
template <class T>
concept NumberTuple = requires(const T& value)
{
    {
        value[0]
        } -> std::convertible_to<double>;
    {
        value.length()
        } -> std::convertible_to<int>;
    value.x;
};

/// Returns a number with six significant digits, like "{:.6g}".
[[nodiscard]] ARMATURE_PRIVATE_API std::string numberText(double number);

/// Returns the text of one member: by its toString() if it has one, otherwise formatted here. For a list, the text is only the number of
/// its elements.
template <class T>
[[nodiscard]] std::string fieldText(const T& value)
{
    if constexpr (std::same_as<T, bool>) {
        return value ? "true" : "false";
    } else if constexpr (std::floating_point<T>) {
        return numberText(static_cast<double>(value));
    } else if constexpr (std::integral<T>) {
        return std::to_string(value);
    } else if constexpr (std::convertible_to<T, std::string_view>) {
        return '"' + std::string(value) + '"';
    } else if constexpr (std::same_as<T, std::filesystem::path>) {
        return fieldText(value.string());
    } else if constexpr (std::same_as<T, glm::mat4>) {
        return toString(decompose(value).transform);  // four rows of numbers would not fit one line
    } else if constexpr (NumberTuple<T>) {
        std::string text = "(";
        for (int i = 0; i < value.length(); ++i) {
            text += (i == 0 ? "" : ", ") + fieldText(value[i]);
        }
        return text + ')';
    } else if constexpr (std::ranges::sized_range<T>) {
        return std::to_string(value.size());
    } else if constexpr (std::convertible_to<T, const Node*>) {
        return value == nullptr ? "none" : value->getPath();
    } else if constexpr (std::convertible_to<T, const Skeleton*>) {
        return value == nullptr ? "none" : std::string(value->getName());
    } else if constexpr (std::is_pointer_v<T>) {
        return value == nullptr ? "none" : fieldText(*value);
    } else {
        return std::string(toString(value));
    }
}

template <class T>
[[nodiscard]] std::string fieldText(const std::optional<T>& value)
{
    return value ? fieldText(*value) : "none";
}

template <class T>
[[nodiscard]] std::string fieldText(const std::shared_ptr<T>& value)
{
    return fieldText(value.get());
}

template <class Signature>
[[nodiscard]] std::string fieldText(const std::function<Signature>& function)
{
    return function ? "given" : "none";
}

/// Appends "NAME VALUE", after a comma if the text is not empty.
ARMATURE_PRIVATE_API void appendField(std::string& text, std::string_view name, std::string_view value);

/// Returns the text of several members, "NAME VALUE" each, separated by commas. Takes names and values alternately.
template <class T, class... Rest>
[[nodiscard]] std::string fieldsText(std::string_view name, const T& value, const Rest&... rest)
{
    std::string text = std::string(name) + ' ' + fieldText(value);
    if constexpr (sizeof...(Rest) > 0) {
        text += ", " + fieldsText(rest...);
    }
    return text;
}

template <class Struct>
std::string membersText(const Struct& value)
{
    std::string text;
    visitMembers(value, [&](const auto&... member) {
        const std::string_view* name = memberNames<Struct>.data();
        (appendField(text, *name++, fieldText(member)), ...);
    });
    return text;
}

template <class Enumeration>
std::string_view enumeratorName(Enumeration value) noexcept
{
    return nameAt(value, memberNames<Enumeration>);
}

}  // namespace armature
