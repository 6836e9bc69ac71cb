#include <cstddef>
#include <memory>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_mixer.hpp>
#include <armature/scene/scene.hpp>

#include <support/allocations/allocation_count.hpp>

#include "../../demos/character/clips.hpp"
#include "../../demos/character/scene.hpp"

// Checks the figures in docs/animation.md for the memory that a copy of the character takes. The allocator counts the bytes.

using namespace armature;
using armature::test::MemoryPeak;

namespace {

constexpr std::size_t copyCount = 32;

// Copies of the project's character, which has 36 nodes, 34 bones and eleven clips.
struct Copies {
    std::unique_ptr<Scene> model;
    Scene world;
    std::vector<SceneInstance> copies;

    Copies()
    {
        const character::Rig rig = character::makeRig();
        model = character::makeScene(rig, {}, character::makeClips(rig));
        BOOST_TEST_REQUIRE(model->animationGroups().size() == 11u);
        copies.reserve(2 * copyCount);
        for (std::size_t i = 0; i < copyCount; ++i) {
            copies.push_back(world.instantiate(*model));
        }
    }
};

template <class Action>
double bytesOfEach(Copies& stage, const Action& action)
{
    const MemoryPeak memory;
    for (const SceneInstance& copy : stage.copies) {
        action(copy);
    }
    return static_cast<double>(memory.growth()) / static_cast<double>(copyCount);
}

void requireAtMost(double bytes, double most, const char* what)
{
    BOOST_TEST_MESSAGE(what << ": " << bytes << " bytes a copy");
    BOOST_TEST(bytes <= most, what << ": " << bytes << " bytes a copy, more than " << most);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(instance_memory)

BOOST_AUTO_TEST_CASE(a_copy_takes_what_the_page_says)
{
    Copies stage;
    stage.world.update();
    const MemoryPeak memory;
    for (std::size_t i = 0; i < copyCount; ++i) {
        stage.copies.push_back(stage.world.instantiate(*stage.model));
    }
    requireAtMost(static_cast<double>(memory.growth()) / static_cast<double>(copyCount), 56. * 1024., "a copy with eleven groups");
}

BOOST_AUTO_TEST_CASE(groups_that_do_not_play_cost_next_to_nothing)
{
    Copies stage;
    const double groups = -bytesOfEach(stage, [&](const SceneInstance& copy) {
        for (AnimationGroup* group : copy.getAnimationGroups()) {
            stage.world.removeAnimationGroup(*group);
        }
    });
    requireAtMost(groups, 5. * 1024., "eleven groups");
    BOOST_TEST(groups > 0.);
}

BOOST_AUTO_TEST_CASE(a_mixer_pays_for_the_layers_that_play)
{
    Copies stage;
    const double mixers = bytesOfEach(stage, [&](const SceneInstance& copy) {
        AnimationMixer& mixer = stage.world.createAnimationMixer();
        for (const AnimationGroup* group : copy.getAnimationGroups()) {
            mixer.addLayer(*group);
        }
    });
    requireAtMost(mixers, 17. * 1024., "a mixer of eleven layers");
    stage.world.animate(0.1);
    const MemoryPeak memory;
    for (AnimationMixer* mixer : stage.world.animationMixers()) {
        mixer->layers()[0]->play();
        mixer->layers()[1]->play();
    }
    stage.world.animate(0.1);
    requireAtMost(static_cast<double>(memory.growth()) / static_cast<double>(copyCount), 12. * 1024., "two layers that play");
}

BOOST_AUTO_TEST_SUITE_END()
