#include "base/nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/words.hpp"

namespace armature {

namespace {

constexpr std::size_t longestCompared = 64;  // limit: longer names are not compared
constexpr std::size_t shownNames = 8;
constexpr std::size_t mostSuggested = 3;
constexpr std::size_t listedNames = 20;

bool isSameLetter(char a, char b)
{
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

bool holds(std::string_view text, std::string_view part)
{
    return part.size() >= 3 && std::search(text.begin(), text.end(), part.begin(), part.end(), [](char a, char b) {
                                   return isSameLetter(a, b);
                               }) != text.end();
}

std::string listNames(std::span<const std::string> names, std::string_view noun)
{
    if (names.empty()) {
        return fmt::format("it has no {}s", noun);
    }
    std::vector<std::string> shown;
    for (const std::string& name : names.first(std::min(names.size(), listedNames))) {
        shown.push_back(fmt::format("\"{}\"", printable(name)));
    }
    return fmt::format("it has {}: {}{}", counted(names.size(), noun), fmt::join(shown, ", "),
                       names.size() > listedNames ? fmt::format(" and {} more", names.size() - listedNames) : "");
}

}  // namespace

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> beforeLast(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSameLetter(a[i - 1], b[j - 1]) ? 0u : 1u)});
            if (i > 1 && j > 1 && isSameLetter(a[i - 1], b[j - 2]) && isSameLetter(a[i - 2], b[j - 1])) {
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
            }
        }
        std::swap(beforeLast, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::string_view nearestName(std::string_view name, std::span<const std::string_view> names)
{
    const std::string_view* nearest = nullptr;
    std::size_t least = 1 + name.size() / 3;
    for (const std::string_view& other : names) {
        if (name.size() <= longestCompared && other.size() <= longestCompared && !other.empty()) {
            const std::size_t away = editDistance(name, other);
            const bool sharesLetters = away < std::max(name.size(), other.size());
            if (sharesLetters && (away < least || (away == least && nearest == nullptr))) {
                nearest = &other;
                least = away;
            }
        }
    }
    return nearest != nullptr ? *nearest : std::string_view();
}

std::string insteadOf(std::string_view name, std::span<const std::string_view> names)
{
    if (names.empty()) {
        return "; there are none";
    }
    if (const std::string_view nearest = nearestName(name, names); !nearest.empty()) {
        return "; did you mean " + inQuotes(nearest) + '?';
    }
    std::string list = names.size() == 1 ? "; there is" : "; there are";
    for (std::size_t i = 0; i < std::min(names.size(), shownNames); ++i) {
        list += (i == 0 ? " " : ", ") + inQuotes(names[i]);
    }
    return names.size() > shownNames ? list + " and " + std::to_string(names.size() - shownNames) + " more" : list;
}

std::string suggestNames(std::string_view wanted, std::span<const std::string> names, std::string_view noun)
{
    std::vector<std::pair<std::size_t, std::string>> alike;
    for (const std::string& name : names) {
        if (name.size() > longestCompared || wanted.size() > longestCompared) {
            continue;
        }
        const std::size_t distance = editDistance(wanted, name);
        const bool isAlike = distance <= std::max<std::size_t>(2, std::min(wanted.size(), name.size()) / 3);
        if (isAlike || holds(name, wanted) || holds(wanted, name)) {
            alike.emplace_back(isAlike ? distance : distance + longestCompared, name);
        }
    }
    if (alike.empty()) {
        return listNames(names, noun);
    }
    std::stable_sort(alike.begin(), alike.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> words;
    for (const auto& [distance, name] : alike) {
        const std::string word = fmt::format("\"{}\"", printable(name));
        if (words.size() < mostSuggested && std::find(words.begin(), words.end(), word) == words.end()) {
            words.push_back(word);
        }
    }
    return fmt::format("did you mean {}?", fmt::join(words, " or "));
}

}  // namespace armature
