#include "page.hpp"

#include <memory>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/picking.hpp>

using namespace armature::test::page;

namespace {

// A body with an arm, and a second in which its root moves.
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
    model.createAnimationGroup(armature::AnimationClip::create(std::move(clip)));
}

}  // namespace

// The examples of docs/scenes.md in their order, as they stand there; examples_test.cpp holds the two against each other.
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

    armature::Primitive triangle;
    triangle.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}};
    triangle.indices = {0, 1, 2};
    const auto mesh = armature::Mesh::create({.name = "flag", .primitives = {triangle}});

    armature::MeshInstance& flag = scene.addMeshInstance(mesh, scene.createTransformNode("flag"));

    const std::size_t red = scene.addMaterial({.name = "red", .baseColor = {1.f, 0.f, 0.f, 1.f}});
    flag.setMaterial(0, red);  // of this instance's first primitive; the mesh stays as it is

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

    armature::TransformNode& copy = wagon.clone({.name = "second wagon"});  // beside the first; {.parent = &node} puts it elsewhere
    check(copy.getParent() == wagon.getParent());
    check(copy.getChildTransformNodes().size() == wagon.getChildTransformNodes().size());

    const armature::SceneInstance props = scene.append(other);
    check(props.getNodes().size() == other.nodes().size());

    armature::Skeleton& captured = scene.createSkeleton("captured", hips);
    captured.findBone("knee")->setRotation({0.5f, 0.f, 0.f});
    check(near(knee.getRotation(), {0.5f, 0.f, 0.f}));

    if (const auto hit = armature::intersect(scene, {.origin = {0.2f, 0.2f, 9.f}, .direction = {0.f, 0.f, -1.f}})) {
        check(hit->instance == &flag);
        check(hit->bone == nullptr && hit->joints.empty());  // a flag without a skeleton
    }
}
