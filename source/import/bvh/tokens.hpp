#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace armature::bvh {

/// "Xrotation" is "XROTATION": programs write BVH's words in any case.
[[nodiscard]] bool isWord(std::string_view text, std::string_view word) noexcept;

/// Walks through the words of a BVH file: what stands between blanks, line ends and braces, and each brace. Refusals name the line.
class Tokens {
public:
    explicit Tokens(std::string_view text) noexcept : text_(text) {}

    /// Goes on to the next token. False at the end of the file.
    [[nodiscard]] bool hasNext() noexcept;
    /// The line of the token that comes next, from 1; at the end the last line.
    [[nodiscard]] std::size_t line() noexcept;
    /// Empty at the end of the file.
    [[nodiscard]] std::string_view next() noexcept;
    /// Takes the next token if it is that word.
    [[nodiscard]] bool take(std::string_view word) noexcept;
    /// From the next token up to the end of its line or a brace, without the blanks at its end. Empty if a brace comes next.
    [[nodiscard]] std::string_view restOfLine() noexcept;
    /// A label such as "Frame Time:", in any case, with or without blanks around the colon; false if something else comes.
    [[nodiscard]] bool takeLabel(std::initializer_list<std::string_view> words) noexcept;
    /// A number that floats can hold, `what` in the message if it is none.
    [[nodiscard]] double number(std::string_view what);
    /// How many tokens are left.
    [[nodiscard]] std::size_t count() const noexcept;

    /// At the line of the next token, or at `line`.
    [[noreturn]] void refuse(const std::string& problem);
    [[noreturn]] static void refuse(std::size_t line, const std::string& problem);

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

}  // namespace armature::bvh
