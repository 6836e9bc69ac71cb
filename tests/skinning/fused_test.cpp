#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
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

/// The operands of a * b + c.
struct Product {
    float a;
    float b;
    float c;
};

/// Compares bits, except that all NaNs are equal.
bool isSameNumber(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

float expected(const Product& product)
{
    return std::fma(product.a, product.b, product.c);
}

/// Computes the sums with the vector kernels: a vertex and a joint for each, so that x is a * b + (0 * 0 + (0 * 0 + c)).
std::vector<glm::vec3> sumsByKernel(std::span<const Product> products)
{
    std::vector<Affine> palette;
    std::vector<glm::vec3> positions;
    SkinWeights skin{.influencesPerVertex = 1};
    for (const auto& [a, b, c] : products) {
        skin.joints.push_back(static_cast<std::uint16_t>(palette.size()));
        skin.weights.push_back(1.f);
        palette.emplace_back(glm::vec4(a, 0.f, 0.f, c), glm::vec4(0.f, 1.f, 0.f, 0.f), glm::vec4(0.f, 0.f, 1.f, 0.f));
        positions.emplace_back(b, 0.f, 0.f);
    }
    std::vector<glm::vec3> moved(positions.size());
    skinVertices({.positions = positions}, skin, palette, {.positions = moved});
    return moved;
}

/// Checks products one by one and with the kernels.
void requireRoundedOnce(std::span<const Product> products)
{
    constexpr std::size_t most = 403;  // vertices per call: few enough joints for a copy of the palette, and not a whole number of vectors
    for (std::size_t first = 0; first < products.size(); first += most) {
        const std::span<const Product> some = products.subspan(first, std::min(most, products.size() - first));
        const std::vector<glm::vec3> moved = sumsByKernel(some);
        for (std::size_t i = 0; i < some.size(); ++i) {
            const auto& [a, b, c] = some[i];
            BOOST_REQUIRE_MESSAGE(isSameNumber(multiplyAdd(a, b, c), expected(some[i])), a << " * " << b << " + " << c);
            BOOST_REQUIRE_MESSAGE(isSameNumber(moved[i].x, expected(some[i]) + 0.f),
                                  a << " * " << b << " + " << c);  // kernels never store -0
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fused_products)

// Expected: std::fma(), which the C standard requires to round once. Other tests compare the kernels with multiplyAdd().
BOOST_AUTO_TEST_CASE(a_product_and_sum_are_rounded_once_as_the_c_library_does)
{
    Random random(31);
    std::vector<Product> products;
    for (int i = 0; i < 300'000; ++i) {
        products.push_back({anyFloat(random, -2, 2), anyFloat(random, -2, 2), anyFloat(random, -30, 4)});
        products.push_back({anyFloat(random, -149, 127), anyFloat(random, -149, 127), anyFloat(random, -149, 127)});
        // Near the smallest numbers, where floats have fewer digits.
        products.push_back({anyFloat(random, -75, -60), anyFloat(random, -75, -60), anyFloat(random, -149, -125)});
    }
    requireRoundedOnce(products);
}

// Sums that are halfway between two floats except for a digit far below. Rounding to double first and to float afterwards gets these wrong.
BOOST_AUTO_TEST_CASE(what_lies_beyond_a_doubles_digits_decides_between_two_floats)
{
    const float above = 1.f + 0x1p-23f;
    for (const float sign : {1.f, -1.f}) {
        BOOST_TEST(multiplyAdd(0x1p-12f, 0x1p-12f, sign) == sign + (sign > 0.f ? 0.f : 0x1p-24f));  // a tie goes to even; below 1 exact
        BOOST_TEST(multiplyAdd(sign * 0x1.000002p-12f, 0x1p-12f, sign) == sign * above);
        BOOST_TEST(multiplyAdd(sign * 0x1.fffffep-13f, 0x1p-12f, sign) == sign);
    }
    Random random(32);
    std::vector<Product> products{{0x1.000002p-75f, 0x1p-75f, 0x1p-126f}};  // more than half of the last digit, as a double still shows
    for (int i = 0; i < 100'000; ++i) {
        // The product is half of c's last digit, times 1 + 2^-36 or 1 - 2^-32. The sum lies beside the middle of two floats, by less than a
        // double shows.
        const float c = anyFloat(random, 0, 0);
        const bool isMore = random.chance(0.5);
        const float a = isMore ? 1.f + 0x1p-12f : 1.f + 0x1p-16f;
        const float b = (isMore ? 1.f - 0x1p-12f + 0x1p-24f : 1.f - 0x1p-16f) * (random.chance(0.5) ? 0x1p-24f : -0x1p-24f);
        products.push_back({a, b, c});
        products.push_back({std::ldexp(a, 20), std::ldexp(b, 20), std::ldexp(c, 40)});
        // The same beside a subnormal number, whose last digit is 2^-149.
        products.push_back({std::ldexp(a, -75), std::ldexp(b, -51), std::ldexp(c, random.integer(-132, -127))});
    }
    requireRoundedOnce(products);
}

BOOST_AUTO_TEST_CASE(zeros_and_infinities_are_as_the_c_librarys)
{
    std::vector<Product> products;
    for (const float a : {0.f, -0.f, 1.f, -1.f, INFINITY, -INFINITY, NAN, 0x1p-149f, 0x1.fffffep127f}) {
        for (const float b : {0.f, -0.f, 1.f, -1.f, INFINITY, 0x1p-149f, -0x1.fffffep127f}) {
            for (const float c : {0.f, -0.f, 1.f, -1.f, INFINITY, -INFINITY, NAN, -0x1p-149f}) {
                products.push_back({a, b, c});
            }
        }
    }
    requireRoundedOnce(products);
}

// Each sum is tried in each of four positions, which are one vector on SSE4. If one sum is in doubt, all four are computed again.
BOOST_AUTO_TEST_CASE(one_sum_in_doubt_leaves_its_neighbours_as_they_are)
{
    std::vector<Product> four{{1.f + 0x1p-12f, (1.f - 0x1p-12f + 0x1p-24f) * 0x1p-24f, 1.f},  // just above the middle of two floats
                              {INFINITY, 1.f, 1.f},
                              {NAN, 1.f, 1.f},
                              {2.f, 3.f, 4.f}};
    std::vector<Product> products;
    for (std::size_t i = 0; i < four.size(); ++i) {
        products.insert(products.end(), four.begin(), four.end());
        std::rotate(four.begin(), four.begin() + 1, four.end());
    }
    requireRoundedOnce(products);
    BOOST_TEST(sumsByKernel(products).front().x == 1.f + 0x1p-23f);
}

// By hand: 256999 * 2089 * 2^-26 is 8 - 2^-26, so the sum is just below the middle of two floats. In double it becomes that middle, with an
// error whose bits, combined with the sum's, do not form a number.
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
