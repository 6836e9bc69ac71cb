#pragma once

#include <concepts>
#include <string_view>

#include <fmt/format.h>

#include <armature/text.hpp>

/// Lets fmt::format print armature's types as toString() does; width and alignment work as for strings: "{:>10}". Optional: no other public
/// header needs fmt.
namespace armature {

/// A type that has a toString(), except types that are text themselves, which fmt prints without help.
template <class T>
concept Describable = requires(const T& value)
{
    {
        toString(value)
        } -> std::convertible_to<std::string_view>;
}
&&!std::convertible_to<T, std::string_view>;

}  // namespace armature

template <armature::Describable T>
struct fmt::formatter<T> : fmt::formatter<std::string_view> {
    template <class Context>
    auto format(const T& value, Context& context) const
    {
        const auto text = toString(value);
        return fmt::formatter<std::string_view>::format(std::string_view(text), context);
    }
};
