#pragma once

#include <cstddef>

namespace armature::test {

/// Counts the calls of operator new and operator delete by this thread, in a program that links allocation_count.cpp.
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

}  // namespace armature::test
