#include <armature/math/affine.hpp>
#include <armature/math/transform.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(transform)

BOOST_AUTO_TEST_CASE(the_default_is_the_identity)
{
    BOOST_TEST(near(toMat4(Transform{}), glm::mat4(1.f), 0.));
}

// By hand: x is scaled to 2, a quarter turn about z takes that to y, and the translation adds (10 20 30).
BOOST_AUTO_TEST_CASE(scale_comes_first_then_rotation_then_translation)
{
    const float sin45 = std::sqrt(0.5f);
    const Transform parts{{10, 20, 30}, glm::quat(sin45, 0, 0, sin45), {2, 3, 4}};
    const glm::mat4 matrix = toMat4(parts);
    BOOST_TEST(near(matrix * glm::vec4(1, 0, 0, 1), glm::vec4(10, 22, 30, 1), 1e-7));
    BOOST_TEST(near(matrix * glm::vec4(0, 1, 0, 1), glm::vec4(7, 20, 30, 1), 1e-7));
    BOOST_TEST(near(matrix * glm::vec4(0, 0, 1, 1), glm::vec4(10, 20, 34, 1), 1e-7));
}

// Expected: GLM's own product in double. A quaternion of floats is of unit length to within 1e-7, and the matrix amplifies that error by
// four.
BOOST_AUTO_TEST_CASE(parts_compose_as_glm_composes_them)
{
    Random random(31);
    for (int i = 0; i < 2000; ++i) {
        const Transform parts{random.vector(-10.f, 10.f), random.rotation(), random.vector(-3.f, 3.f)};
        const glm::dmat4 expected = glm::translate(glm::dmat4(1.), glm::dvec3(parts.translation))
                                    * glm::mat4_cast(glm::normalize(glm::dquat(parts.rotation)))
                                    * glm::scale(glm::dmat4(1.), glm::dvec3(parts.scale));
        BOOST_TEST(near(toMat4(parts), expected, 1e-6));
        BOOST_TEST(near(toMat4(toAffine(parts)), toMat4(parts), 0.));
    }
}

BOOST_AUTO_TEST_SUITE_END()
