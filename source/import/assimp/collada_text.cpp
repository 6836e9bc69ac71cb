#include "import/assimp/collada_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace armature::worker {

namespace {

/// A replacement in a text: `text` takes the place of the characters [begin, end).
struct Edit {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text = {};
};

bool isSpace(char character) noexcept
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

/// Calls use(begin) for each element with this name that has content, where `begin` is the position of that content. use() returns the
/// position from which the search continues.
template <class Use>
void forEachElement(std::string_view text, std::string_view name, const Use& use)
{
    const std::string tag = '<' + std::string(name);
    for (std::size_t at = text.find(tag); at != std::string_view::npos; at = text.find(tag, at)) {
        at += tag.size();
        const std::size_t close = text.find_first_of("<>", at);
        if (close == std::string_view::npos) {
            return;
        }
        const bool isOther = close != at && !isSpace(text[at]);
        if (!isOther && text[close] == '>' && text[close - 1] != '/') {
            at = use(close + 1);
        }
    }
}

/// Adds an edit for each skin without a bind shape matrix, which COLLADA 1.4.1, <skin>, allows: the edit inserts the identity.
void addBindShapes(std::string_view text, std::vector<Edit>& edits)
{
    constexpr std::string_view identity = "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>";
    forEachElement(text, "skin", [&](std::size_t begin) {
        const std::size_t end = std::min(text.find("</skin", begin), text.size());
        if (text.substr(begin, end - begin).find("<bind_shape_matrix") == std::string_view::npos) {
            edits.push_back({begin, begin, std::string(identity)});
        }
        return end;
    });
}

/// Returns the four numbers in a text; none if the text contains anything else.
std::optional<std::array<double, 4>> fourNumbers(std::string_view text)
{
    std::array<double, 4> numbers{};
    for (double& number : numbers) {
        text.remove_prefix(static_cast<std::size_t>(std::ranges::find_if_not(text, isSpace) - text.begin()));
        const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || !std::isfinite(number)) {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    }
    return std::ranges::all_of(text, isSpace) ? std::optional(numbers) : std::nullopt;
}

void appendDecimal(double number, std::string& text)
{
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    text.append(digits.data(), end);
    text += ' ';
}

void normalizeAxes(std::string_view text, std::vector<Edit>& edits)
{
    forEachElement(text, "rotate", [&](std::size_t begin) {
        const std::size_t end = std::min(text.find('<', begin), text.size());
        if (const auto numbers = fourNumbers(text.substr(begin, end - begin))) {
            const double length = std::hypot((*numbers)[0], (*numbers)[1], (*numbers)[2]);
            if (length > 0. && std::abs(length - 1.) > 1e-6) {
                Edit& edit = edits.emplace_back(Edit{begin, end});
                for (std::size_t i = 0; i < 4; ++i) {
                    appendDecimal(i < 3 ? (*numbers)[i] / length : (*numbers)[i], edit.text);
                }
            }
        }
        return end;
    });
}

}  // namespace

std::string readableCollada(std::string_view text)
{
    std::vector<Edit> edits;
    addBindShapes(text, edits);
    normalizeAxes(text, edits);
    std::ranges::sort(edits, {}, &Edit::begin);
    std::string readable;
    readable.reserve(text.size());
    std::size_t at = 0;
    const auto copyUntil = [&](std::size_t end) {
        for (; at < end; ++at) {
            if (readable.empty() || readable.back() != '>' || !isSpace(text[at])) {
                readable += text[at];
            }
        }
    };
    for (const Edit& edit : edits) {
        if (edit.begin >= at) {  // false if this edit lies inside the previous one, as with elements nested against the format's rules
            copyUntil(edit.begin);
            readable += edit.text;
            at = edit.end;
        }
    }
    copyUntil(text.size());
    return readable;
}

}  // namespace armature::worker
