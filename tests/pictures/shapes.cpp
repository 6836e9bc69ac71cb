#include "shapes.hpp"

#include <cmath>

#include <glm/glm.hpp>
#include <glm/gtc/constants.hpp>

#include <armature/support/picture.hpp>

namespace armature::test {

Primitive makeSphere(float radius)
{
    constexpr std::uint32_t rings = 20;
    constexpr std::uint32_t sides = 40;
    Primitive sphere;
    for (std::uint32_t ring = 0; ring <= rings; ++ring) {
        for (std::uint32_t side = 0; side <= sides; ++side) {
            const glm::vec2 place(static_cast<float>(side) / sides, static_cast<float>(ring) / rings);
            const float polar = glm::pi<float>() * place.y;
            const float around = glm::two_pi<float>() * place.x;
            const glm::vec3 normal(std::sin(polar) * std::sin(around), std::cos(polar), std::sin(polar) * std::cos(around));
            sphere.positions.push_back(radius * normal);
            sphere.normals.push_back(normal);
            sphere.tangents.emplace_back(std::cos(around), 0.f, -std::sin(around), 1.f);
            sphere.textureCoordinates[0].push_back(place);
            sphere.textureCoordinates[1].push_back(3.f * place);
        }
    }
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        for (std::uint32_t side = 0; side < sides; ++side) {
            const std::uint32_t a = ring * (sides + 1) + side;
            sphere.indices.insert(sphere.indices.end(), {a, a + sides + 1, a + sides + 2, a, a + sides + 2, a + 1});
        }
    }
    return sphere;
}

Image paint(std::size_t side, const std::function<Texel(float x, float y)>& texel)
{
    support::Picture picture{side, side, {}};
    for (std::size_t y = 0; y < side; ++y) {
        for (std::size_t x = 0; x < side; ++x) {
            const auto size = static_cast<float>(side);
            const Texel color = texel((static_cast<float>(x) + 0.5f) / size, (static_cast<float>(y) + 0.5f) / size);
            picture.pixels.insert(picture.pixels.end(), color.begin(), color.end());
        }
    }
    const auto encoded = support::encodePng(picture);
    const auto bytes = std::as_bytes(std::span(encoded));
    return {"painted", "image/png", {bytes.begin(), bytes.end()}};
}

Image checkers(const Texel& one, const Texel& other, int squares)
{
    const auto count = static_cast<float>(squares);
    return paint(64, [&](float x, float y) { return (static_cast<int>(x * count) + static_cast<int>(y * count)) % 2 == 0 ? one : other; });
}

Image bumps(int across)
{
    return paint(256, [&](float x, float y) {
        const glm::vec2 place = 2.f * glm::fract(glm::vec2(x, y) * static_cast<float>(across)) - 1.f;
        const float away = glm::length(place) / 0.8f;
        const glm::vec2 lean = away < 1.f ? place * std::sin(glm::pi<float>() * away) * 0.9f : glm::vec2(0.f);
        const glm::vec3 normal = glm::normalize(glm::vec3(lean.x, -lean.y, 1.f));
        const glm::vec3 bytes = glm::round(127.5f * normal + 127.5f);
        return Texel{static_cast<std::uint8_t>(bytes.x), static_cast<std::uint8_t>(bytes.y), static_cast<std::uint8_t>(bytes.z), 255};
    });
}

}  // namespace armature::test
