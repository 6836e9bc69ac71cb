#include <charconv>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/fbx/document.hpp"
#include "import/file_access.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

namespace {

constexpr bool isSpace(char character) noexcept
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

/// Whether a character ends a word.
constexpr bool isEnd(char character) noexcept
{
    return isSpace(character) || character == ',' || character == '{' || character == '}' || character == ':' || character == ';'
           || character == '"';
}

/// Whether a word is one of the forms in which C libraries write NaN, with or without a sign.
bool isNan(std::string_view word)
{
    word.remove_prefix(word.starts_with('-') || word.starts_with('+') ? 1 : 0);
    return word.starts_with("nan") || word.starts_with("snan") || word.starts_with("qnan");
}

/// Returns a word's value as an integer or a real number; any other word stays text. C libraries' forms of NaN, and forms of infinity that
/// contain ".#", become NaN.
Value valueOf(std::string_view word)
{
    const char* begin = word.data() + (word.starts_with("+") ? 1 : 0);
    const char* end = word.data() + word.size();
    std::int64_t whole = 0;
    if (const auto result = std::from_chars(begin, end, whole); result.ec == std::errc() && result.ptr == end) {
        return whole;
    }
    double real = 0.;
    const auto result = std::from_chars(begin, end, real);
    if (result.ptr == end && (result.ec == std::errc() || result.ec == std::errc::result_out_of_range)) {
        return result.ec == std::errc() ? real : 0.;  // in practice, only numbers near 0 are out of range
    }
    if (word.find(".#") != std::string_view::npos || isNan(word)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return word;
}

/// Replaces the escapes in a string. Strings are written in quotes, so a quote inside a string is escaped as &quot;.
std::string unescaped(std::string_view text)
{
    static constexpr std::pair<std::string_view, char> escapes[] = {{"&quot;", '"'}, {"&lf;", '\n'}, {"&cr;", '\r'}};
    std::string out;
    while (!text.empty()) {
        bool isEscape = false;
        for (const auto& [escape, character] : escapes) {
            if (text.starts_with(escape)) {
                out += character;
                text.remove_prefix(escape.size());
                isEscape = true;
                break;
            }
        }
        if (!isEscape) {
            out += text.front();
            text.remove_prefix(1);
        }
    }
    return out;
}

}  // namespace

/// Parses text FBX: `Name: value, value { children }`. A line end matters only as the end of a comment.
class TextParser {
public:
    TextParser(std::string_view text, Document& document, std::size_t depthLimit)
        : text_(text), document_(document), depthLimit_(depthLimit)
    {}

    void parse()
    {
        open_.push_back(0);
        while (skipBlanks()) {
            const char character = text_[at_];
            if (character == '}') {
                close();
            } else if (character == '{') {
                openChildren();
            } else if (character == '"') {
                readText();
            } else if (character == ',') {
                ++at_;
            } else {
                readWord();
            }
        }
        if (open_.size() > 1) {
            document_.refuse(open_.back(), "is not closed; the file is cut off");
        }
    }

private:
    /// Skips white space and comments. Returns false at the end of the file.
    bool skipBlanks()
    {
        while (at_ < text_.size()) {
            if (text_[at_] == ';') {
                const std::size_t line = text_.find('\n', at_);
                at_ = line == std::string_view::npos ? text_.size() : line;
            } else if (isSpace(text_[at_]) || text_[at_] == '\0') {
                ++at_;
            } else {
                return true;
            }
        }
        return false;
    }

    void close()
    {
        if (open_.size() == 1) {
            throw importing::Refusal(fmt::format("byte {}", at_), "closes what was never opened");
        }
        open_.pop_back();
        current_ = noElement;
        ++at_;
    }

    void openChildren()
    {
        if (current_ == noElement) {
            throw importing::Refusal(fmt::format("byte {}", at_),
                                     "opens children without a name; a name like \"Objects:\" must come before");
        }
        if (open_.size() > depthLimit_) {
            document_.refuse(current_, fmt::format("nests deeper than {} (ImportLimits::jsonDepth)", counted(depthLimit_, "level")));
        }
        open_.push_back(current_);
        current_ = noElement;
        ++at_;
    }

    void readText()
    {
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == std::string_view::npos) {
            throw importing::Refusal(fmt::format("byte {}", at_), "begins a string that does not end; the file is cut off");
        }
        const std::string_view raw = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        if (raw.find('&') == std::string_view::npos) {
            addValue(raw);
            return;
        }
        document_.charge(raw.size() + sizeof(std::string), current_ == noElement ? open_.back() : current_);
        addValue(document_.keep(unescaped(raw)));
    }

    void readWord()
    {
        const std::size_t begin = at_;
        while (at_ < text_.size() && !isEnd(text_[at_])) {
            ++at_;
        }
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (at_ < text_.size() && text_[at_] == ':') {
            ++at_;
            current_ = document_.addElement(open_.back(), word, begin);
            return;
        }
        if (word.starts_with('*')) {
            return;  // "*12" says that 12 numbers follow, which is redundant
        }
        addValue(valueOf(word));
    }

    void addValue(Value value)
    {
        if (current_ == noElement) {
            throw importing::Refusal(fmt::format("byte {}", at_), "is a value without a name; a name like \"Objects:\" must come before");
        }
        document_.addValue(current_, value);
    }

    std::string_view text_;
    Document& document_;
    std::size_t depthLimit_;
    std::size_t at_ = 0;
    std::vector<ElementIndex> open_;
    ElementIndex current_ = noElement;  ///< The element that receives values; noElement directly after a brace.
};

void parseText(std::span<const std::byte> file, Document& document, const ImportOptions& options)
{
    TextParser(importing::textOf(file), document, options.limits.jsonDepth).parse();
}

}  // namespace armature::fbx
