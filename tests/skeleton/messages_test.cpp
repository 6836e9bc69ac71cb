#include <skeleton/rigs.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/skeleton/pose.hpp>

// How messages call things without a name, or with a name that is not valid text. The texts are written by hand.

using namespace armature;
using namespace armature::test;

namespace {

const glm::vec3 noPlace(std::numeric_limits<float>::infinity());

template <class Call>
void refused(Call call, std::string_view message)
{
    try {
        call();
        BOOST_TEST_ERROR("not refused: " << message);
    } catch (const std::invalid_argument& error) {
        BOOST_TEST(error.what() == message);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(messages)

BOOST_AUTO_TEST_CASE(what_has_no_name_is_called_what_it_is)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("");
    Bone& root = skeleton.createBone("");
    Bone& tip = skeleton.createBone("tip", {.parent = &root});
    TransformNode& node = scene.createTransformNode("");
    refused([&] { root.setPosition(noPlace); }, "bone (no name): position (inf, inf, inf) must be finite");
    refused([&] { tip.setPosition(noPlace); }, "(no name)/tip: position (inf, inf, inf) must be finite");
    refused([&] { node.setPosition(noPlace); }, "node (no name): position (inf, inf, inf) must be finite");
    refused([&] { Scene().removeSkeleton(skeleton); }, "skeleton (no name): cannot be removed from a scene that does not own it");
    refused([&] { skeleton.createBone("", {.index = 0}); }, "bone (no name): palette slot 0 is taken");

    SkeletonSnapshot snapshot(skeleton);
    skeleton.createBone("more");
    refused([&] { snapshot.restore(skeleton); }, "skeleton (no name): bones were added, removed or moved since the snapshot");
    const SkeletonSnapshot moved = std::move(snapshot);
    refused([&] { snapshot.restore(skeleton); }, "skeleton (no name): the snapshot was moved from and holds nothing");
}

BOOST_AUTO_TEST_CASE(a_foreign_parent_is_named_with_both_skeletons)
{
    Skeleton own("");
    Skeleton other("other");
    Bone& bone = own.createBone("bone");
    Bone& foreign = other.createBone("");
    refused([&] { bone.setParent(&foreign); }, "bone: the parent bone (no name) belongs to another skeleton (\"other\", not (no name))");
    BOOST_TEST(bone.getParentBone() == nullptr);
}

BOOST_AUTO_TEST_CASE(a_name_with_a_nul_does_not_end_the_message)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode(std::string_view("n\0ul", 4));
    refused([&] { node.setPosition(noPlace); }, "n\\x00ul: position (inf, inf, inf) must be finite");
}

BOOST_AUTO_TEST_CASE(a_clip_without_name_is_not_quoted)
{
    Scene scene;
    scene.createTransformNode("node");
    AnimationGroup& group = scene.createAnimationGroup(AnimationClip::create({}));
    refused([&] { group.goTo(std::numeric_limits<double>::quiet_NaN()); }, "animation group (no name): time nan is not a number");
}

BOOST_AUTO_TEST_SUITE_END()
