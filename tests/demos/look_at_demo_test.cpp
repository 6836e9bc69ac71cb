#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "../../demos/look_at/watchers.hpp"

BOOST_AUTO_TEST_SUITE(look_at_demo)

// Checked on the palettes, which are what is drawn: each head's own +Z must point to the target.
BOOST_AUTO_TEST_CASE(heads_that_are_drawn_face_the_target)
{
    const auto model = armature::loadScene(armature::test::buildDirectory() / "demos" / "character.glb");
    const armature::Bone& head = *model->skeletons().front()->findBone("head");
    look_at::Watchers watchers(*model, 15);
    for (const glm::vec3 target : {glm::vec3(0.f, 1.5f, 0.f), glm::vec3(1.5f, 2.f, 0.f), glm::vec3(-1.f, 0.9f, 0.5f)}) {
        BOOST_TEST(watchers.update(0.1, target) == 15u);
        const armature::CrowdPalettes palettes = watchers.palettes();
        for (const armature::CrowdPlacement& placement : watchers.placements()) {
            const glm::mat4 skin(glm::transpose(palettes.matrices[placement.palette * palettes.size + head.getIndex().value()]));
            const glm::mat4 placed = placement.world * skin * head.getAbsoluteBindMatrix();
            BOOST_TEST(armature::test::near(glm::normalize(glm::vec3(placed[2])), glm::normalize(target - glm::vec3(placed[3])), 1e-4));
        }
    }
    BOOST_TEST(watchers.update(0.1, {0.f, 1.5f, -9.f}) == 0u);  // a target behind the heads is ignored
}

BOOST_AUTO_TEST_SUITE_END()
