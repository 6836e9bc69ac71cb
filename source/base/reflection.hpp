#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <armature/base/export.hpp>

/// Structs and enumerations as the compiler knows them: their members in the order of declaration, with names. Code that treats all members
/// of a struct alike (text, JSON, saved state) takes them from here, so that no member can be missing from a handwritten list.
namespace armature {

namespace reflection {

/// Converts to the type of any member. Used only in expressions that are never evaluated.
struct Anything {
    template <class T>
    operator T() const noexcept;  // NOLINT(google-explicit-constructor)
};

template <class T, class... Given>
consteval std::size_t countMembers()
{
    if constexpr (requires { T{Given{}..., Anything{}}; }) {
        return countMembers<T, Given..., Anything>();
    } else {
        return sizeof...(Given);
    }
}

template <auto value>
consteval auto signature()
{
    return std::string_view(__PRETTY_FUNCTION__);
}

/// Returns the last identifier of a signature. For a member, Clang writes "... [value = {&example.object.loop}]", and GCC "... [with auto
/// value = Pointer{((const void*)(& example<PlayOptions>.Example<PlayOptions>::object.PlayOptions::loop))}]". For a number that is no
/// enumerator, "(Space)7", returns "7".
consteval std::string_view nameIn(std::string_view signature)
{
    const auto isOfName = [](char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    const std::size_t end = signature.find_last_not_of(")}]") + 1;
    std::size_t begin = end;
    while (isOfName(signature[begin - 1])) {
        --begin;
    }
    return signature.substr(begin, end - begin);
}

template <class Enumeration, std::size_t place = 0>
consteval std::size_t countEnumerators()
{
    constexpr char first = nameIn(signature<static_cast<Enumeration>(place)>()).front();
    if constexpr (first < '0' || first > '9') {
        return countEnumerators<Enumeration, place + 1>();
    } else {
        return place;
    }
}

/// A pointer to a member of an object, as a template argument: Clang 14 accepts such a pointer only inside a struct.
struct Pointer {
    const void* member;
};

template <class T>
struct Example {
    T object;
};
/// Has no definition: the compiler uses only the addresses of its members.
template <class T>
extern const Example<T> example;

}  // namespace reflection

/// The number of a struct's members, or of an enumeration's enumerators if they count up from 0. Precondition: a struct has no base class
/// and no C arrays.
template <class T>
inline constexpr std::size_t memberCount = [] {
    if constexpr (std::is_enum_v<T>) {
        return reflection::countEnumerators<T>();
    } else {
        return reflection::countMembers<std::remove_const_t<T>>();
    }
}();

/// Returns visit(member, member, ...), called with references to all members of a struct. They are const if the struct is.
template <class T, class Visitor>
constexpr auto visitMembers(T& object, const Visitor& visit)
{
    constexpr std::size_t count = memberCount<T>;
    static_assert(count >= 1 && count <= 16, "add a line for this number of members");
    if constexpr (count == 1) {
        auto& [a] = object;
        return visit(a);
    } else if constexpr (count == 2) {
        auto& [a, b] = object;
        return visit(a, b);
    } else if constexpr (count == 3) {
        auto& [a, b, c] = object;
        return visit(a, b, c);
    } else if constexpr (count == 4) {
        auto& [a, b, c, d] = object;
        return visit(a, b, c, d);
    } else if constexpr (count == 5) {
        auto& [a, b, c, d, e] = object;
        return visit(a, b, c, d, e);
    } else if constexpr (count == 6) {
        auto& [a, b, c, d, e, f] = object;
        return visit(a, b, c, d, e, f);
    } else if constexpr (count == 7) {
        auto& [a, b, c, d, e, f, g] = object;
        return visit(a, b, c, d, e, f, g);
    } else if constexpr (count == 8) {
        auto& [a, b, c, d, e, f, g, h] = object;
        return visit(a, b, c, d, e, f, g, h);
    } else if constexpr (count == 9) {
        auto& [a, b, c, d, e, f, g, h, i] = object;
        return visit(a, b, c, d, e, f, g, h, i);
    } else if constexpr (count == 10) {
        auto& [a, b, c, d, e, f, g, h, i, j] = object;
        return visit(a, b, c, d, e, f, g, h, i, j);
    } else if constexpr (count == 11) {
        auto& [a, b, c, d, e, f, g, h, i, j, k] = object;
        return visit(a, b, c, d, e, f, g, h, i, j, k);
    } else if constexpr (count == 12) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l] = object;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l);
    } else if constexpr (count == 13) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = object;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l, m);
    } else if constexpr (count == 14) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = object;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    } else if constexpr (count == 15) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = object;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    } else if constexpr (count == 16) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = object;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
    }
}

namespace reflection {

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif
template <class T, std::size_t... place>
consteval auto namesInSignatures(std::index_sequence<place...>)
{
    static_assert(sizeof...(place) > 0, "the type's definition must be included");
    if constexpr (std::is_enum_v<T>) {
        return std::array{nameIn(signature<static_cast<T>(place)>())...};
    } else {
        constexpr auto pointers =
            visitMembers(example<T>.object, [](auto&... member) { return std::array{Pointer{std::addressof(member)}...}; });
        return std::array{nameIn(signature<pointers[place]>())...};
    }
}
#ifdef __clang__
#pragma clang diagnostic pop
#endif

/// The letters of all names, one after another. They are copied from the signatures, so that the program need not contain these.
template <class T>
inline constexpr auto letters = [] {
    constexpr auto names = namesInSignatures<T>(std::make_index_sequence<memberCount<T>>());
    constexpr std::size_t size = [&] {
        std::size_t sum = 0;
        for (const std::string_view name : names) {
            sum += name.size();
        }
        return sum;
    }();
    std::array<char, size> copy{};
    auto end = copy.begin();
    for (const std::string_view name : names) {
        end = std::ranges::copy(name, end).out;
    }
    return copy;
}();

}  // namespace reflection

/// The names of a struct's members, or of an enumeration's enumerators. Precondition: the type is not in an unnamed namespace.
template <class T>
ARMATURE_LOCAL inline constexpr auto memberNames = [] {
    auto names = reflection::namesInSignatures<T>(std::make_index_sequence<memberCount<T>>());
    std::size_t begin = 0;
    for (std::string_view& name : names) {
        name = std::string_view(reflection::letters<T>.data() + begin, name.size());
        begin += name.size();
    }
    return names;
}();

}  // namespace armature
