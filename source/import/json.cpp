#include "import/json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/notes.hpp"

namespace armature::importing {

namespace {

void appendPointerToken(std::string& out, std::string_view token)
{
    out += '/';
    const std::string_view cut = token.substr(0, longestQuote);
    const bool isText = simdjson::validate_utf8(cut.data(), cut.size());
    for (const char character : cut) {
        if (character == '~') {
            out += "~0";
        } else if (character == '/') {
            out += "~1";
        } else if (const auto byte = static_cast<unsigned char>(character); byte < 0x20 || (byte >= 0x80 && !isText)) {
            out += '?';
        } else {
            out += character;
        }
    }
}

std::string_view typeName(simdjson::dom::element element)
{
    using simdjson::dom::element_type;
    switch (element.type()) {
    case element_type::ARRAY: return "an array";
    case element_type::OBJECT: return "an object";
    case element_type::STRING: return "a string";
    case element_type::BOOL: return "a boolean";
    case element_type::NULL_VALUE: return "null";
    case element_type::INT64:
    case element_type::UINT64:
    case element_type::DOUBLE: return "a number";
    }
    return "something else";
}

}  // namespace

std::string Json::pointer() const
{
    std::vector<const Json*> chain;
    for (const Json* value = this; value->parent_ != nullptr; value = value->parent_) {
        chain.push_back(value);
    }
    std::string out;
    for (auto value = chain.rbegin(); value != chain.rend(); ++value) {
        if ((*value)->key_.data() != nullptr) {
            appendPointerToken(out, (*value)->key_);
        } else {
            out += fmt::format("/{}", (*value)->index_);
        }
    }
    return out;
}

std::string Json::pointer(std::string_view key) const
{
    std::string out = pointer();
    appendPointerToken(out, key);
    return out;
}

void Json::refuse(std::string_view problem) const
{
    throw Refusal(pointer(), std::string(problem));
}

void Json::refuse(std::string_view key, std::string_view problem) const
{
    throw Refusal(pointer(key), std::string(problem));
}

void Json::refuseType(std::string_view wanted) const
{
    refuse(fmt::format("is {}, but must be {}", typeName(element_), wanted));
}

std::uint64_t Json::wholeOfDouble() const
{
    double number = 0.;
    if (element_.get_double().get(number) != simdjson::SUCCESS) {
        refuseType("a whole number");
    }
    if (!(number >= 0. && number <= static_cast<double>(largestWhole)) || number != std::floor(number)) {
        refuse(fmt::format("is {}, but must be a whole number from 0 to 2^53", number));
    }
    return static_cast<std::uint64_t>(number);
}

void Json::refuseIndex(std::uint64_t index, std::size_t count, std::string_view what) const
{
    refuse(count == 0 ? fmt::format("is {}, but there are no {}", index, what)
                      : fmt::format("is {}, but the {} end at {}", index, what, count - 1));
}

double Json::asDouble() const
{
    double number = 0.;
    if (element_.get_double().get(number) != simdjson::SUCCESS) {
        refuseType("a number");
    }
    return number;
}

float Json::asFloat() const
{
    const double number = asDouble();
    // The shortest decimal text of the largest float is slightly above that float, so all numbers that round to it are accepted.
    constexpr auto largest = static_cast<double>(std::numeric_limits<float>::max());
    constexpr double halfStep = 0x1p103;
    if (!(std::abs(number) < largest + halfStep)) {
        refuse(fmt::format("is {}, but must be within +-{}", number, std::numeric_limits<float>::max()));
    }
    return static_cast<float>(std::clamp(number, -largest, largest));
}

std::string_view Json::asString() const
{
    std::string_view string;
    if (element_.get_string().get(string) != simdjson::SUCCESS) {
        refuseType("a string");
    }
    return string;
}

bool Json::asBool() const
{
    bool value = false;
    if (element_.get_bool().get(value) != simdjson::SUCCESS) {
        refuseType("a boolean");
    }
    return value;
}

void Json::asFloats(std::span<float> outValues) const
{
    if (size() != outValues.size()) {
        refuse(fmt::format("has {}, but must have {}", counted(size(), "number"), outValues.size()));
    }
    forEach([&](std::size_t index, const Json& value) { outValues[index] = value.asFloat(); });
}

std::string Json::asText() const
{
    return simdjson::minify(element_);
}

std::optional<Json> Json::find(std::string_view key) const&
{
    std::optional<Json> found;
    for (const auto [name, value] : object()) {
        if (areSame(name, key)) {
            found = Json(value, *this, name);
        }
    }
    return found;
}

Json Json::require(std::string_view key) const&
{
    const std::optional<Json> member = find(key);
    return require(member, key);
}

const Json& Json::refuseMissing(std::string_view key) const
{
    refuse(key, "is missing");
}

std::optional<Json> Json::findObject(std::string_view key) const&
{
    const auto member = find(key);
    if (member) {
        member->requireObject();
    }
    return member;
}

std::optional<Json> Json::findArray(std::string_view key) const&
{
    const auto member = find(key);
    if (member) {
        member->requireArray();
    }
    return member;
}

bool Json::hasExtension(std::string_view name) const
{
    const auto extensions = findObject("extensions");
    return extensions && extensions->findObject(name);
}

std::optional<std::uint64_t> Json::findUnsigned(std::string_view key) const
{
    const auto member = find(key);
    return member ? std::optional(member->asUnsigned()) : std::nullopt;
}

std::uint64_t Json::requireUnsigned(std::string_view key) const
{
    return require(key).asUnsigned();
}

std::optional<std::size_t> Json::findIndex(std::string_view key, std::size_t count, std::string_view what) const
{
    const auto member = find(key);
    return member ? std::optional(member->asIndex(count, what)) : std::nullopt;
}

std::size_t Json::requireIndex(std::string_view key, std::size_t count, std::string_view what) const
{
    return require(key).asIndex(count, what);
}

float Json::findFloat(std::string_view key, float fallback) const
{
    const auto member = find(key);
    return member ? member->asFloat() : fallback;
}

std::string_view Json::findString(std::string_view key, std::string_view fallback) const
{
    const auto member = find(key);
    return member ? member->asString() : fallback;
}

bool Json::findBool(std::string_view key, bool fallback) const
{
    const auto member = find(key);
    return member ? member->asBool() : fallback;
}

bool Json::findFloats(std::string_view key, std::span<float> outValues) const
{
    const auto member = findArray(key);
    if (member) {
        member->asFloats(outValues);
    }
    return member.has_value();
}

std::string Json::findText(std::string_view key) const
{
    const auto member = find(key);
    return member ? member->asText() : std::string();
}

std::size_t Json::size() const
{
    constexpr std::size_t most = 0xFFFFFF;  // the parser stores no larger count
    const simdjson::dom::array elements = array();
    if (elements.size() < most) {
        return elements.size();
    }
    std::size_t count = 0;
    for ([[maybe_unused]] const simdjson::dom::element value : elements) {
        ++count;
    }
    return count;
}

}  // namespace armature::importing
