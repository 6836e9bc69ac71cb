#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

#include "skinning/kernels/fused.hpp"

using namespace armature;
using armature::test::Random;

namespace {

float anyFloat(Random& random, int leastExponent, int mostExponent)
{
    const float size = std::ldexp(random.real(1.f, 2.f), random.integer(leastExponent, mostExponent));
    return random.chance(0.5) ? -size : size;
}

bool agrees(float a, float b, float c)
{
    const float actual = multiplyAdd(a, b, c);
    const float expected = std::fma(a, b, c);
    return std::bit_cast<std::uint32_t>(actual) == std::bit_cast<std::uint32_t>(expected) || (std::isnan(actual) && std::isnan(expected));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fused_products)

// The C library's is exact by its standard; kernels are compared with this version elsewhere.
BOOST_AUTO_TEST_CASE(a_product_and_sum_are_rounded_once_as_the_c_library_does)
{
    Random random(31);
    for (int i = 0; i < 300'000; ++i) {
        BOOST_REQUIRE(agrees(anyFloat(random, -2, 2), anyFloat(random, -2, 2), anyFloat(random, -30, 4)));
        BOOST_REQUIRE(agrees(anyFloat(random, -149, 127), anyFloat(random, -149, 127), anyFloat(random, -149, 127)));
        // Near the smallest numbers, where a float has fewer digits.
        BOOST_REQUIRE(agrees(anyFloat(random, -75, -60), anyFloat(random, -75, -60), anyFloat(random, -149, -125)));
    }
}

// Halfway between two floats but for a last digit far below: what a sum in double that is rounded again gets wrong.
BOOST_AUTO_TEST_CASE(what_lies_beyond_a_doubles_digits_decides_between_two_floats)
{
    const float above = 1.f + 0x1p-23f;
    for (const float sign : {1.f, -1.f}) {
        BOOST_TEST(multiplyAdd(0x1p-12f, 0x1p-12f, sign) == sign + (sign > 0.f ? 0.f : 0x1p-24f));  // a tie is even; below 1 it is exact
        BOOST_TEST(multiplyAdd(sign * 0x1.000002p-12f, 0x1p-12f, sign) == sign * above);
        BOOST_TEST(multiplyAdd(sign * 0x1.fffffep-13f, 0x1p-12f, sign) == sign);
    }
    Random random(32);
    for (int i = 0; i < 100'000; ++i) {
        // The product is half of c's last digit, times 1 + 2^-36 or 1 - 2^-32: the sum lies beside the middle of two floats, by less than a
        // double shows.
        const float c = anyFloat(random, 0, 0);
        const bool isMore = random.chance(0.5);
        const float a = isMore ? 1.f + 0x1p-12f : 1.f + 0x1p-16f;
        const float b = (isMore ? 1.f - 0x1p-12f + 0x1p-24f : 1.f - 0x1p-16f) * (random.chance(0.5) ? 0x1p-24f : -0x1p-24f);
        BOOST_REQUIRE(agrees(a, b, c));
        BOOST_REQUIRE(agrees(std::ldexp(a, 20), std::ldexp(b, 20), std::ldexp(c, 40)));
    }
}

BOOST_AUTO_TEST_CASE(zeros_and_infinities_are_as_the_c_librarys)
{
    for (const float a : {0.f, -0.f, 1.f, -1.f, INFINITY, -INFINITY, NAN, 0x1p-149f, 0x1.fffffep127f}) {
        for (const float b : {0.f, -0.f, 1.f, -1.f, INFINITY, 0x1p-149f, -0x1.fffffep127f}) {
            for (const float c : {0.f, -0.f, 1.f, -1.f, INFINITY, -INFINITY, NAN, -0x1p-149f}) {
                BOOST_TEST(agrees(a, b, c), a << " * " << b << " + " << c);
            }
        }
    }
}

// By hand: 256999 * 2089 * 2^-26 is 8 - 2^-26, so the sum is just below the middle of two floats. In double it becomes that middle, with an
// error whose bits, taken with the sum's, make no number.
BOOST_AUTO_TEST_CASE(kernels_round_a_sum_just_below_the_middle_of_two_floats_down)
{
    for (const float sign : {1.f, -1.f}) {
        const Affine matrix(glm::vec4(sign * 256999.f, 0.f, 0.f, sign * 0x1p27f), glm::vec4(0.f, 1.f, 0.f, 0.f),
                            glm::vec4(0.f, 0.f, 1.f, 0.f));
        const std::vector<glm::vec3> positions(37, glm::vec3(2089.f * 0x1p-26f, 0.f, 0.f));
        const SkinWeights skin{1, std::vector<std::uint16_t>(37, 0), std::vector<float>(37, 1.f)};
        std::vector<glm::vec3> moved(37);
        skinVertices({.positions = positions}, skin, std::span(&matrix, 1), {.positions = moved});
        for (const glm::vec3& position : moved) {
            BOOST_TEST(position.x == sign * 0x1p27f);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
