#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>

#include <scene/pinned_scenes.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// Hashes of all matrices of scenes that never change. If one differs, the same input gives different bits: on another instruction set,
// another processor, with more threads, or because the code rounds elsewhere. Only the last can be intended; then the number here changes
// together with the code. CTest runs these cases on every instruction set.

namespace {

constexpr auto allThreads = {Threads::Caller, Threads::All};

void addWorldMatrices(BitHash& hash, const Scene& scene)
{
    for (const TransformNode* node : scene.nodes()) {
        hash.add(toAffine(node->getWorldMatrix()));
    }
}

// A character of 83 bones plays a clip for two seconds; a clone of it holds another pose.
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

// As in glTF: nodes play the clip and bones are linked to them, with a host and a node on a bone.
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

// A thousand nodes; few, some or all of them are written, by parts and as matrices.
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
                const glm::mat4 right = toMat4(numbers.transform());
                const glm::mat4 left = toMat4(numbers.transform());
                node.setLocalMatrix(left * right);
            } else {
                node.setTransform(numbers.transform());
            }
        }
        scene.update(threads);
        addWorldMatrices(hash, scene);
    }
    return hash.value();
}

// Two clips are blended and a third one plays at a fixed weight; weights fade.
std::uint64_t blendedSkeleton(Threads threads)
{
    PortableNumbers numbers(4);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("blended");
    addPinnedBones(skeleton, 37, numbers);
    AnimationMixer& mixer = scene.createAnimationMixer();
    for (int layer = 0; layer < 3; ++layer) {
        mixer.addLayer(AnimationClip::create(pinnedClip(37, ChannelTarget::Kind::Bone, numbers))).play();
    }
    mixer.layers()[0]->crossFadeTo(*mixer.layers()[1], 1.);
    mixer.layers()[2]->setWeight(0.25f);
    BitHash hash;
    for (int frame = 0; frame < 48; ++frame) {
        scene.animate(1. / 32.);
        scene.update(threads);
        hash.add(skeleton.getFinalMatrices());
    }
    return hash.value();
}

// Members play two clips at their own times and speeds, fade, are frozen, or update less often.
std::uint64_t crowdFrames(Threads threads, bool isQuantized)
{
    PortableNumbers numbers(5);
    Skeleton rig("rig");
    addPinnedBones(rig, 41, numbers);
    Crowd crowd(rig);
    for (int clip = 0; clip < 2; ++clip) {
        const auto exact = AnimationClip::create(pinnedClip(41, ChannelTarget::Kind::Bone, numbers));
        crowd.addClip(BakedClip::create(*exact, rig, {.isQuantized = isQuantized, .maxError = BakeBound{.point = 1e9, .rotation = 4.}}));
    }
    std::vector<CrowdInstance> members;
    for (std::size_t i = 0; i < 75; ++i) {
        members.push_back(crowd.add({.clip = i % 2, .time = numbers.real(0.f, 2.f), .speedRatio = numbers.real(-1.f, 2.f)}));
        crowd.setUpdateInterval(members.back(), i % 11 == 0 ? 3 : 1);
        crowd.setFrozen(members.back(), i % 13 == 0);
    }
    BitHash hash;
    for (std::size_t frame = 0; frame < 24; ++frame) {
        crowd.crossFade(members[frame * 3], {.clip = frame % 2}, 0.25);
        crowd.update(1. / 32., threads);
        hash.add(crowd.getPalettes());
    }
    return hash.value();
}

void checkBits(std::uint64_t (*hashOf)(Threads), std::uint64_t pinned)
{
    for (const Threads threads : allThreads) {
        BOOST_TEST(hashOf(threads) == pinned);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pinned_hashes)

BOOST_AUTO_TEST_CASE(a_played_skeleton_has_the_pinned_bits)
{
    checkBits(playedSkeleton, 0x97fa9abd45407f02u);
}

BOOST_AUTO_TEST_CASE(a_linked_skeleton_has_the_pinned_bits)
{
    checkBits(linkedSkeleton, 0x279c3c9c10079f36u);
}

BOOST_AUTO_TEST_CASE(a_thousand_nodes_have_the_pinned_bits)
{
    checkBits(manyNodes, 0x9e09cc64e1edac5au);
}

BOOST_AUTO_TEST_CASE(blended_clips_have_the_pinned_bits)
{
    checkBits(blendedSkeleton, 0xadf3cab04cb60e9u);
}

BOOST_AUTO_TEST_CASE(a_crowd_has_the_pinned_bits)
{
    checkBits([](Threads threads) { return crowdFrames(threads, false); }, 0x7487d6f174571578u);
    checkBits([](Threads threads) { return crowdFrames(threads, true); }, 0xa9cbc56bdb3d732au);
}

BOOST_AUTO_TEST_SUITE_END()
