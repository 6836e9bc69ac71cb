#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include <armature/saved_state.hpp>

#include <scene/vrm_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(vrm_lifetime)

// The character must not read a freed scene.
BOOST_AUTO_TEST_CASE(a_character_whose_scene_is_gone_does_nothing_and_says_so)
{
    for (const bool wasFirstPerson : {false, true}) {
        auto stage = std::make_unique<VrmStage>();
        stage->model.firstPerson = {{stage->model.add(stage->face), VrmFirstPersonType::ThirdPersonOnly}};
        VrmCharacter character = stage->make();
        if (wasFirstPerson) {
            character.setFirstPerson(true);
        }
        character.setExpression("happy", 1.f);
        BOOST_TEST((character.update(1. / 60.) == IkStatus::Solved));
        stage.reset();
        character.setFirstPerson(!wasFirstPerson);
        character.lookAt(glm::vec3(1.f));
        BOOST_TEST((character.update(1. / 60.) == IkStatus::Gone));
        BOOST_TEST(character.getExpression("happy") == 1.f);
    }
}

namespace {

/// Changes expressions and looks at random; returns the visible results of each frame.
std::vector<float> playAtRandom(VrmStage& stage, VrmCharacter& character, Random& random, int frames)
{
    std::vector<float> seen;
    for (int frame = 0; frame < frames; ++frame) {
        switch (random.integer(0, 11)) {
        case 0: character.setExpression("happy", random.real(0.f, 1.f)); break;
        case 1: character.setExpression("aa", random.real(0.f, 1.f)); break;
        case 2: character.setExpression("surprised", random.real(0.f, 1.f)); break;
        case 3: character.lookAt(random.vector(-3.f, 3.f)); break;
        case 4: character.lookAlong({random.real(-1.f, 1.f), random.real(-1.f, 1.f)}); break;
        case 5: character.lookAt(std::nullopt); break;
        default: break;
        }
        stage.head.setPosition({random.real(-0.1f, 0.1f), 1.5f, 0.f});
        character.update(1. / 60.);
        for (const float weight : stage.mesh->getMorphWeights()) {
            seen.push_back(weight);
        }
        for (const TransformNode* node : {&stage.leftEye, &stage.rightEye, &stage.hair0, &stage.hair1}) {
            const glm::quat rotation = node->getRotationQuaternion();
            seen.insert(seen.end(), {rotation.x, rotation.y, rotation.z, rotation.w});
        }
        seen.insert(seen.end(), {character.getLook().yaw, character.getLook().pitch});
    }
    return seen;
}

std::vector<float> shownBy(const VrmCharacter& character)
{
    std::vector<float> shown{character.getLook().yaw, character.getLook().pitch};
    for (const char* name : {"happy", "aa", "surprised"}) {
        shown.insert(shown.end(), {character.getExpression(name), character.getShownExpression(name)});
    }
    return shown;
}

}  // namespace

// The expected values are those of the first run. States are saved while the character looks at a point, along a direction, and ahead.
BOOST_AUTO_TEST_CASE(expressions_gaze_and_springs_are_part_of_a_saved_state)
{
    VrmStage stage;
    VrmCharacter character = stage.make();
    std::size_t different = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random before(1000 + seed);
        playAtRandom(stage, character, before, 10);
        SavedState state;
        state.save(stage.scene, character);
        const std::vector<float> shown = shownBy(character);
        Random first(2000 + seed);
        const std::vector<float> seen = playAtRandom(stage, character, first, 15);
        Random astray(3000 + seed);
        playAtRandom(stage, character, astray, 10);
        state.restore(stage.scene, character);
        SavedState again;
        again.save(stage.scene, character);
        BOOST_TEST((again == state), "seed " << seed);
        different += shownBy(character) == shown ? 0u : 1u;
        Random second(2000 + seed);
        different += playAtRandom(stage, character, second, 15) == seen ? 0u : 1u;
    }
    BOOST_TEST(different == 0u);
    SavedState state;
    state.save(character);
    VrmStage other;
    other.model.expressions.pop_back();
    VrmCharacter unlike = other.make();
    BOOST_CHECK_EXCEPTION(state.restore(unlike), std::invalid_argument, says("7 expressions when it was saved, 6 now"));
}

// The state is saved after the character was told to look ahead again, but before the next update(), which returns the eyes to rest.
BOOST_AUTO_TEST_CASE(eyes_that_were_about_to_return_when_the_state_was_saved_return)
{
    VrmStage stage;
    VrmCharacter character = stage.make();
    character.lookAt(glm::vec3(2.f, 1.f, 3.f));
    character.update(1. / 60.);
    const glm::quat turned = stage.leftEye.getRotationQuaternion();
    character.lookAt(std::nullopt);
    SavedState state;
    state.save(stage.scene, character);
    character.update(1. / 60.);
    const glm::quat ahead = stage.leftEye.getRotationQuaternion();
    BOOST_TEST(angleBetweenRotations(turned, ahead) > 0.1);
    character.update(1. / 60.);
    state.restore(stage.scene, character);
    BOOST_TEST((stage.leftEye.getRotationQuaternion() == turned));
    character.update(1. / 60.);
    BOOST_TEST((stage.leftEye.getRotationQuaternion() == ahead));
}

BOOST_AUTO_TEST_SUITE_END()
