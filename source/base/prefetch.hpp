#pragma once

#include <cstddef>

/// Hints that move memory to the cache before it is used. In a crowd, most of an object is not there when its turn comes, and following
/// pointers from miss to miss takes longer than the work. A hint never faults, so the address may be null or that of a destroyed object.
namespace armature {

inline constexpr std::size_t cacheLine = 64;

inline void prefetch(const void* first, std::size_t bytes) noexcept
{
#if defined(__GNUC__)
    const char* const start = static_cast<const char*>(first);
    for (std::size_t at = 0; start != nullptr && at < bytes; at += cacheLine) {
        __builtin_prefetch(start + at);
    }
#endif
}

template <class T>
void prefetch(const T* object) noexcept
{
    prefetch(static_cast<const void*>(object), sizeof(T));
}

}  // namespace armature
