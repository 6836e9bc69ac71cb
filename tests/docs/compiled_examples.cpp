#include <memory>
#include <span>
#include <vector>

#include <armature/armature.hpp>
#include <armature/import/read_with_assimp.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

// Examples that need a driver, a library or a file of the reader. They are compiled here but not run. examples_test.cpp compares them with
// the pages.
// clang-format off
namespace {

// Not every build has this library. A template is compiled, but links with nothing as long as it is not instantiated.
template <class = void>
void readInThisProcess()
{
    armature::ImportOptions options;
    options.foreignReader = armature::readWithAssimp;
    const auto robot = armature::loadScene("robot.dae", options);
}

[[maybe_unused]] void drawLines(armature::SkeletonViewer& viewer, const std::vector<armature::DebugLine>& lines, const armature::Camera& camera)
{
    viewer.draw(lines, camera);
}

[[maybe_unused]] void drawWithoutWindow(const armature::Scene& scene)
{
    const armature::support::HeadlessContext context;  // in the window's place: first, so that it is destroyed last
    const armature::GlContext gl;
    armature::SkinRenderer renderer(gl);
    armature::support::Framebuffer target(gl, {.width = 800, .height = 600});
    target.bind();
    const auto camera = armature::frameCamera(armature::computeBounds(scene), 800.f / 600.f);
    renderer.draw(scene, camera, {.background = glm::vec4(0.1f, 0.1f, 0.12f, 1.f)});
    armature::support::writePng("picture.png", target.read());
}

[[maybe_unused]] void drawCrowd(armature::CrowdRenderer& renderer, armature::Scene& model, const armature::Crowd& crowd,
                                std::span<const armature::CrowdPlacement> placements, const armature::Camera& camera)
{
    renderer.draw(model, {crowd.getPalettes(), crowd.getPaletteSize()}, placements, camera);
}

[[maybe_unused]] void playClips(armature::Scene& scene)
{
    for (const auto& clip : armature::loadClips("walk.glb")) {
        scene.createAnimationGroup(clip).play();
    }
}

[[maybe_unused]] void followMotion(armature::VrmCharacter& character, double seconds)
{
    const auto motion = armature::loadScene("wave.vrma");
    motion->animationGroups()[0]->play();

    motion->animate(seconds);
    character.follow(vrmAnimations(*motion)[0]);
    character.update(seconds);
}

[[maybe_unused]] void findRootMotion(const std::shared_ptr<const armature::AnimationClip>& clip, armature::Scene& scene)
{
    const auto motion = armature::RootMotion::create(clip, scene, *scene.findTransformNode("root"), nullptr);
}

[[maybe_unused]] bool poseByHand(armature::Skeleton& skeleton, armature::TransformNode& lamp)
{
    armature::Bone& head = *skeleton.findBone("head");
    head.setRotation({0.f, glm::radians(40.f), 0.f});         // in its parent's axes: pitch, yaw, roll
    head.lookAt({0.f, 1.6f, 3.f}, armature::Space::World);    // or at a point of the scene

    armature::BoneIkController reach(*skeleton.findBone("forearmLeft"));  // bends it and the bone above
    reach.setTarget(lamp);                                                // a node, a bone or a point
    const armature::BoneIkReport report = reach.update();                 // distance left, reach, limits met
    return report.isReached;
}

}  // namespace
// clang-format on
