#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// A clip moves the targets that it names: the object that it was made for, else the one with that name or path, but never an object that
// only has the same index. Each channel has one key, a position that identifies the channel.

namespace {

/// A clip with one key per target: target i goes to (i + 1, 0, 0).
std::shared_ptr<const AnimationClip> clipForTargets(const std::vector<ChannelTarget>& targets)
{
    ClipDescription clip{"clip", {{0.f}}, {}};
    for (const ChannelTarget& target : targets) {
        const auto x = static_cast<float>(clip.channels.size() + 1);
        clip.channels.push_back({target, ChannelPath::Translation, Interpolation::Step, 0, 3, {x, 0.f, 0.f}});
    }
    return AnimationClip::create(clip);
}

ChannelTarget bone(std::string name, std::size_t index = 0, std::string path = {})
{
    return {ChannelTarget::Kind::Bone, index, 0, std::move(name), std::move(path)};
}

ChannelTarget node(std::string name, std::string path = {})
{
    return {ChannelTarget::Kind::Node, 0, 0, std::move(name), std::move(path)};
}

/// A skeleton with bones of these names, each the child of the one before it.
Skeleton& chainOf(Scene& scene, const std::vector<std::string>& names)
{
    Skeleton& skeleton = scene.createSkeleton("rig");
    Bone* parent = nullptr;
    for (const std::string& name : names) {
        parent = &skeleton.createBone(name, {.parent = parent});
    }
    return skeleton;
}

std::vector<float> positionsOf(const Skeleton& skeleton)
{
    std::vector<float> result;
    for (const Bone* each : skeleton.bones()) {
        result.push_back(each->getPosition().x);
    }
    return result;
}

using Positions = std::vector<float>;

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_targets)

BOOST_AUTO_TEST_CASE(a_name_counts_and_not_the_index_that_nobody_gave)
{
    Scene scene;
    const Skeleton& skeleton = chainOf(scene, {"a", "b"});
    scene.createAnimationGroup(clipForTargets({{.kind = ChannelTarget::Kind::Bone, .name = "b"}})).apply();
    BOOST_TEST(positionsOf(skeleton) == (Positions{0, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_clip_of_another_rig_moves_the_bones_of_its_names)
{
    Scene scene;
    const Skeleton& skeleton = chainOf(scene, {"root", "spine", "head"});
    AnimationGroup& group =
        scene.createAnimationGroup(clipForTargets({bone("socket_hat", 0), bone("head", 1), bone("root", 2), bone("tail", 1)}));
    group.apply();
    BOOST_TEST(positionsOf(skeleton) == (Positions{3, 0, 2}), boost::test_tools::per_element());
    const std::vector<UnboundChannel> expected{{0, "socket_hat", UnboundReason::NotThere}, {3, "tail", UnboundReason::NotThere}};
    BOOST_TEST((group.getUnboundChannels() == expected));
    BOOST_TEST(group.unboundChannelCount() == 2u);
    BOOST_TEST(group.getTarget(0) == nullptr);
    BOOST_TEST(group.getTarget(1) == skeleton.findBone("head"));
    BOOST_CHECK_THROW(static_cast<void>(group.getTarget(4)), std::out_of_range);
}

BOOST_AUTO_TEST_CASE(what_a_clip_was_made_for_is_found_whatever_it_is_called)
{
    Scene scene;
    Skeleton& skeleton = chainOf(scene, {"a", "a", ""});
    TransformNode& first = scene.createTransformNode("n");
    TransformNode& second = scene.createTransformNode("n");
    const auto clip =
        clipForTargets({ChannelTarget::of(*skeleton.bones()[1]), ChannelTarget::of(*skeleton.bones()[2]), ChannelTarget::of(second)});
    skeleton.bones()[1]->setName("renamed");
    skeleton.createBone("before");
    skeleton.sortBones();
    scene.createAnimationGroup(clip).apply();
    BOOST_TEST(skeleton.findBone("renamed")->getPosition().x == 1.f);
    BOOST_TEST(skeleton.findBone("")->getPosition().x == 2.f);
    BOOST_TEST(first.getPosition().x == 0.f);
    BOOST_TEST(second.getPosition().x == 3.f);
}

// The new bone takes the index, and perhaps the address, of the bone that the clip was made for.
BOOST_AUTO_TEST_CASE(another_bone_in_the_place_of_one_that_has_gone_is_left_alone)
{
    Scene scene;
    Skeleton& skeleton = chainOf(scene, {"a"});
    const auto clip = clipForTargets({ChannelTarget::of(*skeleton.bones()[0])});
    AnimationGroup& before = scene.createAnimationGroup(clip);
    skeleton.removeBone(*skeleton.bones()[0], Removal::KeepChildren);
    Bone& other = skeleton.createBone("other");
    AnimationGroup& after = scene.createAnimationGroup(clip, {.mayMoveNothing = true});
    before.apply();
    after.apply();
    BOOST_TEST(other.getPosition().x == 0.f);
    BOOST_TEST((before.getUnboundChannels() == std::vector<UnboundChannel>{{0, "a", UnboundReason::Gone}}));
    BOOST_TEST((after.getUnboundChannels() == std::vector<UnboundChannel>{{0, "a", UnboundReason::NotThere}}));
}

BOOST_AUTO_TEST_CASE(a_path_tells_apart_what_has_one_name)
{
    Scene scene;
    TransformNode& left = scene.createTransformNode("arm", &scene.createTransformNode("left"));
    TransformNode& right = scene.createTransformNode("arm", &scene.createTransformNode("right"));
    AnimationGroup& group = scene.createAnimationGroup(
        clipForTargets({node("arm", "hips/right/arm"), node("arm", "left/arm"), node("arm"), node("arm", "middle/arm")}));
    group.apply();
    BOOST_TEST(right.getPosition().x == 1.f);
    BOOST_TEST(left.getPosition().x == 2.f);
    const std::vector<UnboundChannel> expected{{2, "arm", UnboundReason::Ambiguous}, {3, "arm", UnboundReason::Ambiguous}};
    BOOST_TEST((group.getUnboundChannels() == expected));
}

BOOST_AUTO_TEST_CASE(an_index_tells_apart_what_has_one_name_if_nothing_else_does)
{
    Scene scene;
    const Skeleton& skeleton = chainOf(scene, {"x", "b", "b", "b"});
    AnimationGroup& group = scene.createAnimationGroup(clipForTargets({bone("b", 2), bone("b", 0)}));
    group.apply();
    BOOST_TEST(positionsOf(skeleton) == (Positions{0, 0, 1, 0}), boost::test_tools::per_element());
    BOOST_TEST((group.getUnboundChannels() == std::vector<UnboundChannel>{{1, "b", UnboundReason::Ambiguous}}));
}

BOOST_AUTO_TEST_CASE(a_node_that_is_not_there_may_be_a_bone)
{
    Scene scene;
    const Skeleton& skeleton = chainOf(scene, {"hips", "leg"});
    scene.createTransformNode("camera");
    AnimationGroup& group = scene.createAnimationGroup(clipForTargets({node("leg"), node("arm")}));
    group.apply();
    BOOST_TEST(positionsOf(skeleton) == (Positions{0, 1}), boost::test_tools::per_element());
    BOOST_TEST(group.getUnboundChannels()[0].target == "arm");
}

BOOST_AUTO_TEST_CASE(morph_weights_of_a_bone_are_said_to_be_none)
{
    Scene scene;
    chainOf(scene, {"hips"});
    ClipBuilder builder;
    builder.bone(0, 0).channel(ChannelPath::Weights, Interpolation::Step, {0}, {1}, 1);
    const AnimationGroup& group = scene.createAnimationGroup(builder.create());
    BOOST_TEST((group.getUnboundChannels() == std::vector<UnboundChannel>{{0, "bone 0 of skeleton 0", UnboundReason::Unsuitable}}));
}

BOOST_AUTO_TEST_CASE(a_layer_on_another_rig_goes_by_names)
{
    Scene scene;
    chainOf(scene, {"hips", "spine", "head"});
    Skeleton& other = chainOf(scene, {"root", "head", "hips"});
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& layer = mixer.addLayer(clipForTargets({bone("hips", 0), bone("spine", 1), bone("head", 2)}), {.skeleton = &other});
    layer.play();
    mixer.advance(0.);
    BOOST_TEST(positionsOf(other) == (Positions{0, 3, 1}), boost::test_tools::per_element());
    BOOST_TEST((layer.getUnboundChannels() == std::vector<UnboundChannel>{{1, "spine", UnboundReason::NotThere}}));
    BOOST_TEST(layer.getTarget(0) == other.findBone("hips"));
}

BOOST_AUTO_TEST_CASE(a_clone_goes_by_places_until_bones_come_or_go)
{
    Scene scene;
    Skeleton& original = chainOf(scene, {"a", "", ""});
    Skeleton& clone = scene.addSkeleton(original.clone());
    clone.bones()[0]->setName("renamed");
    AnimationMixer& mixer = scene.createAnimationMixer();
    const auto clip = clipForTargets({ChannelTarget::of(*original.bones()[0]), ChannelTarget::of(*original.bones()[2])});
    AnimationLayer& layer = mixer.addLayer(clip, {.skeleton = &clone});
    layer.play();
    mixer.advance(0.);
    BOOST_TEST(positionsOf(clone) == (Positions{1, 0, 2}), boost::test_tools::per_element());
    clone.removeBone(*clone.bones()[1], Removal::KeepChildren);
    const AnimationLayer& later = mixer.addLayer(clip, {.skeleton = &clone, .mayMoveNothing = true});
    BOOST_TEST(later.unboundChannelCount() == 2u);
    BOOST_TEST(layer.unboundChannelCount() == 0u);
}

BOOST_AUTO_TEST_CASE(a_bake_on_another_rig_goes_by_names)
{
    Scene scene;
    const auto clip = clipForTargets({bone("hips", 0), bone("spine", 1), bone("head", 2)});
    Skeleton alone("alone");
    alone.createBone("root");
    alone.createBone("head", {.parent = alone.bones()[0]});
    const auto baked = BakedClip::create(*clip, alone);
    std::vector<Transform> pose(2);
    baked->sample(0., pose);
    BOOST_TEST(pose[0].translation.x == 0.f);
    BOOST_TEST(pose[1].translation.x == 3.f);
    BOOST_TEST(baked->unboundChannels().size() == 2u);
    BOOST_TEST(baked->unboundChannels()[1].target == "spine");
    BOOST_TEST(baked->boneNames()[1] == "head");
}

BOOST_AUTO_TEST_CASE(differences_find_their_reference_by_name)
{
    const auto wave = clipForTargets({node("head"), node("arm", "left/arm"), node("arm", "right/arm")});
    const auto rest = clipForTargets({node("arm", "right/arm"), node("head")});
    const auto difference = makeAdditiveClip(*wave, *rest);
    BOOST_TEST(sampled(*difference, 0, 0.)[0] == 1. - 2.);
    BOOST_TEST(sampled(*difference, 1, 0.)[0] == 0.);  // relative to its own first key
    BOOST_TEST(sampled(*difference, 2, 0.)[0] == 3. - 1.);
}

BOOST_AUTO_TEST_CASE(what_a_player_outside_the_scene_refers_to_may_go_first)
{
    auto scene = std::make_unique<Scene>();
    Skeleton& skeleton = chainOf(*scene, {"hips"});
    TransformNode& moved = scene->createTransformNode("node");
    TransformNode& other = scene->createTransformNode("other");
    const auto clip = clipForTargets({ChannelTarget::of(*skeleton.bones()[0]), ChannelTarget::of(moved), ChannelTarget::of(other)});
    AnimationGroup group(*scene, clip);
    AnimationMixer mixer(*scene);
    AnimationLayer& layer = mixer.addLayer(clip);
    layer.setMask(moved, 0.5f);
    layer.play();
    group.play();
    group.advance(0.);
    mixer.advance(0.);

    scene->removeSkeleton(skeleton);
    scene->removeTransformNode(moved);
    other.setPosition({0, 0, 0});
    group.advance(0.);
    BOOST_TEST(other.getPosition().x == 3.f);
    other.setPosition({0, 0, 0});
    mixer.advance(0.);
    BOOST_TEST(other.getPosition().x == 3.f);
    const std::vector<UnboundChannel> expected{{0, "hips", UnboundReason::Gone}, {1, "node", UnboundReason::Gone}};
    BOOST_TEST((group.getUnboundChannels() == expected));
    BOOST_TEST((layer.getUnboundChannels() == expected));

    scene.reset();
    group.goTo(0.);
    group.advance(0.1);
    mixer.advance(0.1);
    BOOST_TEST(group.unboundChannelCount() == 3u);
    BOOST_TEST(layer.unboundChannelCount() == 3u);
    mixer.removeLayer(layer);
    BOOST_CHECK_EXCEPTION(mixer.addLayer(clip), std::invalid_argument, says("its scene is gone"));
}

BOOST_AUTO_TEST_CASE(a_null_clip_is_said_to_be_null)
{
    Scene scene;
    BOOST_CHECK_EXCEPTION(scene.createAnimationGroup(nullptr), std::invalid_argument, says("the clip is null"));
    BOOST_CHECK_EXCEPTION(scene.createAnimationMixer().addLayer(std::shared_ptr<const AnimationClip>()), std::invalid_argument,
                          says("the clip is null"));
}

BOOST_AUTO_TEST_SUITE_END()
