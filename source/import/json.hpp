#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <simdjson.h>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "import/notes.hpp"

namespace armature::importing {

/// A JSON value that knows its place in the document, so that refusals can name this place as a JSON pointer.
///
/// The place is a chain through the enclosing values, turned into text only when needed. A value must therefore not outlive the value it
/// was read from (accessors of members reject temporaries). All `refuse` functions, and every accessor that finds a wrong type or range,
/// throw Refusal. If a key is repeated, look-ups find its last member, as in JavaScript.
class Json {
public:
    /// Makes the value at the root of a document, whose place is the empty pointer.
    explicit Json(simdjson::dom::element root) noexcept : element_(root) {}

    [[nodiscard]] std::string pointer() const;
    /// The JSON pointer to a member of this value, whether or not the member exists.
    [[nodiscard]] std::string pointer(std::string_view key) const;

    /// Returns a stand-in for an existing member, without looking the member up. Only the stand-in's place is valid: use it to refuse the
    /// member.
    [[nodiscard]] Json placeOf(std::string_view key) const& { return {element_, *this, key}; }
    Json placeOf(std::string_view key) const&& = delete;

    [[noreturn]] void refuse(std::string_view problem) const;
    /// Refuses the member `key` of this value.
    [[noreturn]] void refuse(std::string_view key, std::string_view problem) const;

    [[nodiscard]] bool isObject() const noexcept { return element_.is_object(); }
    [[nodiscard]] bool isArray() const noexcept { return element_.is_array(); }
    [[nodiscard]] bool isString() const noexcept { return element_.is_string(); }
    /// Whether asUnsigned() accepts the value, and the file writes it without a decimal point and without an exponent.
    [[nodiscard]] bool isUnsigned() const noexcept { return element_.is_uint64() && element_.get_uint64().value_unsafe() <= largestWhole; }
    [[nodiscard]] bool isNull() const noexcept { return element_.is_null(); }

    // --- conversion to the expected type ---------------------------------------------------------------------------------

    /// Returns the value, which must be a whole number from 0 to 2^53; 3.0 counts as 3.
    [[nodiscard]] std::uint64_t asUnsigned() const
    {
        std::uint64_t whole = 0;
        return element_.get_uint64().get(whole) == simdjson::SUCCESS && whole <= largestWhole ? whole : wholeOfDouble();
    }
    /// Returns an index below `count`. `what` names the indexed things in refusals ("nodes").
    [[nodiscard]] std::size_t asIndex(std::size_t count, std::string_view what) const
    {
        const std::uint64_t index = asUnsigned();
        if (index >= count) {
            refuseIndex(index, count, what);
        }
        return static_cast<std::size_t>(index);
    }
    /// Returns the value, which must be a number, as a double; it is always finite.
    [[nodiscard]] double asDouble() const;
    /// Returns the value, which must be a number within float's range.
    [[nodiscard]] float asFloat() const;
    [[nodiscard]] std::string_view asString() const;
    [[nodiscard]] bool asBool() const;
    /// Fills `outValues` from an array of exactly `outValues.size()` numbers.
    void asFloats(std::span<float> outValues) const;
    /// Refuse the value if it is not an object, or not an array, respectively.
    void requireObject() const { static_cast<void>(object()); }
    void requireArray() const { static_cast<void>(array()); }
    /// Returns the value as compact JSON text.
    [[nodiscard]] std::string asText() const;

    // --- members of an object ---------------------------------------------------------------------------------------

    /// In this section, this value must be an object. A nullopt or fallback result always means that the member is absent.
    [[nodiscard]] std::optional<Json> find(std::string_view key) const&;
    std::optional<Json> find(std::string_view key) const&& = delete;
    [[nodiscard]] Json require(std::string_view key) const&;
    Json require(std::string_view key) const&& = delete;

    /// Like find() for several keys, in one pass over the members. The results are in the order of the keys.
    template <std::size_t count>
    [[nodiscard]] std::array<std::optional<Json>, count> findEach(const std::string_view (&keys)[count]) const&
    {
        std::array<std::optional<Json>, count> found;
        for (const auto [name, value] : object()) {
            for (std::size_t each = 0; each < count; ++each) {
                if (areSame(name, keys[each])) {
                    found[each].emplace(Json(value, *this, name));
                    break;
                }
            }
        }
        return found;
    }
    template <std::size_t count>
    std::array<std::optional<Json>, count> findEach(const std::string_view (&keys)[count]) const&& = delete;
    /// Like require(key), for a member that has already been looked up: returns the member, or refuses if it is missing.
    [[nodiscard]] const Json& require(const std::optional<Json>& member, std::string_view key) const
    {
        return member ? *member : refuseMissing(key);
    }
    const Json& require(std::optional<Json>&& member, std::string_view key) const = delete;

    /// Return a member. If it exists, it must be an object or an array, respectively.
    [[nodiscard]] std::optional<Json> findObject(std::string_view key) const&;
    std::optional<Json> findObject(std::string_view key) const&& = delete;
    [[nodiscard]] std::optional<Json> findArray(std::string_view key) const&;
    std::optional<Json> findArray(std::string_view key) const&& = delete;
    /// Whether extensions.<name> exists. If so, it must be an object.
    [[nodiscard]] bool hasExtension(std::string_view name) const;

    [[nodiscard]] std::optional<std::uint64_t> findUnsigned(std::string_view key) const;
    [[nodiscard]] std::uint64_t requireUnsigned(std::string_view key) const;
    [[nodiscard]] std::optional<std::size_t> findIndex(std::string_view key, std::size_t count, std::string_view what) const;
    [[nodiscard]] std::size_t requireIndex(std::string_view key, std::size_t count, std::string_view what) const;
    [[nodiscard]] float findFloat(std::string_view key, float fallback) const;
    [[nodiscard]] std::string_view findString(std::string_view key, std::string_view fallback = {}) const;
    [[nodiscard]] bool findBool(std::string_view key, bool fallback) const;
    /// Fills `outValues` from an array of exactly `outValues.size()` numbers. If there is no such member, returns false and writes nothing.
    bool findFloats(std::string_view key, std::span<float> outValues) const;
    /// Returns the member's JSON text; empty if there is no such member.
    [[nodiscard]] std::string findText(std::string_view key) const;

    /// Calls `visit(std::string_view key, const Json& value)` for every member, in the order of the document.
    template <std::invocable<std::string_view, const Json&> Visitor>
    void forEachMember(Visitor&& visit) const
    {
        for (const auto [key, value] : object()) {
            visit(key, Json(value, *this, key));
        }
    }

    // --- elements of an array ---------------------------------------------------------------------------------------

    /// Number of elements. This value must be an array.
    [[nodiscard]] std::size_t size() const;

    /// Calls `visit(std::size_t index, const Json& value)` for every element.
    template <std::invocable<std::size_t, const Json&> Visitor>
    void forEach(Visitor&& visit) const
    {
        std::size_t index = 0;
        for (const simdjson::dom::element value : array()) {
            visit(index, Json(value, *this, index));
            ++index;
        }
    }

private:
    static constexpr std::uint64_t largestWhole = std::uint64_t{1} << 53;  ///< Above this, doubles and hence JavaScript skip whole numbers.

    Json(simdjson::dom::element element, const Json& parent, std::string_view key) noexcept : element_(element), parent_(&parent), key_(key)
    {}
    Json(simdjson::dom::element element, const Json& parent, std::size_t index) noexcept
        : element_(element), parent_(&parent), index_(index)
    {}

    /// Compares two keys. Length and first character are compared first, because most keys differ there.
    [[nodiscard]] static bool areSame(std::string_view a, std::string_view b) noexcept
    {
        return a.size() == b.size() && (a.empty() || (a.front() == b.front() && a == b));
    }

    [[nodiscard]] simdjson::dom::object object() const
    {
        if (!element_.is_object()) {
            refuseType("an object");
        }
        return element_.get_object().value_unsafe();
    }
    [[nodiscard]] simdjson::dom::array array() const
    {
        if (!element_.is_array()) {
            refuseType("an array");
        }
        return element_.get_array().value_unsafe();
    }
    /// Returns a whole number that the file writes as a double, such as 3.0. Refuses every other value.
    [[nodiscard]] std::uint64_t wholeOfDouble() const;
    [[noreturn]] void refuseIndex(std::uint64_t index, std::size_t count, std::string_view what) const;
    [[noreturn]] void refuseType(std::string_view wanted) const;
    [[noreturn]] const Json& refuseMissing(std::string_view key) const;

    simdjson::dom::element element_;
    const Json* parent_ = nullptr;
    std::string_view key_;  ///< For an array element, the data pointer is null.
    std::size_t index_ = 0;
};

/// Returns the member as a whole number; 0 if it is absent.
[[nodiscard]] inline std::uint64_t unsignedOr0(const std::optional<Json>& member)
{
    return member ? member->asUnsigned() : 0;
}

}  // namespace armature::importing
