#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

using namespace armature;
using namespace armature::test;

// An animation group remembers where its values go. Whatever happens to the scene and its skeletons between two frames, the values must
// reach their targets.
BOOST_AUTO_TEST_SUITE(animation_layout)

namespace {

constexpr std::size_t nodeCount = 12;
constexpr std::size_t boneCount = 6;

/// A scene whose nodes and first skeleton are animated. Other skeletons come and go, and so do links between bones and nodes.
struct LayoutStage {
    explicit LayoutStage(Random& generator) : random(generator)
    {
        for (std::size_t i = 0; i < nodeCount; ++i) {
            scene.createTransformNode("node" + std::to_string(i), i > 0 && random.chance(0.7) ? scene.nodes()[i - 1] : nullptr);
        }
        Skeleton& animated = scene.createSkeleton("animated");
        addBones(animated, boneCount);
        ClipBuilder builder;
        for (std::size_t i = 0; i < nodeCount; ++i) {
            addChannels(builder.node(i));
        }
        for (std::size_t i = 0; i < boneCount; ++i) {
            addChannels(builder.bone(0, i));
        }
        clip = builder.create();
        group = &scene.createAnimationGroup(clip);
        group->play();
    }

    void addBones(Skeleton& skeleton, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) {
            Bone* const parent = skeleton.bones().empty() || random.chance(0.2) ? nullptr : &anyBone(skeleton);
            skeleton.createBone("bone" + std::to_string(skeleton.bones().size()), {.parent = parent});
        }
    }

    /// Adds a translation channel, and sometimes rotation and scale.
    void addChannels(ClipBuilder& builder)
    {
        const auto numbers = [&](int count) {
            std::vector<float> values;
            for (int i = 0; i < count; ++i) {
                values.push_back(random.real(0.5f, 2.f));
            }
            return values;
        };
        builder.channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 1.f}, numbers(6));
        if (random.chance(0.7)) {
            const glm::quat a = random.rotation();
            const glm::quat b = random.rotation();
            builder.channel(ChannelPath::Rotation, Interpolation::Linear, {0.f, 1.f}, {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w});
        }
        if (random.chance(0.5)) {
            builder.channel(ChannelPath::Scale, Interpolation::Linear, {0.f, 1.f}, numbers(6));
        }
    }

    [[nodiscard]] Bone& anyBone(Skeleton& skeleton) { return *random.pick(skeleton.bones()); }
    [[nodiscard]] TransformNode& anyNode() { return *random.pick(scene.nodes()); }
    [[nodiscard]] Skeleton& anySkeleton() { return *random.pick(scene.skeletons()); }

    void change()
    {
        switch (random.integer(0, 7)) {
        case 0: anyBone(anySkeleton()).linkTransformNode(&anyNode(), LinkMode::NodeDrives); break;
        case 1: anyBone(anySkeleton()).linkTransformNode(&anyNode(), LinkMode::ForwardWrites); break;
        case 2: anyBone(anySkeleton()).linkTransformNode(nullptr); break;
        case 3: addBones(scene.createSkeleton("more"), boneCount); break;
        case 4:
            if (scene.skeletons().size() > 1) {
                scene.removeSkeleton(*scene.skeletons().back());
            }
            break;
        case 5: addBones(anySkeleton(), 3); break;
        case 6: scene.createTransformNode("extra", &anyNode()); break;
        default: anyNode().setLocalMatrix(glm::mat4(2.f, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)); break;  // sheared
        }
        scene.update();  // renumbers slots if enough has changed
    }

    /// Checks that each channel's value is in its target, or in the node that the target forwards it to, or nowhere.
    void check()
    {
        const double time = group->getCurrentTime();
        for (std::size_t i = 0; i < clip->channels().size(); ++i) {
            const AnimationChannel& channel = clip->channels()[i];
            const bool isBone = channel.target.kind == ChannelTarget::Kind::Bone;
            const Bone* const bone = isBone ? scene.skeletons()[0]->bones()[channel.target.index] : nullptr;
            if (bone != nullptr && bone->getTransformNode() != nullptr) {
                continue;  // the node's own channel, or the channel of another bone linked to it, may have been written later
            }
            if (!isBone && isForwardedTo(*scene.nodes()[channel.target.index])) {
                continue;
            }
            const Transform parts = isBone ? bone->getTransform() : scene.nodes()[channel.target.index]->getTransform();
            const auto expected = sampled(*clip, i, time);
            const glm::vec3 v = channel.path == ChannelPath::Translation ? parts.translation : parts.scale;
            const glm::quat& r = parts.rotation;
            const std::vector<double> actual =
                channel.path == ChannelPath::Rotation ? std::vector<double>{r.x, r.y, r.z, r.w} : std::vector<double>{v.x, v.y, v.z};
            BOOST_TEST(nearNumbers(actual, expected, 1e-6), "channel " << i);
        }
        for (const Skeleton* skeleton : scene.skeletons()) {
            for (const Bone* bone : skeleton->bones()) {
                if (const TransformNode* node = bone->getTransformNode()) {
                    BOOST_TEST((bone->getLocalMatrix() == node->getLocalMatrix()));
                }
                const Bone* const parent = bone->getParentBone();
                const glm::mat4 above = parent != nullptr ? parent->getAbsoluteMatrix() : glm::mat4(1.f);
                BOOST_TEST(near(bone->getAbsoluteMatrix(), above * bone->getLocalMatrix(), 1e-5));
            }
        }
    }

    [[nodiscard]] bool isForwardedTo(const TransformNode& node) const
    {
        for (const Bone* bone : scene.skeletons()[0]->bones()) {
            if (bone->getTransformNode() == &node && bone->getLinkMode() == LinkMode::ForwardWrites) {
                return true;
            }
        }
        return false;
    }

    Random& random;
    Scene scene;
    std::shared_ptr<const AnimationClip> clip;
    AnimationGroup* group = nullptr;
};

}  // namespace

BOOST_AUTO_TEST_CASE(whatever_changes_between_frames_numbers_go_to_their_targets)
{
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(rounds(40)); ++seed) {
        Random random(seed);
        LayoutStage stage(random);
        for (int frame = 0; frame < 60; ++frame) {
            if (random.chance(0.5)) {
                stage.change();
            }
            stage.scene.animate(0.03);
            stage.check();
        }
    }
}

BOOST_AUTO_TEST_CASE(a_standalone_skeleton_may_go_while_its_nodes_are_animated)
{
    Random random(7);
    LayoutStage stage(random);
    {
        Skeleton apart("apart");
        apart.createBone("bone").linkTransformNode(stage.scene.nodes()[0]);
        stage.scene.animate(0.1);
        BOOST_TEST((apart.bones()[0]->getLocalMatrix() == stage.scene.nodes()[0]->getLocalMatrix()));
    }
    stage.scene.animate(0.1);
    stage.check();
}

BOOST_AUTO_TEST_CASE(a_frame_after_a_change_allocates_and_the_next_ones_do_not)
{
    Random random(8);
    LayoutStage stage(random);
    stage.scene.skeletons()[0]->bones()[0]->linkTransformNode(stage.scene.nodes()[1]);
    stage.scene.animate(0.01);
    stage.scene.update();
    stage.scene.animate(0.01);
    const AllocationCount count;
    for (int frame = 0; frame < 10; ++frame) {
        stage.scene.animate(0.01);
        stage.scene.update();
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
