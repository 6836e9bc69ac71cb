#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cooked/cooked_format.hpp"

namespace armature::cooked {

/// The file and the object that are being read, as error messages name them.
struct Place {
    std::string_view file;
    std::string object;  ///< Such as "baked clip 3 \"Walk\"".

    /// Throw ImportError, which names the file, the object, the section or its element, and the problem.
    [[noreturn]] void refuse(std::string_view section, std::string_view problem) const;
    [[noreturn]] void refuseElement(std::string_view section, std::uint64_t index, std::string_view problem) const;
};

/// The texts of one object, such as its bones' names. The constructor throws ImportError if the ends do not ascend to
/// the end of the text.
class TextList {
public:
    TextList(const Place& place, std::span<const std::uint32_t> ends, std::span<const char> text);

    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t index) const noexcept
    {
        const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
        return {text_.data() + begin, ends_[index] - begin};
    }

private:
    std::span<const std::uint32_t> ends_;
    std::span<const char> text_;
};

/// Reads the sections of an object, one after another. `bytes` must begin at a multiple of 64 bytes.
class SectionReader {
public:
    SectionReader(const Place& place, std::span<const std::byte> bytes) noexcept : place_(place), bytes_(bytes) {}

    /// Takes the next section, `count` values, without copying it. Throws ImportError if it ends beyond `bytes`.
    template <class T>
    [[nodiscard]] std::span<const T> take(std::string_view section, std::uint64_t count)
    {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignment);
        const std::byte* const first = takeBytes(section, count, sizeof(T));
        return {reinterpret_cast<const T*>(first), static_cast<std::size_t>(count)};
    }
    /// Takes the next section: one value.
    template <class T>
    [[nodiscard]] T takeOne(std::string_view section)
    {
        T value;
        std::memcpy(&value, take<T>(section, 1).data(), sizeof value);
        return value;
    }
    [[nodiscard]] TextList takeTexts(std::uint64_t count, std::uint64_t textBytes);
    /// Throws ImportError if the object has bytes after its last section.
    void finish() const;

private:
    const std::byte* takeBytes(std::string_view section, std::uint64_t count, std::size_t size);

    const Place& place_;
    std::span<const std::byte> bytes_;
    std::size_t position_ = 0;
};

/// Writes sections one after another, each at a multiple of `alignment`.
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

/// Texts one after another, and where each ends.
struct TextWriter {
    std::vector<std::uint32_t> ends;
    std::string text;

    /// Throws std::invalid_argument if the length of all texts together does not fit 32 bits.
    void add(std::string_view each);
};

/// Converts a number to 32 bits. Throws std::invalid_argument that names `what` if the number is too large for a cooked file.
[[nodiscard]] std::uint32_t narrow(std::size_t number, std::string_view what);

}  // namespace armature::cooked
