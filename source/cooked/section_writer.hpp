#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "cooked/cooked_format.hpp"

namespace armature::cooked {

/// Bytes in sections.
class SectionWriter {
public:
    template <class T>
    void add(std::span<const T> values)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        const auto bytes = std::as_bytes(values);
        bytes_.resize(aligned(bytes_.size()));
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    template <class T>
    void add(const T& value)
    {
        add(std::span<const T>(&value, 1));
    }

    [[nodiscard]] std::vector<std::byte>& bytes() noexcept { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

/// Texts one after the other, and where each ends.
struct TextWriter {
    std::vector<std::uint32_t> ends;
    std::string text;

    /// Throws std::invalid_argument where all of them are longer than a file can say.
    void add(std::string_view each);
};

/// A number that must fit: throws std::invalid_argument that says what is too large for a cooked file.
[[nodiscard]] std::uint32_t narrow(std::size_t number, std::string_view what);

}  // namespace armature::cooked
