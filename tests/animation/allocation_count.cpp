#include <animation/allocation_count.hpp>

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t allocations = 0;

void* counted(void* memory)
{
    ++allocations;
    return memory != nullptr ? memory : throw std::bad_alloc();
}

}  // namespace

// The array forms of the standard library come down to these; the nothrow form does, too, but not under AddressSanitizer.
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
    ++allocations;
    return std::malloc(size);
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

namespace armature::test {

AllocationCount::AllocationCount() noexcept : before_(allocations) {}

std::size_t AllocationCount::sinceConstruction() const noexcept
{
    return allocations - before_;
}

}  // namespace armature::test
