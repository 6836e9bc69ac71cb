#include "import/assimp/byte_reader.hpp"

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/notes.hpp"

namespace armature::foreign {

void ByteReader::refuse(const std::string& problem) const
{
    throw importing::Refusal(fmt::format("the worker's answer (byte {})", at_), problem);
}

std::span<const std::byte> ByteReader::take(std::size_t count)
{
    if (count > bytes_.size() - at_) {
        refuse(fmt::format("is cut off: {} should follow, but there are {}", counted(count, "byte"), bytes_.size() - at_));
    }
    const auto taken = bytes_.subspan(at_, count);
    at_ += count;
    return taken;
}

std::uint8_t ByteReader::number(std::uint8_t last)
{
    std::uint8_t number = 0;
    value(number);
    if (number > last) {
        refuse(fmt::format("has {}, but must have at most {}", number, last));
    }
    return number;
}

void ByteReader::value(bool& flag)
{
    flag = number(1) != 0;
}

std::size_t ByteReader::countOf(std::size_t bytesInFile, std::uint64_t bytesEach)
{
    std::uint64_t count = 0;
    value(count);
    if (count > (bytes_.size() - at_) / bytesInFile) {
        refuse(fmt::format("announces {} of {} at least, but {} are left", counted(count, "element"), counted(bytesInFile, "byte"),
                           bytes_.size() - at_));
    }
    if (const std::uint64_t bytes = count * bytesEach; !budget_.charge(bytes)) {
        budget_.refuse(bytes, fmt::format("the worker's answer (byte {})", at_));
    }
    return static_cast<std::size_t>(count);
}

void ByteReader::text(std::string& text)
{
    const auto characters = take(countOf(1, 1));
    text.assign(reinterpret_cast<const char*>(characters.data()), characters.size());
}

void ByteReader::finish() const
{
    if (at_ < bytes_.size()) {
        refuse(fmt::format("goes on after its end for {}", counted(bytes_.size() - at_, "byte")));
    }
}

}  // namespace armature::foreign
