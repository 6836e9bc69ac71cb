#include "json.hpp"

#include <array>
#include <charconv>

namespace character {
namespace {

template <class Number>
void append(std::string& text, Number value)
{
    std::array<char, 32> digits{};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), result.ptr);
}

}  // namespace

void Json::beginValue(std::string_view name)
{
    if (!text_.empty() && text_.back() != '{' && text_.back() != '[') {
        text_ += ',';
    }
    if (!name.empty()) {
        text_.append("\"").append(name).append("\":");
    }
}

Json& Json::open(std::string_view name, char bracket)
{
    beginValue(name);
    text_ += bracket;
    return *this;
}

Json& Json::close(char bracket)
{
    text_ += bracket;
    return *this;
}

Json& Json::text(std::string_view name, std::string_view value)
{
    beginValue(name);
    text_.append("\"").append(value).append("\"");
    return *this;
}

Json& Json::number(std::string_view name, float value)
{
    beginValue(name);
    append(text_, value);
    return *this;
}

Json& Json::number(std::string_view name, std::size_t value)
{
    beginValue(name);
    append(text_, value);
    return *this;
}

Json& Json::flag(std::string_view name, bool value)
{
    beginValue(name);
    text_ += value ? "true" : "false";
    return *this;
}

Json& Json::numbers(std::string_view name, std::initializer_list<float> values)
{
    beginArray(name);
    for (const float value : values) {
        number({}, value);
    }
    return endArray();
}

}  // namespace character
