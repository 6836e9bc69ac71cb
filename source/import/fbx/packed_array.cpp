#include <cmath>
#include <limits>
#include <zlib.h>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/fbx/document.hpp"

namespace armature::fbx {

std::size_t widthOf(char type) noexcept
{
    switch (type) {
    case 'd':
    case 'l': return 8;
    case 'f':
    case 'i': return 4;
    case 'b':
    case 'c': return 1;
    default: return 0;
    }
}

std::optional<std::vector<std::byte>> inflated(const PackedArray& array, std::size_t width)
{
    std::vector<std::byte> out(std::size_t{array.count} * width);
    // zlib's counters have 32 bits. No real mesh has an array that exceeds them.
    if (array.bytes.size() > std::numeric_limits<uInt>::max() || out.size() > std::numeric_limits<uInt>::max()) {
        return std::nullopt;
    }
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) {
        return std::nullopt;
    }
    // zlib takes a pointer to non-const bytes, but does not write to them.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(array.bytes.data()));
    stream.avail_in = static_cast<uInt>(array.bytes.size());
    Bytef nothing = 0;
    stream.next_out = out.empty() ? &nothing : reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    // inflate() never writes beyond the buffer: a zip bomb shows as a stream that does not end within it.
    const int result = inflate(&stream, Z_FINISH);
    const bool isWhole = result == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return isWhole ? std::optional(std::move(out)) : std::nullopt;
}

glm::dmat4 readMatrix(Document& document, ElementIndex element)
{
    const auto numbers = document.reals(element);
    if (element == noElement) {
        return glm::dmat4(1.);
    }
    if (numbers.size() != 16) {
        document.refuse(element, fmt::format("has {}, but a matrix has 16", counted(numbers.size(), "number")));
    }
    glm::dmat4 matrix(1.);
    for (std::size_t number = 0; number < 16; ++number) {
        if (!std::isfinite(numbers[number])) {
            document.refuse(element, fmt::format("has {} as number {}, but must be finite", numbers[number], number));
        }
        matrix[static_cast<glm::length_t>(number / 4)][static_cast<glm::length_t>(number % 4)] = numbers[number];
    }
    return matrix;
}

}  // namespace armature::fbx
