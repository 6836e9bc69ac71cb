#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include <armature/ik/ik_memory.hpp>

/// Functions that store the structs of solvers in their memories, which hold plain numbers.
namespace armature {

template <class Struct>
inline constexpr std::size_t numbersIn = sizeof(Struct) / sizeof(double);

/// Copies numbers to structs, which consist of doubles. Precondition: there is one number for each double.
template <class Struct>
void readNumbers(std::span<const double> numbers, std::span<Struct> outStructs) noexcept
{
    static_assert(std::is_trivially_copyable_v<Struct> && sizeof(Struct) % sizeof(double) == 0);
    if (!outStructs.empty()) {
        std::memcpy(static_cast<void*>(outStructs.data()), numbers.data(), outStructs.size_bytes());
    }
}

/// Copies structs, which consist of doubles, to numbers. Precondition: there is one number for each double.
template <class Struct>
void writeNumbers(std::span<const Struct> structs, std::span<double> outNumbers) noexcept
{
    static_assert(std::is_trivially_copyable_v<Struct> && sizeof(Struct) % sizeof(double) == 0);
    if (!structs.empty()) {
        std::memcpy(outNumbers.data(), structs.data(), structs.size_bytes());
    }
}

/// Returns the memory of a solver that keeps one struct; a default one if the memory is empty.
template <class Struct>
[[nodiscard]] Struct memoryFrom(std::span<const double> numbers) noexcept
{
    Struct memory;
    if (!numbers.empty()) {
        readNumbers(numbers, std::span<Struct>(&memory, 1));
    }
    return memory;
}

/// Stores one struct in a memory.
template <class Struct>
void keep(const Struct& kept, IkMemory& memory)
{
    memory.resize(numbersIn<Struct>);
    writeNumbers(std::span<const Struct>(&kept, 1), memory);
}

/// Throws std::invalid_argument that names the solver if a memory is neither empty nor holds `size` numbers.
void requireMemorySize(std::string_view solver, std::span<const double> memory, std::size_t size);
/// Like requireMemorySize(); also throws if a number is not finite.
void requireMemory(std::string_view solver, std::span<const double> memory, std::size_t size);

}  // namespace armature
