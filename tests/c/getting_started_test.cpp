#include <array>
#include <cmath>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/scene/scene_copy.hpp>

#include "getting_started.h"
#include "model.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

using FrameNumbers = std::array<float, GETTING_STARTED_FLOATS>;

void append(FrameNumbers& numbers, std::size_t first, const glm::mat4& matrix)
{
    const MatrixFloats floats(matrix);
    std::copy(std::begin(floats.numbers), std::end(floats.numbers), numbers.begin() + static_cast<std::ptrdiff_t>(first));
}

/// Does in C++ what play_getting_started() does in C.
std::vector<FrameNumbers> playInCpp()
{
    const auto model = loadScene(characterFile());
    Scene world;
    const SceneInstance hero = world.instantiate(*model, {.name = "hero"});
    const SceneInstance guide = world.instantiate(*model, {.name = "guide", .transform = {.translation = {1.2f, 0.f, 0.f}}});
    TransformNode& root = *hero.getRoot();
    guide.findAnimationGroup("wave")->play();
    AnimationMixer& mixer = world.createAnimationMixer();
    AnimationLayer& idle = mixer.addLayer(*hero.findAnimationGroup("idle"));
    AnimationLayer& walk = mixer.addLayer(*hero.findAnimationGroup("walk"));
    idle.play();
    Bone& head = *hero.getSkeletons().front()->findBone("head");
    const Bone& hand = *guide.getSkeletons().front()->findBone("handLeft");
    BoneLookController glance(head, {.minYaw = -1.f, .maxYaw = 1.f, .minPitch = -0.5f, .maxPitch = 0.5f, .halfLife = 0.1f});
    bool isWalking = false;
    std::vector<FrameNumbers> frames(GETTING_STARTED_FRAMES);
    for (int frame = 0; frame < GETTING_STARTED_FRAMES; ++frame) {
        const double seconds = 1. / 60.;
        if (const bool isDown = frame >= 20 && frame < 70; isDown != isWalking) {
            isWalking = isDown;
            isWalking ? idle.crossFadeTo(walk, 0.2) : walk.crossFadeTo(idle, 0.2);
        }
        world.animate(seconds);
        const float share = walk.isActive() ? walk.getWeight() : 0.f;
        root.rotate({0.f, 1.f, 0.f}, 2.f * static_cast<float>(seconds), Space::Local);
        root.translate({0.f, 0.f, 0.98f * share * static_cast<float>(seconds)}, Space::Own);
        glance.setTarget({2.f, 2.2f, 5.f});
        glance.update(seconds);
        FrameNumbers& numbers = frames[static_cast<std::size_t>(frame)];
        append(numbers, 0, root.getWorldMatrix());
        append(numbers, 16, head.getWorldMatrix());
        const glm::vec3 place = hand.getPosition(Space::World);
        numbers[32] = place.x;
        numbers[33] = place.y;
        numbers[34] = place.z;
        numbers[35] = walk.getWeight();
    }
    return frames;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_getting_started)

BOOST_AUTO_TEST_CASE(the_program_of_getting_started_gives_the_same_bits_in_c)
{
    std::vector<FrameNumbers> frames(GETTING_STARTED_FRAMES);
    const int failed = play_getting_started(characterFile().c_str(), reinterpret_cast<float(*)[GETTING_STARTED_FLOATS]>(frames.data()));
    BOOST_TEST(failed == 0, armature_last_error());
    BOOST_TEST((frames == playInCpp()));
    BOOST_TEST(frames[60][35] == 1.f);  // walks, in a circle
    BOOST_TEST(std::hypot(frames[60][12], frames[60][14]) > 0.2f);
}

BOOST_AUTO_TEST_SUITE_END()
