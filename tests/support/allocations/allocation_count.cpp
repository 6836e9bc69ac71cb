#include <support/allocations/allocation_count.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {

// Counted over all threads, since work that a call hands to other threads is its own work too.
constinit std::atomic<std::size_t> allocations = 0;
constinit std::atomic<std::size_t> deallocations = 0;
constinit std::atomic<std::size_t> bytesInUse = 0;
constinit std::atomic<std::size_t> mostBytesInUse = 0;

void count(std::atomic<std::size_t>& counter, bool happened = true) noexcept
{
    counter.fetch_add(happened ? 1 : 0, std::memory_order_relaxed);
}

// Uses the allocator's own sizes, so that freeing a block subtracts exactly what allocating it added.
void countBytes(void* memory) noexcept
{
    const std::size_t now = bytesInUse.fetch_add(malloc_usable_size(memory), std::memory_order_relaxed) + malloc_usable_size(memory);
    std::size_t most = mostBytesInUse.load(std::memory_order_relaxed);
    while (now > most && !mostBytesInUse.compare_exchange_weak(most, now, std::memory_order_relaxed)) {}
}

void* counted(void* memory)
{
    count(allocations);
    countBytes(memory);
    return memory != nullptr ? memory : throw std::bad_alloc();
}

void countedFree(void* memory) noexcept
{
    count(deallocations, memory != nullptr);
    bytesInUse.fetch_sub(malloc_usable_size(memory), std::memory_order_relaxed);
    std::free(memory);
}

}  // namespace

// The standard library's array forms call these; so does its nothrow form, but not under AddressSanitizer.
void* operator new(std::size_t size)
{
    return counted(std::malloc(size));
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
    const auto boundary = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(boundary, (size + boundary - 1) / boundary * boundary));
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    void* const memory = std::malloc(size);
    count(allocations, memory != nullptr);
    countBytes(memory);
    return memory;
}

void operator delete(void* memory) noexcept
{
    countedFree(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    countedFree(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept
{
    countedFree(memory);
}

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    countedFree(memory);
}

namespace armature::test {

AllocationCount::AllocationCount() noexcept : before_(allocations), freedBefore_(deallocations) {}

std::size_t AllocationCount::sinceConstruction() const noexcept
{
    return allocations - before_;
}

std::ptrdiff_t AllocationCount::growth() const noexcept
{
    return static_cast<std::ptrdiff_t>(allocations - before_) - static_cast<std::ptrdiff_t>(deallocations - freedBefore_);
}

MemoryPeak::MemoryPeak() noexcept : before_(bytesInUse)
{
    mostBytesInUse = before_;
}

std::size_t MemoryPeak::sinceConstruction() const noexcept
{
    return mostBytesInUse - before_;
}

std::ptrdiff_t MemoryPeak::growth() const noexcept
{
    return static_cast<std::ptrdiff_t>(bytesInUse - before_);
}

}  // namespace armature::test
