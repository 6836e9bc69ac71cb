#include "cooked/cooked_table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"

namespace armature::cooked {

CookedTable::CookedTable(std::string_view fileName, std::span<const std::byte> bytes) : bytes_(bytes)
{
    const Place file{fileName, {}};
    if constexpr (!isUsableHere) {
        file.refuse("header", "cooked files are little-endian and are neither written nor read on this machine");
    }
    readHeader(file);
}

void CookedTable::readHeader(const Place& file)
{
    SectionReader reader(file, bytes_);
    const auto header = reader.takeOne<FileHeader>("header");
    if (header.magic != magic) {
        file.refuse("header", "it does not begin like a cooked file");
    }
    if (header.version != version) {
        file.refuse("header", fmt::format("it has version {}, which is {} than {}, the version that is read here; cook it again",
                                          header.version, header.version < version ? "older" : "newer", version));
    }
    if (header.fileSize != bytes_.size()) {
        file.refuse("header", fmt::format("the file should have {}, but has {}", counted(header.fileSize, "byte"), bytes_.size()));
    }
    std::uint64_t all = 0;
    for (std::size_t kind = 0; kind < kindCount; ++kind) {
        first_[kind] = static_cast<std::size_t>(all);
        counts_[kind] = header.counts[kind];
        all += header.counts[kind];
    }
    entries_ = reader.take<FileEntry>("table", all);
    byName_ = reader.take<std::uint32_t>("order of names", all);
    names_ = reader.take<char>("names", header.nameBytes);
    checkEntries(file, static_cast<std::uint64_t>(names_.data() + names_.size() - reinterpret_cast<const char*>(bytes_.data())));
    checkNames(file);
}

void CookedTable::checkEntries(const Place& file, std::uint64_t begin) const
{
    std::uint64_t end = begin;
    std::uint64_t nameEnd = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const FileEntry& entry = entries_[i];
        if (entry.nameOffset != nameEnd || entry.nameSize > names_.size() - nameEnd) {
            file.refuseElement("entry", i,
                               fmt::format("its name is {} from byte {} on, not from {} on and within {}", counted(entry.nameSize, "byte"),
                                           entry.nameOffset, nameEnd, names_.size()));
        }
        nameEnd += entry.nameSize;
        if (entry.offset != aligned(end) || entry.offset > bytes_.size() || entry.size > bytes_.size() - entry.offset) {
            file.refuseElement("entry", i,
                               fmt::format("it has {} from byte {} on, not from {} on and within {}", counted(entry.size, "byte"),
                                           entry.offset, aligned(end), bytes_.size()));
        }
        end = entry.offset + entry.size;
    }
    if (nameEnd != names_.size()) {
        file.refuse("names", fmt::format("they end at byte {} of {}", nameEnd, names_.size()));
    }
    if (end != bytes_.size()) {
        file.refuse("table", fmt::format("the last entry ends at byte {} of {}", end, bytes_.size()));
    }
}

// Requires strictly ascending pairs of name and index, so that each entry occurs exactly once.
void CookedTable::checkNames(const Place& file) const
{
    for (std::size_t kind = 0; kind < kindCount; ++kind) {
        const auto order = byName_.subspan(first_[kind], counts_[kind]);
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (order[i] >= counts_[kind]) {
                file.refuseElement("order of names", first_[kind] + i, fmt::format("{} {} is not there", noun(kinds[kind]), order[i]));
            }
            const auto key = [&](std::size_t at) { return std::pair(nameOf(first_[kind] + order[at]), order[at]); };
            if (i > 0 && !(key(i - 1) < key(i))) {
                file.refuseElement("order of names", first_[kind] + i,
                                   fmt::format("{} {} comes after {}", noun(kinds[kind]), order[i], order[i - 1]));
            }
        }
    }
}

std::span<const std::byte> CookedTable::bytes(CookedKind kind, std::size_t index) const noexcept
{
    const FileEntry& entry = entries_[first_[place(kind)] + index];
    return bytes_.subspan(static_cast<std::size_t>(entry.offset), static_cast<std::size_t>(entry.size));
}

std::optional<std::size_t> CookedTable::find(CookedKind kind, std::string_view name) const noexcept
{
    const auto order = byName_.subspan(first_[place(kind)], count(kind));
    const auto found = std::ranges::lower_bound(order, name, {}, [&](std::uint32_t index) { return this->name(kind, index); });
    return found != order.end() && this->name(kind, *found) == name ? std::optional<std::size_t>(*found) : std::nullopt;
}

std::string_view CookedTable::noun(CookedKind kind) noexcept
{
    switch (kind) {
    case CookedKind::Skeleton: return "skeleton";
    case CookedKind::Clip: return "clip";
    case CookedKind::BakedClip: return "baked clip";
    case CookedKind::Crowd: return "crowd";
    }
    return "entry";
}

}  // namespace armature::cooked
