#include <support/oracle_tally.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>

#include <support/shared_data.hpp>

namespace armature::test {

namespace {

std::size_t sumOf(const std::map<std::string, std::size_t>& counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0},
                           [](std::size_t sum, const auto& each) { return sum + each.second; });
}

/// The lines of a file from the one that begins with `head` to the next one that is not indented.
std::string pinnedText(const std::filesystem::path& file, const std::string& head)
{
    std::ifstream stream(file);
    std::string found;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(head) || (!found.empty() && line.starts_with(' '))) {
            found += line + '\n';
        } else if (!found.empty()) {
            break;
        }
    }
    return found;
}

}  // namespace

GoldenSet goldenSet()
{
    if (const char* const fromEnvironment = std::getenv("ARMATURE_ORACLE_DIR")) {
        return {fromEnvironment, ""};
    }
    const auto full = sharedDirectory().value_or("") / "oracle" / "golden";
    if (std::filesystem::is_directory(full)) {
        return {full, "full"};
    }
    return {sourceDirectory() / "tests" / "oracle" / "golden", "sample"};
}

std::string OracleTally::text() const
{
    std::ostringstream text;
    text << "oracle " << family_ << ": " << cases_ << " cases compared, ";
    if (steps_ > 0) {
        text << steps_ << " steps, ";
    }
    const std::size_t sane = sumOf(marks_);
    text << equal_ + sane << " comparisons: " << equal_ << " equal, " << sane << " sane; " << sumOf(skipped_) << " skipped\n";
    for (const auto& [mark, count] : marks_) {
        text << "    sane " << count << ": " << mark << '\n';
    }
    for (const auto& [reason, count] : skipped_) {
        text << "    skipped " << count << ": " << reason << '\n';
    }
    return text.str();
}

void OracleTally::report() const
{
    std::cout << text();
    reportExamined("oracle " + family_, equal_ + sumOf(marks_) > 0 ? cases_ : 0);
    const std::string set = goldenSet().name;
    if (leftOut_ > 0) {
        std::cout << "    " << leftOut_ << " cases left out\n";
    }
    if (set.empty() || leftOut_ > 0) {
        return;
    }
    const auto file = sourceDirectory() / "tests" / "oracle" / "counts" / (set + ".txt");
    const std::string pinned = pinnedText(file, "oracle " + family_ + ": ");
    if (pinned.empty()) {
        std::cout << "    not pinned: " << file.string() << " has no lines of it\n";
        return;
    }
    BOOST_TEST((text() == pinned), file.string() << " has\n" << pinned << "but these came out:\n" << text());
}

}  // namespace armature::test
