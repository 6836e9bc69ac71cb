#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>

#include <armature/base/export.hpp>

namespace armature {

/// Writes one JSON text (RFC 8259), element by element, into a string.
///
/// Numbers are the shortest decimals that read back to the same float or double; numbers that JSON lacks (NaN, infinity) become null.
/// Strings are written as well-formed UTF-8, with U+FFFD for each invalid byte. Calls must nest properly, and each member of an object
/// starts with key().
class ARMATURE_PRIVATE_API JsonWriter final {
public:
    /// The layout of an object or array: each element on a line of its own, or all on one line.
    enum class Layout { Lines, Inline };

    void beginObject(Layout layout = Layout::Lines) { begin('{', layout); }
    void endObject() { end('}'); }
    void beginArray(Layout layout = Layout::Lines) { begin('[', layout); }
    void endArray() { end(']'); }
    void key(std::string_view name);

    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(float number);
    void value(double number);
    void value(bool truth);
    template <std::unsigned_integral Integer>
    void value(Integer number)
    {
        integer(number);
    }
    void null();
    /// Writes a JSON text unchanged; it must be valid.
    void raw(std::string_view json);
    template <typename Value>
    void value(const std::optional<Value>& content)
    {
        content ? value(*content) : null();
    }
    /// Writes an array on one line.
    void value(std::span<const float> numbers);
    /// Writes sixteen numbers, column by column.
    void value(const glm::mat4& matrix);

    template <typename Value>
    void member(std::string_view name, const Value& content)
    {
        key(name);
        value(content);
    }

    /// Returns the text so far, with a line end; the writer is empty afterwards.
    [[nodiscard]] std::string take();

private:
    struct Level {
        Layout layout;
        bool isEmpty = true;
    };

    void begin(char bracket, Layout layout);
    void end(char bracket);
    void separate();
    void startLine();
    void integer(unsigned long long number);
    void string(std::string_view text);

    std::string text_;
    std::vector<Level> levels_;
    bool isAfterKey_ = false;
};

}  // namespace armature
