#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace character {

/// A JSON text, written from front to back. Commas come by themselves; names and strings must not need escapes.
class Json {
public:
    Json& beginObject(std::string_view name = {}) { return open(name, '{'); }
    Json& endObject() { return close('}'); }
    Json& beginArray(std::string_view name = {}) { return open(name, '['); }
    Json& endArray() { return close(']'); }

    Json& text(std::string_view name, std::string_view value);
    /// Shortest digits that read back as the same number, whatever the locale.
    Json& number(std::string_view name, float value);
    Json& number(std::string_view name, std::size_t value);
    Json& flag(std::string_view name, bool value);
    Json& numbers(std::string_view name, std::initializer_list<float> values);

    [[nodiscard]] const std::string& str() const noexcept { return text_; }

private:
    Json& open(std::string_view name, char bracket);
    Json& close(char bracket);
    void beginValue(std::string_view name);

    std::string text_;
};

}  // namespace character
