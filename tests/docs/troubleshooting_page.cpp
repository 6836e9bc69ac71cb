#include "page.hpp"

// clang-format off
#include <cstdio>

#include <armature/armature.hpp>
// clang-format on

#include <boost/test/unit_test.hpp>

using namespace armature::test::page;

// The examples of docs/troubleshooting.md, in order and word for word; examples_test.cpp compares them with the page. The last checks test
// statements of the page that have no example.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_troubleshooting_page)
{
    armature::Scene scene;
    armature::TransformNode& node = scene.createTransformNode("hips");
    armature::Skeleton& skeleton = scene.createSkeleton("skeleton");
    armature::Bone& bone = skeleton.createBone("hips");
    bone.linkTransformNode(&node);
    armature::ClipDescription clip;
    clip.timeTracks = {{0.f, 1.f}};
    clip.channels.push_back({.target = {.name = "hips"}, .values = {0.f, 0.f, 0.f, 0.f, 1.f, 0.f}});
    clip.channels.push_back({.target = {.name = "mixamorig:hips"}, .values = {0.f, 0.f, 0.f, 0.f, 1.f, 0.f}});
    armature::AnimationGroup& group = scene.createAnimationGroup(armature::AnimationClip::create(clip));

    if (bone.getTransformNode() != nullptr && bone.getLinkMode() == armature::LinkMode::NodeDrives) {
        std::puts("pose the node instead, or link with LinkMode::ForwardWrites");
    }

    const armature::Aabb bounds = armature::computeBounds(scene);
    std::printf("%.2f metres tall\n", static_cast<double>(bounds.getSize().y));

    for (const armature::UnboundChannel& unbound : group.getUnboundChannels()) {
        std::printf("%s: %s\n", unbound.target.c_str(), armature::toString(unbound.reason).data());
    }

    bone.setPosition({1.f, 0.f, 0.f});
    check(near(bone.getPosition(), {0.f, 0.f, 0.f}));  // the node drives
    check(bounds.isEmpty());  // no meshes
    check(group.unboundChannelCount() == 1);
    check(group.getUnboundChannels().front().reason == armature::UnboundReason::NotThere);  // names are compared letter by letter
}
