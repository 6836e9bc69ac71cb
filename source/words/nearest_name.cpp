#include "words/nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "words/words.hpp"

namespace armature {

namespace {

constexpr std::size_t longest = 64;  // longer names are not compared
constexpr std::size_t shownNames = 8;

bool isSameLetter(char a, char b)
{
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Letters to insert, remove, replace or exchange with their neighbour (Damerau and Levenshtein), upper case or lower.
std::size_t distance(std::string_view a, std::string_view b)
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

}  // namespace

std::string insteadOf(std::string_view name, std::span<const std::string_view> names)
{
    if (names.empty()) {
        return "; there are none";
    }
    const std::string_view* nearest = nullptr;
    std::size_t least = 1 + name.size() / 3;
    for (const std::string_view& other : names) {
        if (name.size() <= longest && other.size() <= longest && !other.empty()) {
            if (const std::size_t away = distance(name, other); away < least || (away == least && nearest == nullptr)) {
                nearest = &other;
                least = away;
            }
        }
    }
    if (nearest != nullptr) {
        return "; did you mean " + inQuotes(*nearest) + '?';
    }
    std::string list = names.size() == 1 ? "; there is" : "; there are";
    for (std::size_t i = 0; i < std::min(names.size(), shownNames); ++i) {
        list += (i == 0 ? " " : ", ") + inQuotes(names[i]);
    }
    return names.size() > shownNames ? list + " and " + std::to_string(names.size() - shownNames) + " more" : list;
}

}  // namespace armature
