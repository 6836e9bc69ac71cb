#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <support/shared_data.hpp>

#include "golden_picture.hpp"

using namespace armature;
using namespace armature::test;

namespace {

std::unique_ptr<Scene> loadCharacter()
{
    return loadScene(buildDirectory() / "demos" / "character.glb");
}

Camera towards(const Scene& scene, const glm::vec3& direction)
{
    return frameCamera(computeBounds(scene), pictureAspect, direction);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(character_pictures, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(the_character_at_rest_and_what_it_is_made_of)
{
    const auto scene = loadCharacter();
    const Camera camera = towards(*scene, {0.7f, 0.35f, 1.f});
    checkPicture("character", *scene, camera);
    checkPicture("character_base_color", *scene, camera, {.shown = DrawOptions::Shown::BaseColor});
    checkPicture("character_normals", *scene, camera, {.shown = DrawOptions::Shown::Normals});
    checkPicture("character_joints", *scene, camera, {.shown = DrawOptions::Shown::Joints});
    checkPicture("character_bones", [&](const GlFixture& gl) {
        SkinRenderer renderer(gl.context);
        renderer.draw(*scene, camera, onBackground());
        SkeletonViewer(gl.context).draw(*scene, camera);
    });
}

BOOST_AUTO_TEST_CASE(the_character_running_from_the_side_and_from_behind)
{
    const auto scene = loadCharacter();
    AnimationGroup* const run = scene->findAnimationGroup("run");
    BOOST_REQUIRE(run != nullptr);
    run->goTo(0.2);
    checkPicture("character_running", *scene, towards(*scene, {1.f, 0.1f, 0.2f}));
    checkPicture("character_from_behind", *scene, towards(*scene, {-0.6f, 0.5f, -1.f}));
}

BOOST_AUTO_TEST_SUITE_END()
