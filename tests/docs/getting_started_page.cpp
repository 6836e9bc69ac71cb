#include "page.hpp"

#include <cmath>
#include <memory>

#include <boost/test/unit_test.hpp>

#include <armature/armature.hpp>

#include "../../demos/character/clips.hpp"
#include "../../demos/character/scene.hpp"

using namespace armature::test::page;

namespace {

// The program of docs/getting_started.md needs a window, so tests/packaging only compiles it. These cases check what the page says about
// its characters: the model, two copies of it and the mixer of one copy.
std::unique_ptr<armature::Scene> loadCharacter()
{
    const character::Rig rig = character::makeRig();
    return character::makeScene(rig, {}, character::makeClips(rig));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(getting_started)

BOOST_AUTO_TEST_CASE(two_characters_of_getting_started_move_independently)
{
    const auto model = loadCharacter();
    armature::Scene world;
    const armature::SceneInstance hero = world.instantiate(*model, {.name = "hero"});
    const armature::SceneInstance guide = world.instantiate(*model, {.name = "guide", .transform = {.translation = {1.2f, 0.f, 0.f}}});
    guide.findAnimationGroup("wave")->play();

    armature::AnimationMixer& mixer = world.createAnimationMixer();
    armature::AnimationLayer& idle = mixer.addLayer(*hero.findAnimationGroup("idle"));
    armature::AnimationLayer& walk = mixer.addLayer(*hero.findAnimationGroup("walk"));
    check(idle.unboundChannelCount() == 0 && walk.unboundChannelCount() == 0);
    idle.play();
    idle.crossFadeTo(walk, 0.2);

    // The clips themselves say where the joints are: a mixer with one layer at weight 1 shows its clip.
    for (int frame = 0; frame < 30; ++frame) {
        world.animate(1. / 60.);
    }
    const auto& clip = walk.getClip();
    std::size_t compared = 0;
    for (std::size_t channel = 0; channel < clip.channels().size(); ++channel) {
        if (clip.channels()[channel].path == armature::ChannelPath::Rotation) {
            float expected[4];
            clip.sample(channel, walk.getCurrentTime(), expected);
            const glm::quat actual = walk.getTarget(channel)->getRotationQuaternion();
            const float alike = actual.x * expected[0] + actual.y * expected[1] + actual.z * expected[2] + actual.w * expected[3];
            check(std::abs(alike) > 0.99999f);
            ++compared;
        }
    }
    check(compared > 10);
    check(hero.getNodes()[0] != guide.getNodes()[0]);
    check(walk.getTarget(0) != guide.findAnimationGroup("walk")->getTarget(0));
}

// As the page says of clips that travel: "run" moves the node "root", which is not a bone.
BOOST_AUTO_TEST_CASE(a_layer_on_a_skeleton_travels_with_the_root_of_that_copy)
{
    const auto model = loadCharacter();
    armature::Scene world;
    const armature::SceneInstance hero = world.instantiate(*model, {.name = "hero"});
    const armature::SceneInstance guide = world.instantiate(*model, {.name = "guide"});
    armature::AnimationMixer& mixer = world.createAnimationMixer();
    armature::AnimationLayer& run = mixer.addLayer(*hero.findAnimationGroup("run"), {.skeleton = guide.getSkeletons().front()});
    check(run.unboundChannelCount() == 0);
    run.play();
    world.animate(0.3);
    check(guide.getNodes().front()->getPosition().z > 0.5f);
    check(near(hero.getNodes().front()->getPosition(), glm::vec3(0.f)));
}

BOOST_AUTO_TEST_SUITE_END()
