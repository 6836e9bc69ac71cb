#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace armature {

/// Aligns allocations to cache lines, which also suits the widest vector registers.
template <class T>
struct CacheLineAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    CacheLineAllocator() = default;
    template <class U>
    CacheLineAllocator(const CacheLineAllocator<U>&) noexcept  // NOLINT(google-explicit-constructor): allocators convert
    {}

    [[nodiscard]] T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
    void deallocate(T* memory, std::size_t) noexcept { ::operator delete(memory, alignment); }

    friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) = default;
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace armature
