#include "page.hpp"

#include <cstdint>

#include <boost/test/unit_test.hpp>

#include <armature/handle.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

using namespace armature::test::page;

// The examples of docs/lifetimes.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_lifetimes_page)
{
    armature::Scene scene;
    armature::TransformNode& node = scene.createTransformNode("node");

    armature::Skeleton& skeleton = scene.createSkeleton("character");
    armature::Bone& hand = skeleton.createBone("hand");
    const armature::Handle<armature::Bone> grip(hand);
    check(grip.get() == &hand);

    skeleton.removeBone(hand);
    skeleton.createBone("hand");  // another one, wherever it lies in memory
    check(grip.get() == nullptr);
    check(grip.hasGone());

    armature::SavedState state;
    state.save(scene);
    const std::uint64_t before = state.hash();

    node.setPosition({1.f, 2.f, 3.f});
    armature::SavedState after;
    after.save(scene);
    check(after.hash() != before);

    state.restore(scene);
    check(near(node.getPosition(), {0.f, 0.f, 0.f}));
}
