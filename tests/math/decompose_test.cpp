#include <armature/math/decompose.hpp>

#include <math/rotation_rule.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// The expected matrix, from GLM in double, independent of the code under test.
glm::dmat4 composed(const glm::dvec3& translation, const glm::dquat& rotation, const glm::dvec3& scale)
{
    return glm::translate(glm::dmat4(1.), translation) * glm::mat4_cast(rotation) * glm::scale(glm::dmat4(1.), scale);
}

glm::vec3 randomScale(Random& random)
{
    return glm::exp(random.vector(-2.f, 2.f));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(decompose_)

BOOST_AUTO_TEST_CASE(parts_come_back_from_their_matrix)
{
    Random random(21);
    for (int i = 0; i < 2000; ++i) {
        const glm::vec3 translation = random.vector(-10.f, 10.f);
        const glm::quat rotation = random.rotation();
        const glm::vec3 scale = randomScale(random);
        const Decomposition parts = decompose(glm::mat4(composed(translation, rotation, scale)));
        BOOST_TEST(near(parts.transform.translation, translation, 0.));
        BOOST_TEST(nearRotation(parts.transform.rotation, rotation, 3e-7));
        BOOST_TEST(near(parts.transform.scale / scale, glm::vec3(1.f), 1e-6));
        BOOST_TEST(parts.isExact());
        BOOST_TEST(parts.residual < 1e-6f);
    }
}

// decompose() reads every mirror as a mirror of y, because a mirror of another axis differs from it only by half a turn. Expected: the
// parts compose to the same matrix.
BOOST_AUTO_TEST_CASE(a_mirrored_matrix_gets_a_negative_y_scale)
{
    Random random(22);
    for (int i = 0; i < 2000; ++i) {
        glm::vec3 scale = randomScale(random);
        scale[i % 3] = -scale[i % 3];
        const glm::mat4 matrix(composed(random.vector(-10.f, 10.f), random.rotation(), scale));
        const Decomposition parts = decompose(matrix);
        BOOST_TEST(parts.transform.scale.x > 0.f);
        BOOST_TEST(parts.transform.scale.y < 0.f);
        BOOST_TEST(parts.transform.scale.z > 0.f);
        BOOST_TEST(parts.isExact());
        BOOST_TEST(near(composed(parts.transform.translation, parts.transform.rotation, parts.transform.scale), matrix, 2e-6));
    }
}

// By hand: two negative axes are half a turn about the third, with positive scale.
BOOST_AUTO_TEST_CASE(two_mirrors_are_half_a_turn)
{
    const Decomposition parts = decompose(glm::scale(glm::mat4(1.f), {-2, -3, 4}));
    BOOST_TEST(near(parts.transform.scale, glm::vec3(2, 3, 4), 0.));
    BOOST_TEST(nearRotation(parts.transform.rotation, glm::quat(0, 0, 0, 1), 0.));
    BOOST_TEST(parts.residual == 0.f);
}

// As documented, a scale of zero gives the identity rotation, as in Babylon.js.
BOOST_AUTO_TEST_CASE(a_zero_scale_reads_as_unrotated_and_nothing_is_infinite)
{
    Random random(23);
    for (int axis = 0; axis < 3; ++axis) {
        glm::vec3 scale(2, 3, 4);
        scale[axis] = 0.f;
        const Decomposition parts = decompose(glm::mat4(composed({1, 2, 3}, random.rotation(), scale)));
        BOOST_TEST(nearRotation(parts.transform.rotation, glm::quat(1, 0, 0, 0), 0.));
        BOOST_TEST(std::abs(parts.transform.scale[axis]) < 1e-6f);
        BOOST_TEST(near(parts.transform.translation, glm::vec3(1, 2, 3), 0.));
        BOOST_TEST(std::isfinite(parts.residual));
    }
    const Decomposition nothing = decompose(Affine(0.f));
    BOOST_TEST(near(nothing.transform.scale, glm::vec3(0.f), 0.));
    BOOST_TEST(nearRotation(nothing.transform.rotation, glm::quat(1, 0, 0, 0), 0.));
    BOOST_TEST(nothing.residual == 0.f);
}

// By hand: columns (1 0 0), (0.5 1 0), (0 0 1). The second has length sqrt(1.25). A rotation cannot tilt it alone, so the shear is lost.
BOOST_AUTO_TEST_CASE(shear_is_reported)
{
    const Affine sheared(1, 0.5f, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    const Decomposition parts = decompose(sheared);
    BOOST_TEST(!parts.isExact());
    BOOST_TEST(parts.transform.scale.y == std::sqrt(1.25f), boost::test_tools::tolerance(1e-6f));
    BOOST_TEST(near(parts.transform.scale * glm::vec3(1, 0, 1), glm::vec3(1, 0, 1), 1e-7));
    BOOST_TEST(std::abs(glm::length(parts.transform.rotation) - 1.f) < 1e-6f);
    // The residual by its definition, from the recomposed parts in double.
    const glm::dmat4 back = composed(parts.transform.translation, parts.transform.rotation, parts.transform.scale);
    double largest = 0;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            largest = std::max(largest, std::abs(back[column][row] - static_cast<double>(sheared[row][column])));
        }
    }
    BOOST_TEST(parts.residual == static_cast<float>(largest), boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(parts.residual > 0.1f);
}

// The residual is relative to the size of the matrix, however large or small that is.
BOOST_AUTO_TEST_CASE(the_residual_does_not_depend_on_size)
{
    const Affine sheared(1, 0.5f, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    const float residual = decompose(sheared).residual;
    for (const float size : {1e-6f, 1e6f}) {
        BOOST_TEST(decompose(sheared * size).residual == residual, boost::test_tools::tolerance(1e-5f));
    }
}

// rotationOf() has one branch for each component that may be the largest. These rotations take all four: no turn, and half a turn about
// each axis.
BOOST_AUTO_TEST_CASE(rotations_of_all_four_branches_come_back)
{
    const glm::quat expected[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (const glm::quat& rotation : expected) {
        BOOST_TEST(nearRotation(rotationOf(glm::mat3(glm::mat3_cast(glm::dquat(rotation)))), rotation, 1e-7));
    }
    Random random(24);
    int taken[4] = {};
    for (int i = 0; i < 2000; ++i) {
        const glm::quat rotation = random.rotation();
        const glm::vec4 sizes = glm::abs(glm::vec4(rotation.w, rotation.x, rotation.y, rotation.z));
        ++taken[std::max_element(&sizes.x, &sizes.x + 4) - &sizes.x];
        BOOST_TEST(nearRotation(rotationOf(glm::mat3(glm::mat3_cast(glm::dquat(rotation)))), rotation, 5e-7));
    }
    for (const int times : taken) {
        BOOST_TEST(times > 100);
    }
}

// Near half a turn, the scalar component is small. No branch may divide by it.
BOOST_AUTO_TEST_CASE(rotations_near_half_a_turn_are_precise)
{
    Random random(25);
    for (int i = 0; i < 2000; ++i) {
        const double angle = 3.14159265358979 + static_cast<double>(random.real(-1e-3f, 1e-3f));
        const glm::dquat rotation = glm::angleAxis(angle, glm::dvec3(random.direction()));
        BOOST_TEST(nearRotation(rotationOf(glm::mat3(glm::mat3_cast(glm::normalize(rotation)))), glm::normalize(rotation), 2e-7));
    }
}

BOOST_AUTO_TEST_CASE(a_rotation_is_found_at_any_size)
{
    Random random(22);
    for (const double size : {1e-36, 1e-20, 1., 1e20, 1e38}) {
        for (int i = 0; i < 50; ++i) {
            const glm::quat rotation = random.rotation();
            const auto matrix = glm::mat4(composed(glm::dvec3(0.), rotation, glm::dvec3(size)));
            BOOST_TEST(nearRotation(decompose(matrix).transform.rotation, rotation, 3e-7));
            const auto flat = glm::mat4(composed(glm::dvec3(0.), rotation, glm::dvec3(size))
                                        * glm::dmat4(1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
            BOOST_TEST((decompose(flat).transform.rotation == glm::quat(1.f, 0.f, 0.f, 0.f)));
        }
    }
}

// Products of matrices in double may leave the range of floats.
BOOST_AUTO_TEST_CASE(a_map_is_singular_or_not_at_any_size)
{
    Random random(23);
    for (const double size : {1e-100, 1e-55, 1e-45, 1., 1e45, 1e55, 1e100}) {
        for (int i = 0; i < 20; ++i) {
            const glm::dmat3 turn = glm::mat3_cast(glm::dquat(random.rotation()));
            BOOST_TEST(!isSingular(size * turn));
            BOOST_TEST(isSingular(size * (turn * glm::dmat3(1, 1, 0, 1, 1, 0, 0, 0, 1))));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
