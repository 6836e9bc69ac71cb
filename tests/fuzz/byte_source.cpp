#include "byte_source.hpp"

#include <array>
#include <bit>
#include <limits>
#include <string_view>

namespace armature::test {

namespace {

using Limits = std::numeric_limits<float>;

constexpr std::array hostile{0.f,
                             1.f,
                             -1.f,
                             0.5f,
                             2.f,
                             -0.f,
                             3.1415927f,
                             -3.1415927f,
                             1e-7f,
                             1e-20f,
                             1e20f,
                             1e38f,
                             -1e38f,
                             3.4e38f,
                             1e-45f,
                             0.1f,
                             10.f,
                             100.f,
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::quiet_NaN(),
                             0.25f,
                             1.0000001f,
                             0.7071068f};

}  // namespace

std::uint8_t ByteSource::byte() noexcept
{
    if (bytes_.empty()) {
        return 0;
    }
    const auto value = std::to_integer<std::uint8_t>(bytes_.front());
    bytes_ = bytes_.subspan(1);
    return value;
}

std::size_t ByteSource::below(std::size_t count) noexcept
{
    if (count == 0) {
        return 0;
    }
    const std::size_t first = byte();
    return (count <= 256 ? first : first * 256 + byte()) % count;
}

float ByteSource::number() noexcept
{
    const std::uint8_t choice = byte();
    if (choice < 64) {
        return hostile[choice % hostile.size()];
    }
    if (choice < 70) {
        std::uint32_t bits = 0;
        for (int part = 0; part < 4; ++part) {
            bits = bits << 8 | byte();
        }
        return std::bit_cast<float>(bits);
    }
    return static_cast<float>(static_cast<int>(choice) - 160) / 32.f;
}

double ByteSource::time() noexcept
{
    const auto value = static_cast<double>(number());
    return rarely(20) ? value * 1e200 : value;
}

float ByteSource::weight() noexcept
{
    return rarely(20) ? number() : static_cast<float>(byte()) / 255.f;
}

glm::vec3 ByteSource::vector() noexcept
{
    const float x = number();
    const float y = number();
    return {x, y, number()};
}

glm::quat ByteSource::rotation() noexcept
{
    const glm::vec3 imaginary = vector();
    return {number(), imaginary.x, imaginary.y, imaginary.z};
}

Transform ByteSource::transform() noexcept
{
    Transform result;
    result.translation = vector();
    if (flag()) {
        result.rotation = rotation();
    }
    if (flag()) {
        result.scale = vector();
    }
    return result;
}

glm::mat4 ByteSource::matrix() noexcept
{
    glm::mat4 result(1.f);
    const std::size_t kind = below(5);
    const glm::length_t rows = kind == 1 ? 4 : 3;  // the fourth row makes it a projection
    if (kind == 0) {
        result = toMat4(Transform{vector(), {1.f, 0.f, 0.f, 0.f}, {1.f, 1.f, 1.f}});
    } else if (kind <= 2) {
        for (glm::length_t column = 0; column < 4; ++column) {
            for (glm::length_t row = 0; row < rows; ++row) {
                result[column][row] = number();
            }
        }
    } else if (kind == 3) {
        const auto column = static_cast<glm::length_t>(below(3));
        result[column][static_cast<glm::length_t>(below(3))] = number();
    }
    return result;
}

std::string ByteSource::name()
{
    constexpr std::array<std::string_view, 11> names{
        "a", "b", "armL", "armR", "", "x/y", "\xff\xfe", "L", "legLeft", "legRight", std::string_view("n\0ul", 4)};
    return std::string(names[below(names.size())]);
}

}  // namespace armature::test
