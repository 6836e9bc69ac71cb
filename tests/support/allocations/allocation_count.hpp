#pragma once

#include <cstddef>

namespace armature::test {

/// Counts the calls of operator new and operator delete by all threads, in a program that links allocation_count.cpp. This includes the
/// work that a call hands to other threads, and also the allocations of a driver's threads.
class AllocationCount {
public:
    AllocationCount() noexcept;
    [[nodiscard]] std::size_t sinceConstruction() const noexcept;
    /// The number of blocks in use now above those at construction.
    [[nodiscard]] std::ptrdiff_t growth() const noexcept;

private:
    std::size_t before_;
    std::size_t freedBefore_;
};

/// Measures the largest amount of memory in use at any time, over all threads likewise. Use one at a time: each begins a new peak.
class MemoryPeak {
public:
    MemoryPeak() noexcept;
    /// The peak in bytes, above those in use at construction.
    [[nodiscard]] std::size_t sinceConstruction() const noexcept;
    /// Bytes in use now above those at construction.
    [[nodiscard]] std::ptrdiff_t growth() const noexcept;

private:
    std::size_t before_;
};

}  // namespace armature::test
