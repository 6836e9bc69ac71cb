#include "label_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/words.hpp"

namespace armature {

namespace {

constexpr std::size_t mostLetters = 40;
constexpr std::string_view ellipsis = "...";
constexpr std::size_t tile = 4;  // side of a tile, in pixels
constexpr std::size_t advance = letterColumns + 1;
constexpr glm::vec2 fromPlace{3.f, -12.f};  // in dots, from the labelled position to the corner of its label
constexpr unsigned char firstLetter = 0x20;
constexpr std::size_t boxLetter = letterCount - 1;

/// Removes the first character from a text, and returns the index of its cell in the atlas: the cell of a box if the atlas has no such
/// letter.
std::size_t takeLetter(std::string_view& text)
{
    const std::size_t length = characterLength(text);
    const auto first = static_cast<unsigned char>(text.front());
    text.remove_prefix(std::max<std::size_t>(length, 1));
    return length == 1 && findLetter(first) != nullptr ? first - firstLetter : boxLetter;
}

/// Lists the cells of a text's letters. If the text is too long, its end is replaced by an ellipsis. Returns the number of cells.
std::size_t cellsOf(std::string_view text, std::array<std::size_t, mostLetters>& outCells)
{
    std::size_t count = 0;
    while (!text.empty() && count < mostLetters) {
        outCells[count++] = takeLetter(text);
    }
    if (!text.empty()) {
        std::string_view dots = ellipsis;
        for (std::size_t i = mostLetters - ellipsis.size(); i < mostLetters; ++i) {
            outCells[i] = takeLetter(dots);
        }
    }
    return count;
}

}  // namespace

void LabelLayout::clear() noexcept
{
    entries_.clear();
    letters_.clear();
}

void LabelLayout::add(const glm::vec3& position, std::string_view text, const glm::vec4& color, bool goesFirst)
{
    entries_.push_back({position, text, color, goesFirst, entries_.size(), 0.f, glm::vec2(0.f)});
}

void LabelLayout::layOut(const View& view)
{
    for (Entry& entry : entries_) {
        const glm::vec4 clip = view.viewProjection * glm::vec4(entry.position, 1.f);
        const bool isSeen = clip.w > 0.f && clip.z >= -clip.w && std::abs(clip.x) <= clip.w && std::abs(clip.y) <= clip.w;
        entry.depth = isSeen ? clip.w : -1.f;
        entry.pixel = glm::floor((glm::vec2(clip.x, -clip.y) / clip.w * 0.5f + 0.5f) * view.size);
    }
    std::erase_if(entries_, [](const Entry& entry) { return entry.depth < 0.f || entry.text.empty(); });
    std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
        return std::tuple(!a.goesFirst, a.depth, a.order) < std::tuple(!b.goesFirst, b.depth, b.order);
    });
    const auto tiles = [](float pixels) { return static_cast<std::size_t>(pixels) / tile + 1; };
    taken_.assign(tiles(view.size.x) * tiles(view.size.y), 0);
    for (const Entry& entry : entries_) {
        place(entry, view);
    }
}

void LabelLayout::place(const Entry& entry, const View& view)
{
    std::array<std::size_t, mostLetters> cells{};
    const std::size_t count = cellsOf(entry.text, cells);
    const auto scale = static_cast<float>(view.scale);
    const glm::vec2 corner = entry.pixel + scale * fromPlace;
    const glm::vec2 size = scale * glm::vec2(static_cast<float>(count * advance + 1), static_cast<float>(cellRows));
    if (!take(corner, corner + size, view)) {
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec2 shift(scale * static_cast<float>(i * advance), 0.f);
        letters_.push_back({corner + shift, static_cast<float>(cells[i]), entry.color});
    }
}

bool LabelLayout::take(const glm::vec2& low, const glm::vec2& high, const View& view)
{
    const auto tileOf = [](float pixel, float side) { return static_cast<std::size_t>(std::clamp(pixel, 0.f, side)) / tile; };
    const std::size_t columns = static_cast<std::size_t>(view.size.x) / tile + 1;
    const std::size_t left = tileOf(low.x, view.size.x);
    const std::size_t right = tileOf(high.x, view.size.x);
    const std::size_t top = tileOf(low.y, view.size.y);
    const std::size_t bottom = tileOf(high.y, view.size.y);
    for (std::size_t row = top; row <= bottom; ++row) {
        const auto begin = taken_.begin() + static_cast<std::ptrdiff_t>(row * columns);
        if (std::find(begin + static_cast<std::ptrdiff_t>(left), begin + static_cast<std::ptrdiff_t>(right + 1), 1)
            != begin + static_cast<std::ptrdiff_t>(right + 1)) {
            return false;
        }
    }
    for (std::size_t row = top; row <= bottom; ++row) {
        std::fill_n(taken_.begin() + static_cast<std::ptrdiff_t>(row * columns + left), right - left + 1, std::uint8_t{1});
    }
    return true;
}

std::vector<std::uint8_t> makeLetterAtlas()
{
    constexpr LetterDots box{0x7f, 0x41, 0x41, 0x41, 0x7f};
    constexpr std::size_t width = letterCount * cellColumns;
    std::vector<std::uint8_t> atlas(width * cellRows, 0);
    for (std::size_t letter = 0; letter < letterCount; ++letter) {
        const LetterDots* const known = letter != boxLetter ? findLetter(static_cast<unsigned char>(firstLetter + letter)) : nullptr;
        const LetterDots& dots = known != nullptr ? *known : box;
        for (std::size_t column = 0; column < letterColumns; ++column) {
            for (std::size_t row = 0; row < letterRows; ++row) {
                const bool isSet = (dots[column] >> row & 1) != 0;
                atlas[(row + 1) * width + letter * cellColumns + column + 1] = isSet ? 255 : 0;
            }
        }
    }
    return atlas;
}

}  // namespace armature
