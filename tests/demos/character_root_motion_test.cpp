#include <cmath>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "../../demos/character/motions.hpp"

using armature::RootMotion;
using armature::RootMotionOptions;
using armature::RootMotionSource;

namespace {

using Joints = std::vector<const armature::Node*>;

struct Character {
    [[nodiscard]] std::shared_ptr<const armature::AnimationClip> clip(std::string_view name) const
    {
        return scene->findAnimationGroup(name)->shareClip();
    }
    [[nodiscard]] Joints joints(std::initializer_list<const char*> names) const
    {
        Joints found;
        for (const char* name : names) {
            found.push_back(skeleton.findBone(name));
        }
        return found;
    }
    /// Root motion of a clip that stays on the spot, from its feet.
    [[nodiscard]] std::shared_ptr<const RootMotion> onFeet(const std::shared_ptr<const armature::AnimationClip>& of, Joints feet) const
    {
        return RootMotion::create(of, *skeleton.findBone("hips"), {.feet = std::move(feet)});
    }
    /// Root motion of a clip that moves the topmost node.
    [[nodiscard]] std::shared_ptr<const RootMotion> onRoot(std::string_view name) const
    {
        return RootMotion::create(clip(name), *scene, *skeleton.getHostNode(), nullptr);
    }

    std::unique_ptr<armature::Scene> scene = armature::loadScene(armature::test::buildDirectory() / "demos" / "character.glb");
    armature::Skeleton& skeleton = *scene->skeletons()[0];
};

}  // namespace

BOOST_AUTO_TEST_SUITE(character_root_motion)

// The expected stride is the one that the walk is made with.
BOOST_AUTO_TEST_CASE(the_planted_feet_of_the_walk_tell_its_stride)
{
    const Character explorer;
    const auto walk = explorer.clip("walk");
    BOOST_TEST((explorer.onFeet(walk, {})->getSource() == RootMotionSource::None));
    const auto stride = static_cast<double>(character::strideLength);
    const auto errorWith = [&](std::initializer_list<const char*> feet) {
        const auto motion = explorer.onFeet(walk, explorer.joints(feet));
        BOOST_TEST((motion->getSource() == RootMotionSource::Feet));
        BOOST_TEST(!motion->hasTurn());
        BOOST_TEST(std::abs(motion->getDirection().x) < 1e-3);
        return std::abs(motion->getCycle().offset.z - stride) / stride;
    };
    BOOST_TEST(errorWith({"toesLeft", "toesRight"}) < 0.005);
    BOOST_TEST(errorWith({"toesLeft", "toesRight", "footLeft", "footRight"}) < 0.01);
    BOOST_TEST(errorWith({"footLeft", "footRight"}) < 0.05);
}

// From when the sole is flat until the heel is high, the ball of the foot stays in place while the character travels.
BOOST_AUTO_TEST_CASE(a_planted_ball_does_not_slide)
{
    const Character explorer;
    const auto motion = explorer.onFeet(explorer.clip("walk"), explorer.joints({"toesLeft", "toesRight"}));
    armature::AnimationGroup& group = *explorer.scene->findAnimationGroup("walk");
    group.play();
    double least = 100.;
    double most = -100.;
    for (int step = 0; step <= 50; ++step) {
        const double time = 0.12 + 0.01 * step * 0.84;
        group.goTo(time);
        const double ball = static_cast<double>(explorer.skeleton.findBone("toesLeft")->getPosition(armature::Space::World).z);
        least = std::min(least, ball + motion->between(0., time).offset.z);
        most = std::max(most, ball + motion->between(0., time).offset.z);
    }
    BOOST_TEST(most - least < 0.005, "slides " << most - least << " m");
}

// Expected values are those that the clips are made with: see motions.hpp.
BOOST_AUTO_TEST_CASE(clips_that_travel_travel_as_they_were_made)
{
    const Character explorer;
    const auto turnOf = [&](std::string_view name) { return glm::degrees(explorer.onRoot(name)->getCycle().turn); };
    const auto wayOf = [&](std::string_view name) { return glm::length(explorer.onRoot(name)->getCycle().offset); };
    BOOST_TEST(std::abs(wayOf("run") - static_cast<double>(character::runStrideLength)) < 1e-5);
    BOOST_TEST(std::abs(wayOf("jump") - static_cast<double>(character::jumpLength)) < 1e-5);
    BOOST_TEST(std::abs(turnOf("walkLeft") - static_cast<double>(character::curveDegrees)) < 1e-3);
    BOOST_TEST(std::abs(turnOf("walkRight") + static_cast<double>(character::curveDegrees)) < 1e-3);
    BOOST_TEST(std::abs(turnOf("turnLeft") - static_cast<double>(character::turnDegrees)) < 1e-3);
    BOOST_TEST(turnOf("run") == 0.);
    // After six cycles of the curve, the character is back at its start.
    const auto curve = explorer.onRoot("walkLeft");
    BOOST_TEST(glm::length(curve->between(0., 6. * curve->getClip()->getDuration()).offset) < 1e-4);
    // For the run in place, the planted feet still give its stride, although both feet leave the ground between steps.
    const auto run = explorer.onRoot("run");
    const auto onTheSpot = explorer.onFeet(run->getInPlaceClip(), explorer.joints({"toesLeft", "toesRight"}));
    BOOST_TEST(std::abs(onTheSpot->getCycle().offset.z - static_cast<double>(character::runStrideLength)) < 0.05);
}

BOOST_AUTO_TEST_SUITE_END()
