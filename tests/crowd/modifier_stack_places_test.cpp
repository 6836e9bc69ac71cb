#include <array>
#include <thread>

#include <armature/animation/modifier_stack.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/saved_state.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

#include <crowd/joint_stores.hpp>
#include <crowd/stage.hpp>

using namespace armature;
using namespace armature::test;

/// Stacks of modifiers on every kind of pose storage, in many threads, and on characters that hold on to each other.
BOOST_AUTO_TEST_SUITE(modifier_stack_places)

namespace {

/// A stack of modifiers with weights and masks, shared by many characters.
struct SharedStack {
    explicit SharedStack(Stage& stage) : look(*stage.rig.bones()[7]), arm(Chain::between(*stage.rig.bones()[2], *stage.rig.bones()[2]))
    {
        stack.add("look", [this](JointView joints, double) { look.solve(joints, {1.f, 2.f, 3.f}); }, {.weight = 0.6f});
        ModifierStack::Modifier& reach = stack.add(
            "reach", [this](JointView joints, double) { arm.solve(joints, IkGoal{.position = glm::vec3(0.5f, 1.f, 0.f)}, Space::World); });
        reach.setMask(0.75f);
        ModifierStack::Modifier& shake = stack.add("shake", [](JointView joints, double seconds) {
            for (std::size_t joint = 0; joint < joints.size(); ++joint) {
                const Transform at = joints.getTransform(joint);
                joints.setTransform(joint, {at.translation * 1.5f,
                                            {at.rotation.w, at.rotation.y, at.rotation.z, at.rotation.x},
                                            at.scale + static_cast<float>(seconds)});
            }
        });
        for (std::size_t bone = 0; bone < stage.rig.bones().size(); ++bone) {
            shake.setMask(*stage.rig.bones()[bone], static_cast<float>(bone % 4) / 3.f);
        }
        stack.advance(0.25);
    }

    BoneLookController look;
    ChainSolver arm;
    ModifierStack stack;
};

}  // namespace

BOOST_AUTO_TEST_CASE(skeleton_pose_and_crowd_member_get_the_same_bits)
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Stage stage(24, seed);
        const SharedStack shared(stage);
        const CrowdInstance member = stage.crowd->add();
        Pose pose;
        for (std::size_t bone = 0; bone < 24; ++bone) {
            pose.bones.push_back(randomTransform(stage.random));
            stage.crowd->setOverride(member, bone, pose.bones.back());
        }
        const Transform host = randomTransform(stage.random);
        const JointTask task = [&](JointView joints) {
            shared.stack.apply(joints);
            return std::string();
        };
        pose = stage.crowd->getPose(member);
        const TaskResult onCrowd = onMember(*stage.crowd, member, host, task);
        BOOST_TEST((onCrowd == onPose(stage.rig, pose, host, task)));
        BOOST_TEST((onCrowd == onSkeleton(stage.rig, pose, host, false, task)));
        BOOST_TEST((onCrowd == onSkeleton(stage.rig, pose, host, true, task)));
        BOOST_TEST(!(onCrowd.pose == pose));
    }
}

// ThreadSanitizer detects whether calls share working arrays.
BOOST_AUTO_TEST_CASE(members_on_many_threads_share_a_stack_with_the_same_bits, *boost::unit_test::label("threads"))
{
    const auto play = [](Threads threads) {
        Stage stage(24, 5);
        SharedStack shared(stage);
        ModifierStack& stack = shared.stack;
        for (std::size_t i = 0; i < 100; ++i) {
            const CrowdInstance member = stage.crowd->add({.clip = i % 2, .time = stage.random.real(0.f, 0.5f)});
            stage.crowd->setModifier(member, [&stack](JointView joints) { stack.apply(joints); });
        }
        stack.find("look")->fadeTo(0.f, 1.);
        for (int frame = 0; frame < 5; ++frame) {
            stack.advance(0.03);
            stage.crowd->update(0.03, threads);
        }
        const auto palettes = stage.crowd->getPalettes();
        return std::vector<glm::mat3x4>(palettes.begin(), palettes.end());
    };
    BOOST_TEST(sameBits(play(Threads::All), play(Threads::Caller)));
}

BOOST_AUTO_TEST_CASE(applications_threads_share_a_stack, *boost::unit_test::label("threads"))
{
    Stage stage(24, 6);
    const SharedStack shared(stage);
    const Pose start = capturePose(stage.rig);
    Pose expected = start;
    shared.stack.apply(JointView(stage.rig, expected));
    std::array<std::size_t, 8> differing{};
    std::vector<std::thread> threads;
    for (std::size_t& wrong : differing) {
        threads.emplace_back([&] {
            for (int i = 0; i < 1000; ++i) {
                Pose pose = start;
                shared.stack.apply(JointView(stage.rig, pose));
                wrong += pose == expected ? 0u : 1u;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const std::size_t wrong : differing) {
        BOOST_TEST(wrong == 0u);
    }
}

BOOST_AUTO_TEST_CASE(a_crowd_with_a_shared_stack_allocates_nothing_after_the_first_frame)
{
    Stage stage(30);
    SharedStack shared(stage);
    for (std::size_t i = 0; i < 20; ++i) {
        stage.crowd->setModifier(stage.crowd->add({.clip = 1}), [&stack = shared.stack](JointView joints) { stack.apply(joints); });
    }
    stage.crowd->update(0.1);
    const AllocationCount allocations;
    shared.stack.advance(0.1);
    stage.crowd->update(0.1);
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

// --- in a scene -----------------------------------------------------------------------------------------------------

namespace {

/// Two soldiers with arms and a gun. The gun is a node below the right hand, and the left hand reaches for its grip. The second soldier's
/// right hand reaches for a point of the first one's gun. The bits of `order` choose the order in which objects are created.
struct Soldiers {
    struct Soldier {
        Skeleton* skeleton = nullptr;
        Bone* chest = nullptr;
        std::array<std::array<Bone*, 3>, 2> arms{};  // right, left: upper, fore, hand
        TransformNode* host = nullptr;
        TransformNode* gun = nullptr;
        TransformNode* grip = nullptr;
        std::optional<BoneIkController> left;
        std::optional<BoneIkController> right;
    };

    explicit Soldiers(unsigned order) : order_(order)
    {
        if (isSet(0)) {
            makeNodes(0);
            makeNodes(1);
        }
        makeSkeleton(isSet(1) ? 1 : 0);
        makeSkeleton(isSet(1) ? 0 : 1);
        if (!isSet(0)) {
            makeNodes(1);
            makeNodes(0);
        }
        for (Soldier& soldier : soldiers) {
            attach(soldier);
        }
        // The first soldier must be settled before the second one reaches for the first one's gun.
        for (Soldier& soldier : soldiers) {
            ModifierStack& stack = scene.createModifierStack(*soldier.skeleton);
            stack.add("turn", [&soldier, this](JointView joints, double) {
                for (const Bone* bone : {soldier.chest, soldier.arms[0][0], soldier.arms[0][1]}) {
                    joints.setRotationQuaternion(*joints.find(bone->getName()), turn);
                }
            });
            if (soldier.right) {
                stack.add("follow", *soldier.right);
            }
            stack.add("hold", *soldier.left);
        }
    }

    [[nodiscard]] bool isSet(unsigned bit) const { return (order_ >> bit & 1u) != 0; }

    void makeNodes(std::size_t which)
    {
        soldiers[which].host = &scene.createTransformNode("host", nullptr, {.translation = {2.f * static_cast<float>(which), 0.f, 0.f}});
        if (isSet(2)) {
            soldiers[which].grip = &scene.createTransformNode("grip");
        }
        soldiers[which].gun = &scene.createTransformNode("gun");
    }
    void makeSkeleton(std::size_t which)
    {
        Soldier& soldier = soldiers[which];
        soldier.skeleton = &scene.createSkeleton("soldier");
        soldier.chest = &soldier.skeleton->createBone("chest", {.bind = translate({0.f, 1.4f, 0.f})});
        for (std::size_t i = 0; i < 2; ++i) {
            const std::size_t side = isSet(3) ? 1 - i : i;
            const std::string suffix = side == 0 ? "R" : "L";
            Bone* above = soldier.chest;
            for (std::size_t part = 0; part < 3; ++part) {
                const glm::vec3 place = part == 0 ? glm::vec3(side == 0 ? -0.25f : 0.25f, 0.f, 0.f) : glm::vec3(0.f, -0.6f, 0.f);
                above = soldier.arms[side][part] = &soldier.skeleton->createBone(std::array{"upper", "fore", "hand"}[part] + suffix,
                                                                                 {.parent = above, .bind = translate(place)});
            }
        }
    }
    void attach(Soldier& soldier)
    {
        if (soldier.grip == nullptr) {
            soldier.grip = &scene.createTransformNode("grip");
        }
        if (isSet(4)) {
            soldier.skeleton->setHostNode(soldier.host);
        }
        soldier.grip->setParent(soldier.gun, Keep::Local);
        soldier.grip->setPosition({0.3f, 0.45f, 0.2f});
        soldier.gun->setParent(soldier.arms[0][2], Keep::Local);
        if (!isSet(4)) {
            soldier.skeleton->setHostNode(soldier.host);
        }
        if (isSet(5)) {  // a node drives the left forearm
            TransformNode& driver = scene.createTransformNode("driver");
            driver.setPosition({0.f, -0.6f, 0.f});
            soldier.arms[1][1]->linkTransformNode(&driver);
        }
        soldier.left.emplace(*soldier.arms[1][1], BoneIkOptions{.bendAxis = glm::vec3(1.f, 0.f, 0.f)});
        soldier.left->setTarget(*soldier.grip);
        if (&soldier == &soldiers[1]) {
            soldier.right.emplace(*soldier.arms[0][1], BoneIkOptions{.bendAxis = glm::vec3(1.f, 0.f, 0.f)});
            soldier.right->setTarget(*soldiers[0].gun, {0.1f, 0.f, 0.f});
        }
    }
    static glm::mat4 translate(const glm::vec3& by) { return toMat4({.translation = by}); }

    Scene scene;
    std::array<Soldier, 2> soldiers;
    glm::quat turn{1.f, 0.f, 0.f, 0.f};

private:
    unsigned order_;
};

}  // namespace

// A chain of dependencies: hand, gun, other hand, then the other soldier. Nodes, bones, hosts and links are created in every order.
BOOST_AUTO_TEST_CASE(what_hangs_together_settles_in_one_frame_in_any_order)
{
    std::size_t reached = 0;
    for (unsigned order = 0; order < 64; ++order) {
        Soldiers scene(order);
        Random random(700);
        for (int frame = 0; frame < 10; ++frame) {
            scene.turn = turned(random.direction(), random.real(-0.25f, 0.25f));
            scene.soldiers[0].host->setPosition({random.real(-0.2f, 0.2f) + 1.5f, 0.f, 0.f});
            if (order % 3 == 0) {
                scene.scene.update();
            }
            scene.scene.animate(1. / 60.);
            // Running the stacks again from the same pose changes nothing, so everything was settled.
            const Pose first = capturePose(*scene.soldiers[0].skeleton);
            const Pose second = capturePose(*scene.soldiers[1].skeleton);
            const glm::mat4 grip = scene.soldiers[1].grip->getWorldMatrix();
            scene.scene.animate(0.);
            BOOST_TEST((capturePose(*scene.soldiers[0].skeleton) == first));
            BOOST_TEST((capturePose(*scene.soldiers[1].skeleton) == second));
            BOOST_TEST((scene.soldiers[1].grip->getWorldMatrix() == grip));
            for (const Soldiers::Soldier& soldier : scene.soldiers) {
                const glm::vec3 hand(soldier.host->getWorldMatrix() * soldier.arms[1][2]->getAbsoluteMatrix()[3]);
                reached += glm::distance(hand, glm::vec3(soldier.grip->getWorldMatrix()[3])) < 1e-5f ? 1u : 0u;
            }
        }
    }
    BOOST_TEST(reached == 2u * 64u * 10u);
}

BOOST_AUTO_TEST_SUITE_END()
