#include "page.hpp"

// clang-format off
#include <memory>
#include <string>
#include <vector>

#include <armature/armature.hpp>
#include <armature/node/descendants.hpp>
#include <armature/scene/skeleton_of_nodes.hpp>
// clang-format on

#include <boost/test/unit_test.hpp>

using namespace armature::test::page;

namespace {

// Adds a body with an arm, and a clip of one second that moves its root and its arm.
void makeModel(armature::Scene& model)
{
    armature::TransformNode& root = model.createTransformNode("root");
    armature::Skeleton& skeleton = model.createSkeleton("guard");
    skeleton.setHostNode(&root);
    armature::Bone& body = skeleton.createBone("body");
    skeleton.createBone("arm", {.parent = &body});
    armature::ClipDescription clip;
    clip.name = "step";
    clip.timeTracks = {{0.f, 1.f}};
    armature::ChannelDescription channel;
    channel.target.name = "root";
    channel.values = {0.f, 0.f, 0.f, 0.f, 0.f, 1.f};
    clip.channels.push_back(std::move(channel));
    clip.channels.push_back({.target = armature::ChannelTarget::of(*skeleton.findBone("arm")), .values = {0.f, 0.f, 0.f, 0.f, 1.f, 0.f}});
    model.createAnimationGroup(armature::AnimationClip::create(std::move(clip)));
}

}  // namespace

// The examples of docs/scenes.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_scenes_page)
{
    armature::Scene scene;
    armature::Scene model;
    makeModel(model);
    armature::Scene other;
    other.createTransformNode("prop");
    armature::TransformNode& wagon = scene.createTransformNode("wagon");
    scene.createTransformNode("wheel", &wagon);
    armature::TransformNode& hips = scene.createTransformNode("hips");
    armature::TransformNode& knee = scene.createTransformNode("knee", &hips, {.translation = {0.f, -0.4f, 0.f}});

    std::vector<armature::SceneInstance> guards;
    for (int i = 0; i < 3; ++i) {
        guards.push_back(scene.instantiate(model, {.name = "guard", .transform = {.translation = {2.f * static_cast<float>(i), 0.f, 0.f}}}));
    }
    guards[1].getAnimationGroups()[0]->play();
    guards[2].getSkeletons()[0]->findBone("arm")->setRotation({0.f, 0.f, 1.f});
    scene.animate(0.5);
    check(near(guards[1].getNodes()[0]->getPosition(), {0.f, 0.f, 0.5f}));
    check(near(guards[0].getNodes()[0]->getPosition(), {0.f, 0.f, 0.f}));

    guards[0].getRoot()->setPosition({0.f, 0.f, 4.f});
    scene.removeInstance(guards[1]);
    check(guards[1].getRoot() == nullptr);

    const std::shared_ptr<const armature::AnimationClip> clip = model.animationGroups()[0]->shareClip();
    armature::AnimationMixer& mixer = scene.createAnimationMixer();
    mixer.addLayer(clip, {.skeleton = guards[2].getSkeletons()[0]}).play();
    scene.animate(1.);
    check(near(guards[2].getSkeletons()[0]->findBone("arm")->getPosition(), {0.f, 1.f, 0.f}));
    check(near(guards[0].getSkeletons()[0]->findBone("arm")->getPosition(), {0.f, 0.f, 0.f}));

    armature::Primitive triangle;
    triangle.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}};
    triangle.indices = {0, 1, 2};
    const auto mesh = armature::Mesh::create({.name = "flag", .primitives = {triangle}});

    armature::MeshInstance& flag = scene.addMeshInstance(mesh, scene.createTransformNode("flag"));

    const std::size_t red = scene.addMaterial({.name = "red", .baseColor = {1.f, 0.f, 0.f, 1.f}});
    flag.setMaterial(0, red);  // of this instance's first primitive; the mesh stays as it is

    armature::TransformNode& copy = wagon.clone({.name = "second wagon"});  // beside the first; {.parent = &node} puts it elsewhere
    check(copy.getParent() == wagon.getParent());
    check(armature::transformNodesBelow(copy).size() == armature::transformNodesBelow(wagon).size());

    const armature::SceneInstance props = scene.append(other);
    check(props.getNodes().size() == other.nodes().size());

    armature::Skeleton& captured = armature::createSkeletonOfNodes(hips, "captured");
    captured.findBone("knee")->setRotation({0.5f, 0.f, 0.f});
    check(near(knee.getRotation(), {0.5f, 0.f, 0.f}));

    if (const auto hit = armature::intersect(scene, {.origin = {0.2f, 0.2f, 9.f}, .direction = {0.f, 0.f, -1.f}})) {
        check(hit->instance == &flag);
        check(near(hit->position, {0.2f, 0.2f, 0.f}));
        check(hit->bone == nullptr && hit->joints.empty());  // a flag without a skeleton
    }

    const auto rayThrough = [](const armature::Camera& camera, const glm::vec2& cursor) {
        const glm::vec4 far = glm::inverse(camera.projection * camera.view) * glm::vec4(cursor, 1.f, 1.f);
        return armature::Ray{.origin = camera.getPosition(), .direction = glm::vec3(far) / far.w - camera.getPosition()};
    };
    const auto camera = armature::perspectiveCamera({0.2f, 0.2f, 9.f}, {0.2f, 0.2f, 0.f}, 1.f, 0.1f, 100.f);
    check(armature::intersect(scene, rayThrough(camera, {0.f, 0.f})).has_value());

    armature::Picker picker;  // one for each thread
    check(picker.intersect(scene, rayThrough(camera, {0.f, 0.f}))->instance == &flag);

    const auto nearest = armature::findNearestBone(captured, rayThrough(camera, {0.f, 0.f}));
    check(nearest->bone->getName() == "hips");

    const armature::Aabb bounds = armature::computeBounds(flag);
    check(near(bounds.getSize(), {1.f, 1.f, 0.f}));

    armature::Scene changed;
    makeModel(changed);
    changed.createTransformNode("hat");
    guards[0].getAnimationGroups()[0]->play({.loop = false, .speedRatio = 0.5});
    guards[0].getAnimationGroups()[0]->goTo(0.5);
    struct Playing {
        std::string clip;
        double seconds;
        armature::PlayOptions options;
    };
    const auto replace = [&scene](armature::SceneInstance& placed, const armature::Scene& loaded) {
        std::vector<Playing> playing;
        for (const armature::AnimationGroup* const group : placed.getAnimationGroups()) {
            if (group != nullptr && group->isPlaying()) {
                playing.push_back({group->getName(), group->getCurrentTime(),
                                   {.loop = group->isLooping(), .speedRatio = group->getSpeedRatio(), .loopMode = group->getLoopMode()}});
            }
        }
        armature::TransformNode& root = *placed.getRoot();
        const armature::InstantiateOptions place{.name = root.getName(), .parent = root.getParent(), .transform = root.getTransform()};
        scene.removeInstance(placed);
        placed = scene.instantiate(loaded, place);
        for (const Playing& each : playing) {
            if (armature::AnimationGroup* const group = placed.findAnimationGroup(each.clip)) {  // the file may have lost it
                group->play(each.options);
                group->goTo(each.seconds);
            }
        }
    };
    replace(guards[0], changed);  // loadScene(file): if that throws, the old copy still plays
    check(near(guards[0].getRoot()->getPosition(), {0.f, 0.f, 4.f}));
    check(guards[0].getAnimationGroups()[0]->getCurrentTime() == 0.5);
    check(guards[0].getNodes().size() == model.nodes().size() + 1);
    scene.animate(0.2);
    check(near(static_cast<float>(guards[0].getAnimationGroups()[0]->getCurrentTime()), 0.6f));
    check(near(guards[0].getSkeletons()[0]->findBone("arm")->getPosition(), {0.f, 0.6f, 0.f}));
    check(!guards[0].getAnimationGroups()[0]->isLooping());
}
