#pragma once

#include <cstddef>

namespace armature::test {

/// Counts the calls of operator new by this thread, in a program that links allocation_count.cpp.
class AllocationCount {
public:
    AllocationCount() noexcept;
    [[nodiscard]] std::size_t sinceConstruction() const noexcept;

private:
    std::size_t before_;
};

}  // namespace armature::test
