#include <armature/math/aabb.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(aabb)

BOOST_AUTO_TEST_CASE(the_default_is_empty_and_has_no_size)
{
    const Aabb box;
    BOOST_TEST(box.isEmpty());
    BOOST_TEST(near(box.getSize(), glm::vec3(0.f), 0.));
}

BOOST_AUTO_TEST_CASE(extending_an_empty_box_by_a_point_gives_that_point)
{
    Aabb box;
    box.extend(glm::vec3(1, -2, 3));
    BOOST_TEST(!box.isEmpty());
    BOOST_TEST(near(box.minimum, glm::vec3(1, -2, 3), 0.));
    BOOST_TEST(near(box.maximum, glm::vec3(1, -2, 3), 0.));
    BOOST_TEST(near(box.getSize(), glm::vec3(0.f), 0.));
}

// By hand: corners (-1 -2 0) and (3 5 3).
BOOST_AUTO_TEST_CASE(two_points_span_their_box)
{
    Aabb box;
    box.extend(glm::vec3(3, -2, 0));
    box.extend(glm::vec3(-1, 5, 3));
    BOOST_TEST(near(box.minimum, glm::vec3(-1, -2, 0), 0.));
    BOOST_TEST(near(box.maximum, glm::vec3(3, 5, 3), 0.));
    BOOST_TEST(near(box.getCenter(), glm::vec3(1, 1.5, 1.5), 0.));
    BOOST_TEST(near(box.getSize(), glm::vec3(4, 7, 3), 0.));
}

BOOST_AUTO_TEST_CASE(an_empty_box_adds_nothing)
{
    Aabb box{glm::vec3(-1), glm::vec3(1)};
    const Aabb before = box;
    box.extend(Aabb{});
    BOOST_TEST((box == before));
    Aabb empty;
    empty.extend(before);
    BOOST_TEST((empty == before));
}

BOOST_AUTO_TEST_CASE(a_box_with_one_inverted_axis_is_empty)
{
    const Aabb box{glm::vec3(0, 1, 0), glm::vec3(1, 0, 1)};
    BOOST_TEST(box.isEmpty());
}

// Computing the centre of a box near the largest float must not overflow.
BOOST_AUTO_TEST_CASE(the_center_of_a_huge_box_is_finite)
{
    const float huge = 3e38f;
    const Aabb box{glm::vec3(huge), glm::vec3(huge)};
    BOOST_TEST(box.getCenter().x == huge);
}

BOOST_AUTO_TEST_SUITE_END()
