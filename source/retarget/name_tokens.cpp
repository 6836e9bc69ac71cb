#include "retarget/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace armature::humanoid {

namespace {

constexpr std::size_t longestName = 256;
constexpr std::size_t longestRun = 64;  // the longest run of letters that is split into words
constexpr std::size_t leastGuess = 4;   // the shortest word that is recognised amid unknown letters

enum class Kind { Separator, Upper, Lower, Digit, Other };

Kind kindOf(char c)
{
    if (c >= 'a' && c <= 'z') {
        return Kind::Lower;
    }
    if (c >= 'A' && c <= 'Z') {
        return Kind::Upper;
    }
    if (c >= '0' && c <= '9') {
        return Kind::Digit;
    }
    return static_cast<unsigned char>(c) >= 0x80 ? Kind::Other : Kind::Separator;
}

bool isSide(Meaning meaning)
{
    return meaning == Meaning::Left || meaning == Meaning::Right;
}

/// Returns whether `piece` may be a word within a run of letters. A single letter may only name a side, at either end of the run. Of two
/// letters, only "up" and "lo" are words.
bool mayStand(std::string_view piece, bool isAtEnd)
{
    const Meaning meaning = lookUp(piece).meaning;
    const bool isLetter = piece.size() == 1 && isAtEnd && isSide(meaning);
    return isLetter || (meaning != Meaning::Unknown && (piece.size() > 2 || piece == "up" || piece == "lo"));
}

/// Splits `run` into as few known words as possible. Returns no words if letters remain or no word is a noun.
std::vector<std::string_view> split(std::string_view run)
{
    constexpr std::size_t none = longestRun + 1;
    std::array<std::size_t, longestRun + 1> count{};
    std::array<std::size_t, longestRun + 1> first{};
    std::fill(count.begin(), count.end(), none);
    count[0] = 0;
    for (std::size_t end = 1; end <= run.size(); ++end) {
        for (std::size_t begin = end > longestWord ? end - longestWord : 0; begin < end; ++begin) {
            if (count[begin] + 1 < count[end] && mayStand(run.substr(begin, end - begin), begin == 0 || end == run.size())) {
                count[end] = count[begin] + 1;
                first[end] = begin;
            }
        }
    }
    std::vector<std::string_view> pieces;
    if (count[run.size()] < none) {
        bool hasNoun = false;
        for (std::size_t end = run.size(); end > 0; end = first[end]) {
            pieces.insert(pieces.begin(), run.substr(first[end], end - first[end]));
            hasNoun |= lookUp(pieces.front()).meaning == Meaning::Noun;
        }
        if (!hasNoun) {
            pieces.clear();  // words without a noun do not count: "rup" does not mean right
        }
    }
    return pieces;
}

/// Returns the longest known noun at the end or the beginning of unknown letters; of two equally long ones, the one at the end.
std::string_view guess(std::string_view run)
{
    for (std::size_t size = std::min(run.size(), longestWord); size >= leastGuess; --size) {
        for (const std::string_view piece : {run.substr(run.size() - size), run.substr(0, size)}) {
            if (lookUp(piece).meaning == Meaning::Noun) {
                return piece;
            }
        }
    }
    return {};
}

void addRun(std::vector<Token>& tokens, const std::string& run)
{
    if (lookUp(run).meaning != Meaning::Unknown || run.size() > longestRun || run.size() < 3) {
        tokens.push_back({run});
        return;
    }
    const auto pieces = split(run);
    for (const std::string_view piece : pieces) {
        tokens.push_back({std::string(piece)});
    }
    if (pieces.empty()) {
        const std::string_view piece = guess(run);
        if (!piece.empty()) {
            tokens.push_back({std::string(piece), true});
        } else {
            tokens.push_back({run});
        }
    }
}

/// Returns the end of the run of letters that begins at `place`. A run consists of capitals, small letters, or a capital and small letters:
/// "LThumb" is "L" and "Thumb".
std::size_t endOfRun(std::string_view name, std::size_t place)
{
    std::size_t end = place;
    while (end < name.size() && kindOf(name[end]) == Kind::Upper) {
        ++end;
    }
    const bool isFollowed = end < name.size() && kindOf(name[end]) == Kind::Lower;
    if (isFollowed && end - place > 1) {
        return end - 1;
    }
    while (end < name.size() && kindOf(name[end]) == Kind::Lower) {
        ++end;
    }
    return end;
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& c : result) {
        c = kindOf(c) == Kind::Upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

std::size_t addScript(std::vector<Token>& tokens, std::string_view name, std::size_t place)
{
    Word word;
    const std::size_t size = lookUpScript(name.substr(place), word);
    if (size > 0) {
        tokens.push_back({std::string(name.substr(place, size))});
    }
    return place + std::max<std::size_t>(size, 1);
}

}  // namespace

std::vector<Token> tokensOf(std::string_view name)
{
    name = name.substr(name.size() > longestName ? name.size() - longestName : 0);
    const std::size_t space = name.find_last_of(":|");
    if (space != std::string_view::npos && space + 1 < name.size()) {
        name = name.substr(space + 1);
    }
    std::vector<Token> tokens;
    for (std::size_t place = 0; place < name.size();) {
        const Kind kind = kindOf(name[place]);
        std::size_t end = place + 1;
        if (kind == Kind::Digit) {
            while (end < name.size() && kindOf(name[end]) == Kind::Digit) {
                ++end;
            }
            tokens.push_back({std::string(name.substr(place, end - place))});
        } else if (kind == Kind::Other) {
            end = addScript(tokens, name, place);
        } else if (kind != Kind::Separator) {
            end = endOfRun(name, place);
            addRun(tokens, lowered(name.substr(place, end - place)));
        }
        place = end;
    }
    return tokens;
}

}  // namespace armature::humanoid
