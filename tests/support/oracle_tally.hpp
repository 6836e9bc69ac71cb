#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace armature::test {

/// Where golden cases are taken from.
struct GoldenSet {
    std::filesystem::path directory;
    /// "full" or "sample"; empty where nobody knows what to expect of it: ARMATURE_ORACLE_DIR has cases of another seed.
    std::string name;
};

/// ARMATURE_ORACLE_DIR, else oracle/golden in sharedDirectory(), else the sample that the project brings along, which scripts/sample_golden
/// takes from the full set.
[[nodiscard]] GoldenSet goldenSet();

/// What became of the cases of a family and of the comparisons in them.
class OracleTally {
public:
    explicit OracleTally(std::string family) : family_(std::move(family)) {}

    /// A case of which something is compared.
    void examinedCase() { ++cases_; }
    /// A case that is passed over because tests take long here (isAmongRounds()): the counts are then not compared with the known ones.
    void leftOutCase() { ++leftOut_; }
    void examinedStep() { ++steps_; }
    void equal(std::size_t count = 1) { equal_ += count; }
    /// Compared with what a correct implementation gives, because the golden result is a quirk: with the mark that the golden case bears or
    /// the reason why it differs on purpose.
    void saneBecause(const std::string& mark, std::size_t count = 1) { marks_[mark] += count; }
    void skipped(const std::string& reason, std::size_t count = 1) { skipped_[reason] += count; }

    /// Prints the counts, and fails if nothing was compared or the counts are not those of tests/oracle/counts/full.txt or sample.txt: a
    /// mark that excuses more, or a comparison that vanished, shows there. A family of which nothing is there says that it is not pinned.
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
