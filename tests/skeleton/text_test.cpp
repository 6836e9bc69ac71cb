#include <armature/format.hpp>

#include <array>
#include <limits>
#include <stdexcept>
#include <string>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/math/decompose.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

using namespace armature;

BOOST_AUTO_TEST_SUITE(text)

BOOST_AUTO_TEST_CASE(enumerators_have_their_names)
{
    BOOST_TEST(fmt::format("{} {} {} {}", Space::Own, Space::Local, Space::Skeleton, Space::World) == "Own Local Skeleton World");
    BOOST_TEST(fmt::format("{} {}", Keep::Local, Keep::World) == "Local World");
    BOOST_TEST(fmt::format("{} {}", LinkMode::NodeDrives, LinkMode::ForwardWrites) == "NodeDrives ForwardWrites");
    BOOST_TEST(fmt::format("{} {}", BindUpdate::KeepPose, BindUpdate::ResetPose) == "KeepPose ResetPose");
    BOOST_TEST(fmt::format("{} {}", Removal::KeepChildren, Removal::Subtree) == "KeepChildren Subtree");
    BOOST_TEST(fmt::format("{} {} {}", Visit::Continue, PaletteOrder::Keep, Threads::All) == "Continue Keep All");
    BOOST_TEST(fmt::format("{} {}", ChildScaling::Inherit, ChildScaling::Compensate) == "Inherit Compensate");
    BOOST_TEST(fmt::format("{} {}", ChannelPath::Weights, Interpolation::CubicSpline) == "Weights CubicSpline");
    BOOST_TEST(fmt::format("{} {}", PrimitiveTopology::TriangleFan, AlphaMode::Blend) == "TriangleFan Blend");
    BOOST_TEST(fmt::format("{} {}", TextureWrap::MirroredRepeat, TextureFilter::LinearMipmapLinear) == "MirroredRepeat LinearMipmapLinear");
    BOOST_TEST(toString(static_cast<Space>(77)) == "?");
}

BOOST_AUTO_TEST_CASE(inverse_kinematics_says_what_it_is_and_how_it_ended)
{
    BOOST_TEST(fmt::format("{} {} {}", ChainMethod::DampedLeastSquares, StretchMode::MoveChildren, BoneAxis::Z)
               == "DampedLeastSquares MoveChildren Z");
    const HingeJoint elbow{.axis = {1.f, 0.f, 0.f}, .minAngle = 0.f, .maxAngle = 2.6f};
    BOOST_TEST(fmt::format("{}", JointLimit(elbow)) == "hinge 0 to 2.6 about (1, 0, 0)");
    BOOST_TEST(fmt::format("{}", JointLimit(SwingTwistJoint{{0.f, 1.f, 0.f}, 1.f, -0.5f, 0.5f}))
               == "swing up to 1 and twist -0.5 to 0.5 about (0, 1, 0)");
    BOOST_TEST(fmt::format("{}", JointLimit(PrismaticJoint{{0.f, 1.f, 0.f}, 0.f, 2.f})) == "slide 0 to 2 along (0, 1, 0)");
    BOOST_TEST(fmt::format("{} {}", JointLimit(BallJoint{}), JointLimit(FixedJoint{})) == "ball fixed");

    const IkReport reached{.distance = 0.25f, .jointChange = 0.5f, .iterations = 3, .isReached = true};
    BOOST_TEST(fmt::format("{}", reached) == "reached: 0.25 off; joints turned by up to 0.5 rad in 3 iterations");
    ChainReport held;
    static_cast<IkReport&>(held) = {.distance = 2.f, .angle = 0.125f, .beyondReach = 1.f, .iterations = 1};
    held.activeLimits = 5;
    BOOST_TEST(
        fmt::format("{}", held)
        == "not reached: 2 off, 0.125 rad to turn, 1 beyond reach, limits of joints 0, 2; joints turned by up to 0 rad in 1 iteration");
    BoneIkReport elbowReport;
    elbowReport.isAngleHeld = true;
    BOOST_TEST(fmt::format("{}", elbowReport).find("0 off, held by the range of the angle; joints") != std::string::npos);
    BoneLookReport look;
    look.isYawHeld = true;
    BOOST_TEST(fmt::format("{}", look).find("held by the range of yaw;") != std::string::npos);
    look.isPitchHeld = true;
    BOOST_TEST(fmt::format("{}", look).find("held by the ranges of pitch and yaw;") != std::string::npos);
    StretchReport stretched;
    stretched.isMaxHeld = true;
    BOOST_TEST(fmt::format("{}", stretched).find("held by maxStretch;") != std::string::npos);
    LimitReport limited;
    limited.isHeld = true;
    BOOST_TEST(fmt::format("{}", limited).find("held by the limit;") != std::string::npos);
    FootReport foot;
    foot.isAnkleHeld = true;
    BOOST_TEST(fmt::format("{}", foot).find("held by the range of the ankle;") != std::string::npos);

    Skeleton skeleton("arm");
    Bone& upper = skeleton.createBone("upper");
    Bone& lower = skeleton.createBone("lower", {.parent = &upper, .length = 2.f});
    Chain chain = Chain::between(upper, lower);
    chain.setJoint(lower, {.limit = elbow, .stiffness = 0.5f});
    BOOST_TEST(fmt::format("{}", chain)
               == "chain of arm: 2 joints, 1 effector\n"
                  "  upper: ball\n"
                  "  lower: hinge 0 to 2.6 about (1, 0, 0), stiffness 0.5\n"
                  "  effector at (0, 2, 0) of lower");
    const std::array feet{FootReport{.ik = reached, .weight = 1.f, .hasGround = true}};
    BOOST_TEST(fmt::format("{}", FootPlacementReport{.pelvisOffset = -0.5f, .feet = feet})
               == "pelvis moved by -0.5\n"
                  "  ground, weight 1, reached: 0.25 off; joints turned by up to 0.5 rad in 3 iterations");
}

BOOST_AUTO_TEST_CASE(width_and_alignment_work_as_for_strings)
{
    BOOST_TEST(fmt::format("{:>8}|{:<8}|", Space::World, Space::Own) == "   World|Own     |");
}

BOOST_AUTO_TEST_CASE(a_skeleton_is_a_tree_of_lines)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("driver");
    Skeleton& skeleton = scene.createSkeleton("character");
    Bone& body = skeleton.createBone("body", {.bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
    Bone& arm = skeleton.createBone("arm", {.parent = &body, .isHelper = true});
    skeleton.createBone("leg", {.parent = &body});
    arm.linkTransformNode(&node);
    scene.createTransformNode("sword", &arm);
    BOOST_TEST(fmt::format("{}", skeleton)
               == "character: 3 bones, 2 palette slots\n"
                  "  body [0]: t (0, 1, 0) r (0, 0, 0, 1) s (1, 1, 1)\n"
                  "    arm [helper]: t (0, 0, 0) r (0, 0, 0, 1) s (1, 1, 1) <- driver\n"
                  "      sword (node)\n"
                  "    leg [1]: t (0, 0, 0) r (0, 0, 0, 1) s (1, 1, 1)\n");
    BOOST_TEST(fmt::format("{}", arm) == "body/arm [helper]: t (0, 0, 0) r (0, 0, 0, 1) s (1, 1, 1) <- driver");
    BOOST_TEST(fmt::format("{}", node) == "driver: t (0, 0, 0) r (0, 0, 0, 1) s (1, 1, 1)");
    BOOST_TEST(fmt::format("{}", scene) == "2 nodes, 1 skeleton, 0 mesh instances, 0 animation groups, 0 materials, 0 images, 0 warnings");
}

// One line for each bone, without the indents that would take 400 MB.
BOOST_AUTO_TEST_CASE(a_deep_skeleton_needs_neither_a_deep_stack_nor_a_text_that_grows_with_the_square_of_its_depth)
{
    Skeleton skeleton;
    Bone* bone = nullptr;
    for (int i = 0; i < 20'000; ++i) {
        bone = &skeleton.createBone("b", {.parent = bone, .isHelper = true});
    }
    const std::string text = toString(skeleton);
    BOOST_TEST(std::ranges::count(text, '\n') >= 20'000);
    BOOST_TEST(text.size() < 20'000u * 256);
}

BOOST_AUTO_TEST_CASE(values_say_what_they_hold)
{
    glm::mat4 sheared(1.f);
    sheared[1][0] = 0.5f;
    BOOST_TEST(fmt::format("{}", decompose(sheared)).find("residual 0.") != std::string::npos);
    BOOST_TEST(matrixText(glm::mat4(1.f)).find("           1            0            0            0\n") == 0u);
    BOOST_TEST(fmt::format("{}", Pose{{Transform{}}}) == "0: t (0, 0, 0) r (0, 0, 0, 1) s (1, 1, 1)\n");
    MeshDescription mesh;
    mesh.name = "box";
    mesh.primitives.emplace_back();
    BOOST_TEST(fmt::format("{}", mesh) == "box: 1 primitive, 0 vertices, 0 morph targets");
    Material material;
    material.name = "skin";
    material.unlit = true;
    BOOST_TEST(fmt::format("{}", material) == "skin: (1, 1, 1, 1), Opaque, unlit");
    Image image;
    image.name = "face";
    BOOST_TEST(fmt::format("{}", image) == "face: unknown type, 0 bytes");
}

BOOST_AUTO_TEST_CASE(clips_and_groups_say_how_far_they_are)
{
    Scene scene;
    scene.createTransformNode("node");
    ClipDescription description;
    description.name = "Walk";
    description.timeTracks = {{0.f, 2.f}};
    ChannelDescription& channel = description.channels.emplace_back();
    channel.target.name = "node";
    channel.values = {0.f, 0.f, 0.f, 1.f, 1.f, 1.f};
    AnimationGroup& group = scene.createAnimationGroup(AnimationClip::create(description));
    BOOST_TEST(fmt::format("{}", group.getClip()) == "Walk: 2 s, 1 channel, 1 time track");
    group.play({.loop = true});
    scene.animate(0.5);
    BOOST_TEST(fmt::format("{}", group) == "Walk: playing at 0.5 s of 2 s, speed 1, looping");
}

BOOST_AUTO_TEST_CASE(one_is_singular_and_no_text_begins_with_a_colon)
{
    Skeleton skeleton;
    skeleton.createBone("root");
    BOOST_TEST(toString(skeleton).starts_with("(no name): 1 bone, 1 palette slot"), toString(skeleton));
    BOOST_TEST(toString(Image{.bytes = {std::byte{1}}}) == "(no name): unknown type, 1 byte");
    BOOST_TEST(toString(Material{}).starts_with("(no name): "), toString(Material{}));
    BOOST_TEST(toString(MeshDescription{}) == "(no name): 0 primitives, 0 vertices, 0 morph targets");
}

// A letter has two bytes, so cuts fall inside one. The message must still be UTF-8, show both ends, and not grow with name or path.
BOOST_AUTO_TEST_CASE(messages_show_the_ends_of_long_names)
{
    std::string name = "hip";
    for (int i = 0; i < 5000; ++i) {
        name += "\xC3\xA9";
    }
    name += ".LL";  // makes both cuts fall inside a letter
    Skeleton skeleton;
    Bone* bone = &skeleton.createBone(name);
    const auto refusal = [](Bone& refusing) {
        try {
            refusing.setPosition(glm::vec3(std::numeric_limits<float>::quiet_NaN()));
        } catch (const std::invalid_argument& refused) {
            return std::string(refused.what());
        }
        return std::string("was taken");
    };
    const std::string ofRoot = refusal(*bone);
    BOOST_TEST(ofRoot.size() < 400u);
    BOOST_TEST(ofRoot.starts_with("hip\xC3\xA9"));
    BOOST_TEST(ofRoot.find("\xC3\xA9...\xC3\xA9") != std::string::npos, ofRoot);
    BOOST_TEST(ofRoot.find("\xC3\xA9.LL: ") != std::string::npos);
    BOOST_TEST(ofRoot.find("\xEF\xBF\xBD") == std::string::npos);
    for (int depth = 0; depth < 500; ++depth) {
        bone = &skeleton.createBone("tail", {.parent = bone});
    }
    const std::string ofLeaf = refusal(*bone);
    BOOST_TEST(ofLeaf.size() < 400u);
    BOOST_TEST(ofLeaf.find("tail/tail: ") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
