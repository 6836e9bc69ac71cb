#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cooked/cooked_format.hpp"
#include "cooked/sections.hpp"

namespace armature::cooked {

/// The header and the table of a cooked file, used in place. The constructor throws ImportError if they are invalid.
class CookedTable {
public:
    /// `bytes` must begin at a multiple of 64 bytes and outlive the table.
    CookedTable(std::string_view fileName, std::span<const std::byte> bytes);

    [[nodiscard]] std::size_t count(CookedKind kind) const noexcept { return counts_[place(kind)]; }
    /// Precondition of name() and bytes(): the entry exists.
    [[nodiscard]] std::string_view name(CookedKind kind, std::size_t index) const noexcept { return nameOf(first_[place(kind)] + index); }
    [[nodiscard]] std::span<const std::byte> bytes(CookedKind kind, std::size_t index) const noexcept;
    [[nodiscard]] std::optional<std::size_t> find(CookedKind kind, std::string_view name) const noexcept;
    /// The whole file.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

    /// The word for a kind, such as "baked clip".
    [[nodiscard]] static std::string_view noun(CookedKind kind) noexcept;

private:
    [[nodiscard]] static std::size_t place(CookedKind kind) noexcept { return static_cast<std::size_t>(kind); }
    [[nodiscard]] std::string_view nameOf(std::size_t entry) const noexcept
    {
        return {names_.data() + entries_[entry].nameOffset, entries_[entry].nameSize};
    }
    void readHeader(const Place& file);
    void checkEntries(const Place& file, std::uint64_t begin) const;
    void checkNames(const Place& file) const;

    std::span<const std::byte> bytes_;
    std::array<std::size_t, kindCount> counts_{};
    std::array<std::size_t, kindCount> first_{};  // index of the first entry of each kind
    std::span<const FileEntry> entries_;
    std::span<const std::uint32_t> byName_;
    std::span<const char> names_;
};

}  // namespace armature::cooked
