#include "spoil.hpp"

#include <algorithm>
#include <random>

namespace armature::test {

std::size_t placeIn(Random& random, std::size_t size)
{
    return std::uniform_int_distribution<std::size_t>(0, size - 1)(random.engine());
}

std::vector<std::byte> withSpoiltBytes(std::vector<std::byte> bytes, Random& random)
{
    const int changes = random.integer(1, 8);
    for (int change = 0; change < changes && bytes.size() > 8; ++change) {
        const std::size_t at = placeIn(random, bytes.size());
        const auto offset = static_cast<std::ptrdiff_t>(at);
        switch (random.integer(0, 5)) {
        case 0: bytes[at] ^= static_cast<std::byte>(1 << random.integer(0, 7)); break;
        case 1: bytes[at] = static_cast<std::byte>(random.integer(0, 255)); break;
        case 2: bytes[at] = std::byte{0xff}; break;
        case 3: bytes.insert(bytes.begin() + offset, static_cast<std::byte>(random.integer(0, 255))); break;
        case 4: {  // copies a range from elsewhere
            const std::size_t length = std::min<std::size_t>(bytes.size() - at, 1 + placeIn(random, 64));
            const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(placeIn(random, bytes.size() - length + 1));
            const std::vector<std::byte> stretch(from, from + static_cast<std::ptrdiff_t>(length));
            std::copy(stretch.begin(), stretch.end(), bytes.begin() + offset);
            break;
        }
        default:
            bytes.erase(bytes.begin() + offset, bytes.begin() + offset + std::min<std::ptrdiff_t>(4, std::ssize(bytes) - offset));
            break;
        }
    }
    return bytes;
}

std::string withSpoiltNumber(std::string text, std::span<const std::string_view> lies, Random& random)
{
    const auto isDigit = [](char character) { return character >= '0' && character <= '9'; };
    std::size_t at = placeIn(random, text.size());
    while (at < text.size() && !isDigit(text[at])) {
        ++at;
    }
    std::size_t end = at;
    while (end < text.size() && (isDigit(text[end]) || text[end] == '.')) {
        ++end;
    }
    return text.replace(at, end - at, lies[placeIn(random, lies.size())]);
}

}  // namespace armature::test
