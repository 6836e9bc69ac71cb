#pragma once

#include <cstddef>

namespace armature::test {

/// Counts the calls of operator new and operator delete by all threads, in a program that links allocation_count.cpp: what a call hands to
/// other threads is counted with it, and what a driver's threads allocate as well.
class AllocationCount {
public:
    AllocationCount() noexcept;
    [[nodiscard]] std::size_t sinceConstruction() const noexcept;
    /// How many blocks more are in use than at construction.
    [[nodiscard]] std::ptrdiff_t growth() const noexcept;

private:
    std::size_t before_;
    std::size_t freedBefore_;
};

/// How much memory is in use at most at a time, in the same way. One at a time: each begins a new peak.
class MemoryPeak {
public:
    MemoryPeak() noexcept;
    /// Bytes above those in use at construction.
    [[nodiscard]] std::size_t sinceConstruction() const noexcept;
    /// Bytes in use now above those at construction.
    [[nodiscard]] std::ptrdiff_t growth() const noexcept;

private:
    std::size_t before_;
};

}  // namespace armature::test
