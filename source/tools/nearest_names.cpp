#include "nearest_names.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "words/words.hpp"

namespace armature::tools {

namespace {

constexpr std::size_t longestCompared = 100;  // bytes; files may hold names of megabytes
constexpr std::size_t mostSuggested = 3;
constexpr std::size_t mostListed = 20;

char small(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool holds(std::string_view text, std::string_view part)
{
    return part.size() >= 3 && std::search(text.begin(), text.end(), part.begin(), part.end(), [](char a, char b) {
                                   return small(a) == small(b);
                               }) != text.end();
}

std::string listed(std::span<const std::string> names, std::string_view noun)
{
    if (names.empty()) {
        return fmt::format("it has no {}s", noun);
    }
    std::vector<std::string> shownNames;
    for (const std::string& name : names.first(std::min(names.size(), mostListed))) {
        shownNames.push_back(fmt::format("\"{}\"", printable(name)));
    }
    return fmt::format("it has {}: {}{}", counted(names.size(), noun), fmt::join(shownNames, ", "),
                       names.size() > mostListed ? fmt::format(" and {} more", names.size() - mostListed) : "");
}

}  // namespace

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (small(a[i]) == small(b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
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
        return listed(names, noun);
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

}  // namespace armature::tools
