#include <armature/format.hpp>

#include <array>
#include <memory>
#include <numbers>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_graph.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/animation/clip_edits.hpp>
#include <armature/animation/inertialization.hpp>
#include <armature/animation/reduce_keys.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/math/aabb.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>

using namespace armature;

// Expected texts are written by hand. cmake/checks/check_texts.py checks that every public type has one.
BOOST_AUTO_TEST_SUITE(text_of_values)

namespace {

std::shared_ptr<const AnimationClip> walk()
{
    ClipDescription description;
    description.name = "Walk";
    description.timeTracks = {{0.f, 2.f}};
    ChannelDescription& channel = description.channels.emplace_back();
    channel.target.kind = ChannelTarget::Kind::Bone;
    channel.target.name = "hips";
    channel.values = {0.f, 0.f, 0.f, 1.f, 1.f, 1.f};
    BOOST_TEST(fmt::format("{}", channel) == "Translation of hips: Linear, time track 0, 6 numbers");
    BOOST_TEST(fmt::format("{}", description) == "Walk: 1 channel, 1 time track");
    return AnimationClip::create(std::move(description));
}

}  // namespace

BOOST_AUTO_TEST_CASE(options_name_their_members)
{
    BOOST_TEST(fmt::format("{}", TimeMark{1, 2}) == "from 1, to 2");
    BOOST_TEST(fmt::format("{}", ReducedClip{.keysBefore = 9, .keysAfter = 3}) == "3 keys of 9; off by position 0, point 0, rotation 0");
    AnimationClipBuilder builder("nod");
    builder.curve("loudness").addKey(0, 1.f);
    BOOST_TEST(fmt::format("{}", builder.curve("loudness")) == "Property of loudness: Linear, 1 key");
    BOOST_TEST(fmt::format("{}", builder) == "nod: 1 track");
    BOOST_TEST(fmt::format("{}", Inertialization(3)) == "3 bones: at rest");
    BOOST_TEST(fmt::format("{}", RootMotionDelta{{0., 0., 1.5}, std::numbers::pi / 6.}) == "(0, 0, 1.5) and 30 degrees");
    BOOST_TEST(fmt::format("{}", RootMotionSource::Feet) == "Feet");
    BOOST_TEST(fmt::format("{}", GraphNode{"jog", ClipNode{.clip = "run", .speed = {0.5f, "pace"}}})
               == "\"jog\": clip: clip \"run\", speed 0.5 * \"pace\", loop true, start 0");
    BOOST_TEST(fmt::format("{}", GraphDescription{.root = "jog"}) == "0 parameters, 0 clips, 0 nodes, root \"jog\"");
    BOOST_TEST(fmt::format("{}", PlayOptions{.loop = false, .from = 0.5}) == "loop false, speedRatio 1, from 0.5, to none, loopMode Cycle");
    BOOST_TEST(fmt::format("{}", AimOptions{.up = glm::vec3(0.f, 0.f, 2.f)}) == "axis (0, 1, 0), upAxis (0, 0, 1), up (0, 0, 2), weight 1");
    BOOST_TEST(fmt::format("{}", CopyPositionOptions{.axes = {true, false, true}})
               == "space World, axes (true, false, true), invert (false, false, false), offset (0, 0, 0), weight 1");
    // Quaternions print as x, y, z, w.
    BOOST_TEST(fmt::format("{}", SwingTwist{.swing = {1.f, 2.f, 3.f, 4.f}, .twistAngle = 0.5f})
               == "swing (2, 3, 4, 1), twist (0, 0, 0, 1), twistAngle 0.5");
    BOOST_TEST(fmt::format("{}", CloneOptions{.name = "copy", .rename = [](const std::string& name) { return name; }})
               == "name \"copy\", parent none, withChildren true, rename given");
}

BOOST_AUTO_TEST_CASE(values_say_what_they_hold)
{
    BOOST_TEST(fmt::format("{} | {}", Aabb{}, Aabb{{0.f, -1.f, 0.f}, {1.f, 2.5f, 3.f}}) == "empty | (0, -1, 0) to (1, 2.5, 3)");
    BOOST_TEST(fmt::format("{}", Ray{}) == "from (0, 0, 0) along (0, 0, -1)");
    BOOST_TEST(fmt::format("{}", CrowdInstance{3, 1}) == "member 3, generation 1");
    BOOST_TEST(fmt::format("{}", UnboundChannel{3, "tail", UnboundReason::Ambiguous}) == "channel 3: tail (Ambiguous)");
    BOOST_TEST(fmt::format("{}", ChannelTarget{.kind = ChannelTarget::Kind::Bone, .index = 3}) == "bone 3 of skeleton 0");
    BOOST_TEST(fmt::format("{}", BakeError{.position = 0.25}) == "position 0.25, point 0, rotation 0");
    SplineReport report;
    report.isReached = true;
    report.chainLength = 2.f;
    report.curveLength = 3.f;
    report.isTooShort = true;
    BOOST_TEST(fmt::format("{}", report)
               == "reached: 0 off; joints turned by up to 0 rad in 0 iterations; chain of 2 on a curve of 3, too short");
    BOOST_TEST(fmt::format("{}", SavedState()) == "0 bytes, hash cbf29ce484222325");  // FNV-1a's offset basis
    const Primitive primitive{.positions = {glm::vec3(0.f)}, .indices = {0, 0, 0}};
    BOOST_TEST(fmt::format("{}", primitive) == "Triangles: 1 vertex, 3 indices, no material");
}

BOOST_AUTO_TEST_CASE(objects_say_what_they_are_and_how_far)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("man");
    Bone& hips = skeleton.createBone("hips");
    Bone& thigh = skeleton.createBone("thigh", {.parent = &hips});
    Bone& shin = skeleton.createBone("shin", {.parent = &thigh, .bind = toMat4(Transform{.translation = {0.f, 1.f, 0.f}}), .length = 1.f});

    AnimationMixer& mixer = scene.createAnimationMixer();
    mixer.addLayer(walk(), {.weight = 0.5f}).play();
    mixer.advance(0.5);
    BOOST_TEST(fmt::format("{}", mixer) == "1 layer\n  Walk: playing at 0.5 s of 2 s, speed 1, looping, weight 0.5");

    const auto baked = BakedClip::create(*walk(), skeleton, {.framesPerSecond = 30.});
    const std::string text = fmt::format("{}", *baked);
    BOOST_TEST(text.starts_with("Walk: 2 s, 61 frames at 30 a second, 3 bones, "), text);
    Crowd crowd(skeleton);
    crowd.add();
    BOOST_TEST(fmt::format("{}", crowd) == "1 member, 1 palette of 3 matrices");

    const BoneIkController controller(shin, {.minAngle = 0.25f});
    BOOST_TEST(fmt::format("{}", controller).find("minAngle 0.25") != std::string::npos, toString(controller));

    Handle<Bone> handle(shin);
    BOOST_TEST(fmt::format("{}", handle) == toString(shin));
    RayHit hit{.primitive = 1, .triangle = 2, .distance = 3.f};
    hit.joints = {{.joint = 0, .bone = &hips, .weight = 0.75f}, {.joint = 9, .weight = 0.25f}};
    BOOST_TEST(fmt::format("{}", hit) == "nothing, primitive 1, triangle 2 at (0, 0, 0), distance 3, hips 0.75, joint 9 0.25");
    skeleton.removeBone(shin, Removal::KeepChildren);
    BOOST_TEST(fmt::format("{} {}", handle, Handle<Bone>()) == "gone none");

    Subscription subscription = hips.observeChange([](Node&) {});
    BOOST_TEST(fmt::format("{}", subscription) == "active");
    subscription.cancel();
    BOOST_TEST(fmt::format("{}", subscription) == "inactive");
}

BOOST_AUTO_TEST_CASE(messages_count_one_bone_and_two_bones)
{
    Skeleton skeleton("man");
    Bone& hips = skeleton.createBone("hips");
    Bone& thigh = skeleton.createBone("thigh", {.parent = &hips, .length = 1.f});
    const std::vector<glm::mat4> one(1, glm::mat4(1.f));
    BOOST_CHECK_EXCEPTION(skeleton.addInverseBindSet(one), std::invalid_argument,
                          test::says("man: 1 inverse bind for a palette of 2 slots"));
    Pose pose{{Transform{}}};
    BOOST_CHECK_EXCEPTION(static_cast<void>(JointView(skeleton, pose)), std::invalid_argument,
                          test::says("man: a pose of 1 bone, but the skeleton has 2"));
    ChainSolver solver(Chain::between(hips, thigh));
    BOOST_CHECK_EXCEPTION(solver.solve(skeleton, std::vector<IkGoal>(2)), std::invalid_argument,
                          test::says("chain: 2 goals for 1 effector"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(mirrorPose(skeleton, captureRestPose(skeleton), MirrorMap(1))), std::invalid_argument,
                          test::says("man: 2 bones, but a pose of 2 and a mirror map of 1"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(mirrorPose(skeleton, captureRestPose(skeleton), MirrorMap{0, 7})), std::invalid_argument,
                          test::says("the counterpart of bone 1 is 7, but there are 2 bones"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(Mesh::create(
                              {.name = "box", .primitives = {{.positions = {glm::vec3(0.f)}, .normals = std::vector(2, glm::vec3(1.f))}}})),
                          std::invalid_argument, test::says("has 2 elements, but the primitive has 1 vertex"));
}

BOOST_AUTO_TEST_CASE(a_path_keeps_the_place_of_what_has_no_name)
{
    Scene scene;
    TransformNode& root = scene.createTransformNode("");
    TransformNode& child = scene.createTransformNode("hips", &root);
    BOOST_TEST(child.getPath() == "(no name)/hips");
    child.setName("");
    BOOST_TEST(child.getPath() == "(no name)/(no name)");
    BOOST_TEST(toString(child).starts_with("(no name)/(no name): t "), toString(child));
    // The name at the start of a message.
    BOOST_CHECK_EXCEPTION(root.setParent(&child), std::invalid_argument, test::says("(no name)"));
}

BOOST_AUTO_TEST_CASE(an_instance_says_what_is_left_of_it)
{
    Scene model;
    model.createTransformNode("a");
    model.createTransformNode("b");
    model.createSkeleton("man");
    Scene scene;
    const SceneInstance instance = scene.instantiate(model, {.name = "guard"});
    BOOST_TEST(fmt::format("{}", instance) == "guard: 2 nodes, 1 skeleton, 0 mesh instances, 0 animation groups");
    scene.removeTransformNode(*instance.getNodes()[0]);
    BOOST_TEST(fmt::format("{}", instance) == "guard: 1 node, 1 skeleton, 0 mesh instances, 0 animation groups");
    scene.removeInstance(instance);
    BOOST_TEST(fmt::format("{}", instance) == "without root: 0 nodes, 0 skeletons, 0 mesh instances, 0 animation groups");
}

BOOST_AUTO_TEST_SUITE_END()
