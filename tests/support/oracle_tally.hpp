#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace armature::test {

/// Where golden cases come from.
struct GoldenSet {
    std::filesystem::path directory;
    /// "full" or "sample"; empty if the expected counts are unknown, since ARMATURE_ORACLE_DIR has cases of another seed.
    std::string name;
};

/// The set in ARMATURE_ORACLE_DIR, else in oracle/golden of sharedDirectory(), else the project's own sample, which scripts/sample_golden
/// takes from the full set.
[[nodiscard]] GoldenSet goldenSet();

/// Counts the outcomes of a family's cases and of the comparisons in them.
class OracleTally {
public:
    explicit OracleTally(std::string family) : family_(std::move(family)) {}

    /// Counts a case in which something is compared.
    void examinedCase() { ++cases_; }
    /// Counts a case that is left out because tests take long here (isAmongRounds()). The counts are then not compared with the known ones.
    void leftOutCase() { ++leftOut_; }
    void examinedStep() { ++steps_; }
    void equal(std::size_t count = 1) { equal_ += count; }
    /// Counts comparisons with a correct implementation's result, because the golden result is a quirk. `mark` is the golden case's mark,
    /// or the reason why the result differs on purpose.
    void saneBecause(const std::string& mark, std::size_t count = 1) { marks_[mark] += count; }
    void skipped(const std::string& reason, std::size_t count = 1) { skipped_[reason] += count; }

    /// Prints the counts, and fails if nothing was compared or the counts differ from those in tests/oracle/counts/full.txt or sample.txt.
    /// This exposes a mark that excuses more, or a comparison that vanished. For a family without lines in that file, it prints that the
    /// family is not pinned.
    void report() const;

private:
    [[nodiscard]] std::string text() const;

    std::string family_;
    std::size_t cases_ = 0;
    std::size_t leftOut_ = 0;
    std::size_t steps_ = 0;
    std::size_t equal_ = 0;
    std::map<std::string, std::size_t> marks_;
    std::map<std::string, std::size_t> skipped_;
};

}  // namespace armature::test
