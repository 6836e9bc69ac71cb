#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace armature {

/// The working arrays of a solver, one set for each thread that solves at the same time: one set is created at construction, and another
/// whenever all sets are in use. All sets are copies of one pattern. The lock is held while a set is taken or put back, not while it is in
/// use.
template <class Work>
class WorkPool {
public:
    /// Owns a set while it is in use, and puts the set back afterwards.
    class Loan {
    public:
        explicit Loan(WorkPool& pool) : pool_(pool), work_(pool.take()) {}
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        ~Loan() { pool_.putBack(std::move(work_)); }

        [[nodiscard]] Work& operator*() const noexcept { return *work_; }
        [[nodiscard]] Work* operator->() const noexcept { return work_.get(); }

    private:
        WorkPool& pool_;
        std::unique_ptr<Work> work_;
    };

    explicit WorkPool(Work pattern) : pattern_(std::move(pattern)) { putBack(take()); }

    [[nodiscard]] Loan borrow() { return Loan(*this); }
    [[nodiscard]] const Work& pattern() const noexcept { return pattern_; }

private:
    [[nodiscard]] std::unique_ptr<Work> take()
    {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                std::unique_ptr<Work> work = std::move(idle_.back());
                idle_.pop_back();
                return work;
            }
            idle_.reserve(++count_);  // room for all sets, so that putBack() never allocates
        }
        return std::make_unique<Work>(pattern_);
    }
    void putBack(std::unique_ptr<Work> work) noexcept
    {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(work));
    }

    const Work pattern_;
    std::mutex mutex_;
    std::size_t count_ = 0;  // number of sets made so far
    std::vector<std::unique_ptr<Work>> idle_;
};

}  // namespace armature
