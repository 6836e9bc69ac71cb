#include "base/json_writer.hpp"

#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "base/words.hpp"

namespace armature {

namespace {

template <class Real>
void appendNumber(Real number, std::string& out)
{
    if (!std::isfinite(number)) {
        out += "null";
    } else if (number == Real(0) && std::signbit(number)) {
        out += "-0.0";  // "-0" would be read as the integer 0
    } else {
        fmt::format_to(std::back_inserter(out), "{}", number);
    }
}

}  // namespace

void JsonWriter::key(std::string_view name)
{
    separate();
    string(name);
    text_ += ": ";
    isAfterKey_ = true;
}

void JsonWriter::value(std::string_view text)
{
    separate();
    string(text);
}

void JsonWriter::value(float number)
{
    separate();
    appendNumber(number, text_);
}

void JsonWriter::value(double number)
{
    separate();
    appendNumber(number, text_);
}

void JsonWriter::value(bool truth)
{
    separate();
    text_ += truth ? "true" : "false";
}

void JsonWriter::null()
{
    separate();
    text_ += "null";
}

void JsonWriter::raw(std::string_view json)
{
    separate();
    text_ += json;
}

void JsonWriter::value(std::span<const float> numbers)
{
    beginArray(Layout::Inline);
    for (const float number : numbers) {
        value(number);
    }
    endArray();
}

void JsonWriter::value(const glm::mat4& matrix)
{
    value(std::span<const float>(glm::value_ptr(matrix), 16));
}

std::string JsonWriter::take()
{
    text_ += '\n';
    levels_.clear();
    isAfterKey_ = false;
    return std::exchange(text_, {});
}

void JsonWriter::begin(char bracket, Layout layout)
{
    separate();
    text_ += bracket;
    const bool isInsideInline = !levels_.empty() && levels_.back().layout == Layout::Inline;
    levels_.push_back({isInsideInline ? Layout::Inline : layout});
}

void JsonWriter::end(char bracket)
{
    const Level level = levels_.back();
    levels_.pop_back();
    if (level.layout == Layout::Lines && !level.isEmpty) {
        startLine();
    }
    text_ += bracket;
}

void JsonWriter::separate()
{
    if (std::exchange(isAfterKey_, false) || levels_.empty()) {
        return;
    }
    Level& level = levels_.back();
    const bool isFirst = std::exchange(level.isEmpty, false);
    if (!isFirst) {
        text_ += ',';
    }
    if (level.layout == Layout::Lines) {
        startLine();
    } else if (!isFirst) {
        text_ += ' ';
    }
}

void JsonWriter::startLine()
{
    text_ += '\n';
    text_.append(2 * levels_.size(), ' ');
}

void JsonWriter::integer(unsigned long long number)
{
    separate();
    fmt::format_to(std::back_inserter(text_), "{}", number);
}

void JsonWriter::string(std::string_view text)
{
    text_ += '"';
    for (const char character : toValidUtf8(text)) {
        const auto code = static_cast<unsigned char>(character);
        if (character == '"' || character == '\\') {
            text_ += '\\';
            text_ += character;
        } else if (code < 0x20 || code == 0x7F) {
            fmt::format_to(std::back_inserter(text_), "\\u{:04x}", code);
        } else {
            text_ += character;
        }
    }
    text_ += '"';
}

}  // namespace armature
