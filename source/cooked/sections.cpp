#include "cooked/sections.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/words.hpp"

namespace armature::cooked {

void Place::refuse(std::string_view section, std::string_view problem) const
{
    throw ImportError(file, object.empty() ? std::string(section) : fmt::format("{}, {}", object, section), problem);
}

void Place::refuseElement(std::string_view section, std::uint64_t index, std::string_view problem) const
{
    refuse(fmt::format("{} {}", section, index), problem);
}

TextList::TextList(const Place& place, std::span<const std::uint32_t> ends, std::span<const char> text) : ends_(ends), text_(text)
{
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (ends[i] < before || ends[i] > text.size()) {
            place.refuseElement("text", i, fmt::format("ends at byte {}, not between {} and {}", ends[i], before, text.size()));
        }
        before = ends[i];
    }
    if (before != text.size()) {
        place.refuse("texts", fmt::format("the last one ends at byte {} of {}", before, text.size()));
    }
}

TextList SectionReader::takeTexts(std::uint64_t count, std::uint64_t textBytes)
{
    const auto ends = take<std::uint32_t>("ends of texts", count);
    return {place_, ends, take<char>("texts", textBytes)};
}

void SectionReader::finish() const
{
    if (position_ != bytes_.size()) {
        place_.refuse("end", fmt::format("its sections take {}, it has {}", counted(position_, "byte"), bytes_.size()));
    }
}

const std::byte* SectionReader::takeBytes(std::string_view section, std::uint64_t count, std::size_t size)
{
    const std::uint64_t begin = aligned(position_);
    if (begin > bytes_.size() || count > (bytes_.size() - begin) / size) {
        place_.refuse(section, fmt::format("{} * {} from byte {} on, but it has {}", count, counted(size, "byte"), begin,
                                           counted(bytes_.size(), "byte")));
    }
    position_ = static_cast<std::size_t>(begin + count * size);
    return bytes_.data() + begin;
}

void TextWriter::add(std::string_view each)
{
    text += each;
    ends.push_back(narrow(text.size(), "the length of all names"));
}

std::uint32_t narrow(std::size_t number, std::string_view what)
{
    if (number >= none) {
        throw std::invalid_argument(fmt::format("a cooked file cannot hold it: {} is {}, the limit is {}", what, number, none - 1));
    }
    return static_cast<std::uint32_t>(number);
}

}  // namespace armature::cooked
