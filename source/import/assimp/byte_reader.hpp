#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "import/memory_budget.hpp"

namespace armature::foreign {

/// Reads bytes that ByteWriter wrote or an attacker forged. Checks every count against the remaining bytes, and charges memory before
/// allocating it. Throws importing::Refusal if a value is invalid or missing, or the budget is exceeded.
class ByteReader {
public:
    ByteReader(std::span<const std::byte> bytes, importing::MemoryBudget& budget) noexcept : bytes_(bytes), budget_(budget) {}

    template <class Number>
    requires std::is_arithmetic_v<Number>
    void value(Number& number) { plain(number); }

    void value(bool& flag);

    /// Reads an enumerator. `last` is the last valid one.
    template <class Enumeration>
    void choice(Enumeration& enumerator, Enumeration last)
    {
        enumerator = static_cast<Enumeration>(number(static_cast<std::uint8_t>(last)));
    }

    void text(std::string& text);

    template <class Plain>
    requires std::is_trivially_copyable_v<Plain>
    void plain(Plain& plain) { std::memcpy(&plain, take(sizeof(Plain)).data(), sizeof(Plain)); }

    template <class Plain>
    requires std::is_trivially_copyable_v<Plain>
    void plains(std::vector<Plain>& plains)
    {
        const std::size_t count = countOf(sizeof(Plain), sizeof(Plain));
        plains.resize(count);
        if (count > 0) {
            std::memcpy(plains.data(), take(count * sizeof(Plain)).data(), count * sizeof(Plain));
        }
    }

    /// Reads a list. `bytesEach`: the memory of one element, without the memory that the element owns.
    template <class Element, class Exchange>
    void list(std::vector<Element>& elements, std::uint64_t bytesEach, const Exchange& exchange)
    {
        elements.resize(countOf(1, bytesEach));
        for (Element& element : elements) {
            exchange(*this, element);
        }
    }

    template <class Value, class Exchange>
    void optional(std::optional<Value>& maybe, const Exchange& exchange)
    {
        bool isThere = false;
        value(isThere);
        if (isThere) {
            exchange(*this, maybe.emplace());
        }
    }

    /// Refuses if bytes remain after the last value.
    void finish() const;

    [[noreturn]] void refuse(const std::string& problem) const;

private:
    [[nodiscard]] std::span<const std::byte> take(std::size_t count);
    /// Reads the length of a list, charges `bytesEach` for each element, and returns the length. Refuses a length for which the remaining
    /// bytes are too few, given that each element takes at least `bytesInFile` of them.
    [[nodiscard]] std::size_t countOf(std::size_t bytesInFile, std::uint64_t bytesEach);
    /// Reads a byte. Refuses a value above `last`.
    [[nodiscard]] std::uint8_t number(std::uint8_t last);

    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    importing::MemoryBudget& budget_;
};

}  // namespace armature::foreign
