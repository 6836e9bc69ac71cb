#include <algorithm>
#include <array>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <armature/skeleton/skeleton.hpp>

#include <support/shared_data.hpp>

#include "../../demos/foot_placement/course.hpp"
#include "../../demos/foot_placement/walker.hpp"

namespace {

constexpr double walkerStep = 1. / 60.;

/// Extremes over a walk along the whole course, in metres: how deep a sole sinks into the ground, and how high the lower sole is above it.
struct Soles {
    float deepest = 0.f;
    float highest = 0.f;
};

// Points of a boot's sole at its heel, ball and toes, in the foot's axes at bind (demos/character/rig.cpp).
constexpr std::array<glm::vec3, 3> sole{{{0.f, 0.f, -0.05f}, {0.f, 0.f, 0.08f}, {0.f, 0.f, 0.115f}}};

float clearance(const armature::Bone& foot)
{
    const glm::mat4 skin = foot.getSkeleton().getWorldMatrix() * foot.getFinalMatrix();
    const float side = foot.getAbsoluteBindMatrix()[3].x;
    float lowest = 1e9f;
    for (const glm::vec3& point : sole) {
        const glm::vec3 at = skin * glm::vec4(side, point.y, point.z, 1.f);
        lowest = std::min(lowest, at.y - foot_placement::groundAt(at.z, 0.f).position.y);
    }
    return lowest;
}

Soles walk(bool placesFeet)
{
    foot_placement::Walker walker(armature::test::buildDirectory() / "demos" / "character.glb", 0.f, placesFeet);
    const armature::Skeleton& skeleton = *walker.scene().skeletons().front();
    const armature::Bone& left = *skeleton.findBone("footLeft");
    const armature::Bone& right = *skeleton.findBone("footRight");
    Soles soles;
    std::size_t updates = 0;
    while (walker.distance() + 0.05f < foot_placement::courseLength) {
        walker.advance(walkerStep);
        const float lower = std::min(clearance(left), clearance(right));
        soles.deepest = std::max(soles.deepest, -lower);
        soles.highest = std::max(soles.highest, lower);
        ++updates;
    }
    BOOST_TEST(updates > 400u);
    return soles;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(foot_placement_demo)

BOOST_AUTO_TEST_CASE(feet_neither_sink_into_the_steps_nor_float_above_them)
{
    const Soles plain = walk(false);
    const Soles placed = walk(true);
    BOOST_TEST_MESSAGE("soles come into the ground by " << 1e3f * plain.deepest << " mm without, " << 1e3f * placed.deepest
                                                        << " mm with foot placement, and lose it by " << 1e3f * plain.highest << " and "
                                                        << 1e3f * placed.highest << " mm");
    BOOST_TEST(plain.deepest > 0.1f);
    BOOST_TEST(placed.deepest < 0.025f);
    BOOST_TEST(placed.highest < 0.02f);
}

BOOST_AUTO_TEST_SUITE_END()
