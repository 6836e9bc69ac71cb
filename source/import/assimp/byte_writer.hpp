#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace armature::foreign {

/// Encodes values as bytes for ByteReader. Numbers keep the machine's own byte order, because writer and reader run on the same machine.
class ByteWriter {
public:
    template <class Number>
    requires std::is_arithmetic_v<Number>
    void value(const Number& number) { append(std::as_bytes(std::span(&number, 1))); }

    void value(const bool& flag) { value(static_cast<std::uint8_t>(flag ? 1 : 0)); }

    template <class Enumeration>
    void choice(const Enumeration& enumerator, Enumeration)
    {
        value(static_cast<std::uint8_t>(enumerator));
    }

    void text(const std::string& text)
    {
        value(std::uint64_t{text.size()});
        append(std::as_bytes(std::span(text)));
    }

    /// Appends a number, vector or matrix.
    template <class Plain>
    requires std::is_trivially_copyable_v<Plain>
    void plain(const Plain& plain) { append(std::as_bytes(std::span(&plain, 1))); }

    /// Appends a list of numbers, vectors or matrices.
    template <class Plain>
    requires std::is_trivially_copyable_v<Plain>
    void plains(const std::vector<Plain>& plains)
    {
        value(std::uint64_t{plains.size()});
        append(std::as_bytes(std::span(plains)));
    }

    template <class Element, class Exchange>
    void list(const std::vector<Element>& elements, std::uint64_t, const Exchange& exchange)
    {
        value(std::uint64_t{elements.size()});
        for (const Element& element : elements) {
            exchange(*this, element);
        }
    }

    template <class Value, class Exchange>
    void optional(const std::optional<Value>& maybe, const Exchange& exchange)
    {
        value(maybe.has_value());
        if (maybe) {
            exchange(*this, *maybe);
        }
    }

    [[nodiscard]] std::vector<std::byte> take() noexcept { return std::exchange(bytes_, {}); }

private:
    void append(std::span<const std::byte> more) { bytes_.insert(bytes_.end(), more.begin(), more.end()); }

    std::vector<std::byte> bytes_;
};

}  // namespace armature::foreign
