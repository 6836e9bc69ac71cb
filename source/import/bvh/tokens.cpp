#include "import/bvh/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "import/notes.hpp"

namespace armature::bvh {

namespace {

constexpr bool isBlank(char character) noexcept
{
    return character == ' ' || character == '\t' || character == '\f' || character == '\v';
}

constexpr bool isLineEnd(char character) noexcept
{
    return character == '\n' || character == '\r';
}

constexpr bool isBrace(char character) noexcept
{
    return character == '{' || character == '}';
}

constexpr bool isEnd(char character) noexcept
{
    return isBlank(character) || isLineEnd(character) || isBrace(character);
}

constexpr char lower(char character) noexcept
{
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

std::optional<double> numberIn(std::string_view word)
{
    if (word.starts_with('+') && !word.starts_with("+-")) {
        word.remove_prefix(1);
    }
    double number = 0.;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (word.empty() || end != word.data() + word.size()) {
        return std::nullopt;
    }
    if (error == std::errc::result_out_of_range) {  // the number is too close to 0, or too large
        long double wider = 0.L;
        const auto parsed = std::from_chars(word.data(), word.data() + word.size(), wider);
        return parsed.ec == std::errc() && std::abs(wider) < 1.L ? 0. : std::numeric_limits<double>::infinity();
    }
    return number;
}

}  // namespace

bool isWord(std::string_view text, std::string_view word) noexcept
{
    return std::ranges::equal(text, word, {}, lower, lower);
}

bool Tokens::hasNext() noexcept
{
    for (; at_ < text_.size(); ++at_) {
        const char character = text_[at_];
        if (isLineEnd(character)) {
            const bool isFirstOfTwo = character == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
            line_ += isFirstOfTwo ? 0 : 1;
        } else if (!isBlank(character)) {
            return true;
        }
    }
    return false;
}

std::size_t Tokens::line() noexcept
{
    static_cast<void>(hasNext());
    return line_;
}

std::string_view Tokens::next() noexcept
{
    const std::size_t begin = hasNext() ? at_ : text_.size();
    if (begin < text_.size()) {
        for (++at_; at_ < text_.size() && !isBrace(text_[begin]) && !isEnd(text_[at_]);) {
            ++at_;
        }
    }
    return text_.substr(begin, at_ - begin);
}

bool Tokens::take(std::string_view word) noexcept
{
    static_cast<void>(hasNext());
    const std::size_t before = at_;
    if (isWord(next(), word)) {
        return true;
    }
    at_ = before;
    return false;
}

std::string_view Tokens::restOfLine() noexcept
{
    const std::size_t begin = hasNext() ? at_ : text_.size();
    std::size_t end = begin;
    for (; at_ < text_.size() && !isLineEnd(text_[at_]) && !isBrace(text_[at_]); ++at_) {
        end = isBlank(text_[at_]) ? end : at_ + 1;
    }
    return text_.substr(begin, end - begin);
}

bool Tokens::takeLabel(std::initializer_list<std::string_view> words) noexcept
{
    static_cast<void>(hasNext());
    std::size_t at = at_;
    const auto skipBlanks = [&] {
        while (at < text_.size() && isBlank(text_[at])) {
            ++at;
        }
    };
    for (const std::string_view word : words) {
        skipBlanks();
        if (!isWord(text_.substr(at, word.size()), word)) {
            return false;
        }
        at += word.size();
    }
    skipBlanks();
    if (at >= text_.size() || text_[at] != ':') {
        return false;
    }
    at_ = at + 1;
    return true;
}

double Tokens::number(std::string_view what)
{
    const std::size_t where = line();
    const std::string_view word = next();
    const std::optional<double> number = numberIn(word);
    if (!number) {
        refuse(where, word.empty() ? fmt::format("ends where {} should be; the file is cut off", what)
                                   : fmt::format("has {} where {} should be, which is not a number", importing::quoted(word), what));
    }
    constexpr double largest = std::numeric_limits<float>::max();
    if (!(std::abs(*number) <= largest)) {
        refuse(where, fmt::format("has {} as {}, but numbers must be finite and at most {:.3g}", importing::quoted(word), what, largest));
    }
    return *number;
}

std::size_t Tokens::count() const noexcept
{
    std::size_t count = 0;
    bool isInside = false;
    for (const char character : text_.substr(at_)) {
        const bool isOutside = isBlank(character) || isLineEnd(character);
        count += isBrace(character) || (!isOutside && !isInside) ? 1u : 0u;
        isInside = !isOutside && !isBrace(character);
    }
    return count;
}

void Tokens::refuse(const std::string& problem)
{
    refuse(line(), problem);
}

void Tokens::refuse(std::size_t line, const std::string& problem)
{
    throw importing::Refusal(fmt::format("line {}", line), problem);
}

}  // namespace armature::bvh
