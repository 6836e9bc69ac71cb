#include <armature/animation/animation_group.hpp>

#include <scene/pinned_scenes.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// Hashes of all matrices of scenes that never change. Where one differs, the same input gives other bits than it did: on another instruction
// set, another processor, with more threads, or because the code rounds elsewhere. Only the last may be meant, and then the number here changes
// with the code that changed it. CTest runs these cases on every instruction set.

namespace {

constexpr auto allThreads = {Threads::Caller, Threads::All};

void addWorldMatrices(BitHash& hash, const Scene& scene)
{
    for (const TransformNode* node : scene.nodes()) {
        hash.add(toAffine(node->getWorldMatrix()));
    }
}

// A character of 83 bones plays a clip for two seconds; a second one, a clone, holds another pose.
std::uint64_t playedSkeleton(Threads threads)
{
    PortableNumbers numbers(1);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("played");
    addPinnedBones(skeleton, 83, numbers);
    Skeleton& clone = scene.addSkeleton(skeleton.clone());
    for (Bone* bone : clone.bones()) {
        bone->setTransform(numbers.transform());
    }
    scene.createAnimationGroup(AnimationClip::create(pinnedClip(83, ChannelTarget::Kind::Bone, numbers))).play();
    BitHash hash;
    for (int frame = 0; frame < 64; ++frame) {
        scene.animate(1. / 32.);
        scene.update(threads);
        hash.add(skeleton.getFinalMatrices());
        hash.add(clone.getFinalMatrices());
    }
    return hash.value();
}

// As glTF has it: nodes play the clip, bones are linked to them; a host, and a node that hangs on a bone.
std::uint64_t linkedSkeleton(Threads threads)
{
    PortableNumbers numbers(2);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("linked");
    addPinnedBones(skeleton, 45, numbers);
    for (std::size_t i = 0; i < 45; ++i) {
        const Bone* parent = skeleton.bones()[i]->getParentBone();
        TransformNode* parentNode = parent != nullptr ? parent->getTransformNode() : nullptr;
        skeleton.bones()[i]->linkTransformNode(&scene.createTransformNode("joint", parentNode));
    }
    skeleton.setHostNode(&scene.createTransformNode("host", nullptr, numbers.transform()));
    scene.createTransformNode("socket", skeleton.bones()[40], numbers.transform());
    scene.createAnimationGroup(AnimationClip::create(pinnedClip(45, ChannelTarget::Kind::Node, numbers))).play();
    BitHash hash;
    for (int frame = 0; frame < 40; ++frame) {
        scene.animate(1. / 24.);
        scene.nodes()[46]->setTransform(numbers.transform());
        scene.update(threads);
        hash.add(skeleton.getFinalMatrices());
        addWorldMatrices(hash, scene);
    }
    return hash.value();
}

// A thousand nodes, of which few, some and all are written, by parts and as matrices.
std::uint64_t manyNodes(Threads threads)
{
    PortableNumbers numbers(3);
    Scene scene;
    for (std::size_t i = 0; i < 1000; ++i) {
        Node* parent = i % 50 == 0 ? nullptr : scene.nodes()[numbers.below(i)];
        scene.createTransformNode("node", parent, numbers.transform());
    }
    BitHash hash;
    for (const std::size_t written : {1u, 20u, 300u, 1000u, 3u}) {
        for (std::size_t i = 0; i < written; ++i) {
            TransformNode& node = *scene.nodes()[numbers.below(1000)];
            if (i % 7 == 0) {
                node.setLocalMatrix(toMat4(numbers.transform()) * toMat4(numbers.transform()));
            } else {
                node.setTransform(numbers.transform());
            }
        }
        scene.update(threads);
        addWorldMatrices(hash, scene);
    }
    return hash.value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pinned_hashes)

BOOST_AUTO_TEST_CASE(a_played_skeleton_has_the_pinned_bits)
{
    for (const Threads threads : allThreads) {
        BOOST_TEST(playedSkeleton(threads) == 0x4a3dec71f085b92fu);
    }
}

BOOST_AUTO_TEST_CASE(a_linked_skeleton_has_the_pinned_bits)
{
    for (const Threads threads : allThreads) {
        BOOST_TEST(linkedSkeleton(threads) == 0x70fc92a67ce6491bu);
    }
}

BOOST_AUTO_TEST_CASE(a_thousand_nodes_have_the_pinned_bits)
{
    for (const Threads threads : allThreads) {
        BOOST_TEST(manyNodes(threads) == 0x9e09cc64e1edac5au);
    }
}

BOOST_AUTO_TEST_SUITE_END()
