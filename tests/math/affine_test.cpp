#include <algorithm>
#include <cmath>
#include <vector>

#include <armature/math/affine.hpp>

#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

Affine randomAffine(Random& random)
{
    Affine affine;
    for (int row = 0; row < 3; ++row) {
        affine[row] = glm::vec4(random.vector(-2.f, 2.f), random.real(-10.f, 10.f));
    }
    return affine;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(affine)

BOOST_AUTO_TEST_CASE(the_identity_changes_nothing)
{
    const glm::vec3 point(1, -2, 3);
    BOOST_TEST(near(toMat4(identityAffine()), glm::mat4(1.f), 0.));
    BOOST_TEST(near(transformPoint(identityAffine(), point), point, 0.));
    BOOST_TEST(near(multiply(identityAffine(), identityAffine()), identityAffine(), 0.));
}

// std140 stores a mat3x4 as three vectors of four floats, one after the other; row r of the map is vector r.
BOOST_AUTO_TEST_CASE(rows_lie_in_memory_as_std140_wants_them)
{
    static_assert(sizeof(Affine) == 48);
    const glm::mat4 matrix(1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10, 11, 12, 1);  // columns
    const Affine affine = toAffine(matrix);
    const float expected[12] = {1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12};
    BOOST_TEST(std::equal(expected, expected + 12, &affine[0].x));
    BOOST_TEST(near(toMat4(affine), matrix, 0.));
    BOOST_TEST(near(toDmat4(affine), matrix, 0.));
    BOOST_TEST(near(toAffine(glm::dmat4(matrix)), affine, 0.));
    BOOST_TEST(near(linearPart(affine), glm::mat3(matrix), 0.));
    BOOST_TEST(near(translationOf(affine), glm::vec3(10, 11, 12), 0.));
}

// An Affine has only the alignment of a float. Clang must not load rows as if they began at multiples of 16, because that crashes. By hand:
// translations add up.
BOOST_AUTO_TEST_CASE(affines_may_begin_at_any_float)
{
    static_assert(alignof(Affine) == alignof(float));
    struct Entry {
        float before;
        Affine affine;
    };
    std::vector<Entry> entries;
    for (int entry = 0; entry < 8; ++entry) {
        entries.push_back({0.f, Affine(1, 0, 0, float(entry), 0, 1, 0, 2, 0, 0, 1, 3)});
    }
    for (std::size_t entry = 1; entry < entries.size(); ++entry) {
        const Affine product = multiply(entries[entry - 1].affine, entries[entry].affine);
        BOOST_TEST(near(translationOf(product), glm::vec3(2.f * float(entry) - 1.f, 4, 6), 0.));
    }
}

// By hand: the quarter turn about z takes x to y; the translation then applies only to points.
BOOST_AUTO_TEST_CASE(points_are_translated_and_vectors_are_not)
{
    const Affine quarterTurn(0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7);
    BOOST_TEST(near(transformPoint(quarterTurn, {2, 0, 0}), glm::vec3(5, 8, 7), 0.));
    BOOST_TEST(near(transformVector(quarterTurn, {2, 0, 0}), glm::vec3(0, 2, 0), 0.));
}

// Expected: GLM's 4x4 product in double. The tolerance allows seven roundings of 6e-8 each, and some cancellation in the sums.
BOOST_AUTO_TEST_CASE(a_product_applies_the_child_first)
{
    Random random(11);
    for (int i = 0; i < 1000; ++i) {
        const Affine parent = randomAffine(random);
        const Affine child = randomAffine(random);
        BOOST_TEST(near(toMat4(multiply(parent, child)), toDmat4(parent) * toDmat4(child), 6e-7));
    }
}

// Writes out the order of operations that the header documents. A fixed order gives the same bits on all code paths.
BOOST_AUTO_TEST_CASE(a_product_rounds_as_documented)
{
    Random random(12);
    for (int i = 0; i < 1000; ++i) {
        const Affine p = randomAffine(random);
        const Affine c = randomAffine(random);
        const Affine product = multiply(p, c);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column) {
                const volatile float first = p[row].x * c[0][column];
                const volatile float second = p[row].y * c[1][column];
                const volatile float third = p[row].z * c[2][column];
                const volatile float two = first + second;
                const volatile float three = two + third;
                const volatile float all = column == 3 ? three + p[row].w : three;
                BOOST_REQUIRE_EQUAL(product[row][column], all);
            }
        }
    }
}

// By hand: 2 * 3 * 4; swapping two axes changes the sign.
BOOST_AUTO_TEST_CASE(the_determinant_is_the_volume_and_its_sign_tells_mirrors)
{
    BOOST_TEST(determinant(Affine(2, 0, 0, 9, 0, 3, 0, 9, 0, 0, 4, 9)) == 24.);
    BOOST_TEST(determinant(Affine(0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0)) == -1.);
}

// Expected: in double, the inverse times the map is the identity. The tolerance is the sum of the errors from rounding each element of the
// inverse to a float (at most 2^-24 of the element).
BOOST_AUTO_TEST_CASE(the_inverse_undoes_the_map)
{
    Random random(13);
    for (int i = 0; i < 1000; ++i) {
        const Affine affine = randomAffine(random);
        if (std::abs(determinant(affine)) < 0.1) {
            continue;
        }
        const glm::dmat4 map = toDmat4(affine);
        const glm::dmat4 inverted = toDmat4(inverse(affine));
        double largestSum = 0;
        for (int column = 0; column < 4; ++column) {
            const glm::dvec4 sums = glm::abs(inverted[0]) * std::abs(map[column][0]) + glm::abs(inverted[1]) * std::abs(map[column][1])
                                    + glm::abs(inverted[2]) * std::abs(map[column][2]) + glm::abs(inverted[3]) * std::abs(map[column][3]);
            largestSum = std::max({largestSum, sums.x, sums.y, sums.z});
        }
        BOOST_TEST(near(inverted * map, glm::dmat4(1.), largestSum * std::ldexp(1.01, -24)));
    }
}

// By hand: powers of two invert exactly.
BOOST_AUTO_TEST_CASE(the_inverse_of_powers_of_two_is_exact)
{
    const Affine affine(2, 0, 0, 1, 0, 0.5f, 0, 2, 0, 0, -4, 3);
    BOOST_TEST(near(inverse(affine), Affine(0.5f, 0, 0, -0.5f, 0, 2, 0, -4, 0, 0, -0.25f, 0.75f), 0.));
}

// Whether a map is invertible depends on its shape, not its size.
BOOST_AUTO_TEST_CASE(tiny_and_huge_scales_are_invertible)
{
    for (const float scale : {1e-12f, 1e-6f, 1.f, 1e6f, 1e12f}) {
        BOOST_TEST(isInvertible(Affine(scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0)), "scale " << scale);
        BOOST_TEST(isInvertible(Affine(scale, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)), "scale of one axis " << scale);
    }
}

// A flat scale between two other maps makes the product flat. Rounding must not make it look invertible. An uneven scale before or after a
// single rotation is exact, however uneven.
BOOST_AUTO_TEST_CASE(flat_products_are_not_invertible_uneven_ones_are)
{
    Random random(17);
    for (int round = 0; round < 2000; ++round) {
        const Affine turn = toAffine(Transform{random.vector(-5.f, 5.f), random.rotation(), random.vector(0.3f, 3.f)});
        const Affine other = toAffine(Transform{random.vector(-5.f, 5.f), random.rotation(), random.vector(0.3f, 3.f)});
        const auto scaled = [](float x, float y, float z) { return toAffine(Transform{{}, glm::quat(1, 0, 0, 0), {x, y, z}}); };
        BOOST_TEST(!isInvertible(multiply(multiply(turn, scaled(1.f, 0.f, 1.f)), other)));
        BOOST_TEST(isInvertible(multiply(multiply(turn, scaled(1.f, 0.01f, 1.f)), other)));
        BOOST_TEST(isInvertible(multiply(scaled(1e-7f, 1e-7f, 1.f), toAffine(Transform{{}, random.rotation(), glm::vec3(1.f)}))));
        BOOST_TEST(isInvertible(multiply(toAffine(Transform{{}, random.rotation(), glm::vec3(1.f)}), scaled(1e-7f, 1e-7f, 1.f))));
    }
}

BOOST_AUTO_TEST_CASE(flat_and_non_finite_maps_are_not_invertible)
{
    BOOST_TEST(!isInvertible(Affine(0.f)));
    BOOST_TEST(!isInvertible(Affine(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0)));
    BOOST_TEST(!isInvertible(Affine(1, 2, 3, 0, 2, 4, 6, 0, 0, 0, 1, 0)));  // the second row is twice the first
    for (const float bad : {infinity, -infinity, notANumber}) {
        BOOST_TEST(!isInvertible(Affine(1, 0, 0, bad, 0, 1, 0, 0, 0, 0, 1, 0)));
        BOOST_TEST(!isInvertible(Affine(bad, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)));
    }
}

BOOST_AUTO_TEST_CASE(every_element_is_checked_for_finiteness)
{
    BOOST_TEST(isFinite(identityAffine()));
    BOOST_TEST(isAffine(glm::mat4(1.f)));
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) {
            for (const float bad : {infinity, -infinity, notANumber}) {
                glm::mat4 matrix(1.f);
                matrix[column][row] = bad;
                BOOST_TEST(!isFinite(toAffine(matrix)));
                BOOST_TEST(!isAffine(matrix));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_matrix_is_affine_only_with_a_fourth_row_of_0_0_0_1)
{
    for (int column = 0; column < 4; ++column) {
        for (const float bad : {0.5f, 1e-30f, notANumber}) {
            glm::mat4 matrix(1.f);
            matrix[column][3] = bad;
            BOOST_TEST(!isAffine(matrix));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
