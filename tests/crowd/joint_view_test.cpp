#include <array>
#include <utility>

#include <armature/ik/aim_chain.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/text.hpp>

#include <support/precompiled.hpp>
#include <support/random.hpp>

#include <crowd/joint_stores.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(joint_views)

namespace {

enum class Scales { None, Uneven, Mirrored, Huge, Tiny };

/// A body with two legs, a spine, an arm and a tail. `others` further bones are attached at random.
class Body {
public:
    Body(Scales scales, std::size_t others, Random& random) : scales_(scales), random_(random)
    {
        root = add("root", nullptr, {0.f, 1.f, 0.f});
        for (std::size_t i = 0; i < others; ++i) {
            add("other", random.pick(bones), random.vector(-1.f, 1.f));
        }
        pelvis = add("pelvis", root, {0.f, 0.5f, 0.f});
        for (auto& leg : legs) {
            const float side = &leg == &legs[0] ? 0.2f : -0.2f;
            leg[0] = add("upper leg", pelvis, {side, 0.f, 0.f});
            leg[1] = add("lower leg", leg[0], {0.f, -0.7f, 0.1f});
            leg[2] = add("foot", leg[1], {0.f, -0.7f, -0.1f});
            add("toes", leg[2], {0.f, -0.1f, 0.2f});
        }
        row(spine, "spine", pelvis);
        row(arm, "arm", spine.back());
        row(tail, "tail", root);
        arm.back()->setLength(0.4f);
        skeleton.bones()[0]->setMetadata({});
        pose = capturePose(skeleton);
        for (Transform& bone : pose.bones) {
            bone.rotation = glm::normalize(bone.rotation + 0.25f * random.rotation());
        }
    }

    [[nodiscard]] std::size_t number(const Bone* bone) const
    {
        return static_cast<std::size_t>(std::ranges::find(bones, bone) - bones.begin());
    }

    Skeleton skeleton{"body"};
    std::vector<Bone*> bones;
    Bone* root = nullptr;
    Bone* pelvis = nullptr;
    std::array<std::array<Bone*, 3>, 2> legs{};
    std::array<Bone*, 4> spine{};
    std::array<Bone*, 4> arm{};
    std::array<Bone*, 6> tail{};
    Pose pose;

private:
    [[nodiscard]] glm::vec3 scale()
    {
        switch (scales_) {
        case Scales::None: return glm::vec3(1.f);
        case Scales::Uneven: return random_.vector(0.6f, 1.4f);
        case Scales::Mirrored: return random_.vector(0.8f, 1.2f) * (random_.chance(0.4) ? glm::vec3(-1.f, 1.f, 1.f) : glm::vec3(1.f));
        case Scales::Huge: return glm::vec3(bones.empty() ? 1e4f : 1.f);
        case Scales::Tiny: return glm::vec3(bones.empty() ? 1e-4f : 1.f);
        }
        return glm::vec3(1.f);
    }
    Bone* add(const char* name, Bone* parent, const glm::vec3& place)
    {
        const Transform local{place, glm::normalize(glm::quat(1.f, 0.f, 0.f, 0.f) + 0.2f * random_.rotation()), scale()};
        bones.push_back(&skeleton.createBone(name, {.parent = parent, .bind = toMat4(local)}));
        bones.back()->setTransform(local);
        return bones.back();
    }
    template <std::size_t count>
    void row(std::array<Bone*, count>& outBones, const char* name, Bone* parent)
    {
        for (Bone*& bone : outBones) {
            bone = parent = add(name, parent, {0.1f, 0.4f, 0.05f});
        }
    }

    Scales scales_;
    Random& random_;
};

std::string said(const IkReport& report)
{
    BOOST_TEST((report.status == IkStatus::Solved));
    return toString(report);
}

/// All IK functions, each as a task for joints of the body. Goals lie within about half the body's size of a bone.
std::vector<std::pair<std::string, JointTask>> tasksFor(Body& body, float size, Random& random)
{
    const auto near = [&](const Bone* bone) { return bone->getPosition(Space::World) + 0.5f * size * random.vector(-1.f, 1.f); };
    std::vector<std::pair<std::string, JointTask>> tasks;
    const auto add = [&](std::string name, JointTask task) { tasks.emplace_back(std::move(name), std::move(task)); };
    const Space spaces[] = {Space::Local, Space::Skeleton, Space::World};

    const auto limb = std::make_shared<const BoneIkController>(*body.arm[2], BoneIkOptions{.weight = 0.8f});
    add("BoneIkController", [limb, goal = near(body.arm[3])](JointView joints) {
        return said(limb->solve(joints, goal, glm::vec3(goal.z, goal.x, -goal.y), Space::Skeleton));
    });
    const auto leaf = std::make_shared<const BoneIkController>(*body.arm[3], BoneIkOptions{.maxAngle = 2.f});
    add("BoneIkController, of a leaf", [leaf, goal = near(body.arm[3])](JointView joints) { return said(leaf->solve(joints, goal)); });
    const auto look = std::make_shared<const BoneLookController>(
        *body.spine[3], BoneLookOptions{.upSpace = Space::World, .minYaw = -0.5f, .maxYaw = 0.5f, .weight = 0.9f});
    add("BoneLookController", [look, goal = near(body.spine[3])](JointView joints) { return said(look->solve(joints, goal)); });

    Chain chain = Chain::between(*body.pelvis, *body.arm[3]);
    chain.setJoint(*body.spine[1], {.limit = HingeJoint{{1.f, 0.f, 0.f}, -0.4f, 0.6f}, .stiffness = 0.3f});
    chain.setJoint(*body.arm[0], {.limit = SwingTwistJoint{{0.f, 1.f, 0.f}, 0.7f, -0.3f, 0.5f}});
    chain.setJoint(*body.arm[1], {.limit = PrismaticJoint{{0.f, 1.f, 0.f}, -0.1f * size, 0.1f * size}});
    for (const ChainMethod method : {ChainMethod::Fabrik, ChainMethod::DampedLeastSquares}) {
        const auto solver =
            std::make_shared<const ChainSolver>(chain, ChainSolverOptions{.method = method, .maxIterations = 8, .restarts = 1});
        add("ChainSolver " + std::string(toString(method)), [solver, goal = near(body.arm[3])](JointView joints) {
            std::array<ChainReport, 1> effector;
            const auto report = solver->solve(joints, {.position = goal}, Space::World, nullptr, effector);
            return said(report) + toString(effector[0]);
        });
    }
    Chain twoEnds(body.skeleton);
    twoEnds.addEffector(*body.root, *body.arm[2]);
    twoEnds.addEffector(*body.root, *body.legs[0][2]);
    const auto both = std::make_shared<const ChainSolver>(twoEnds, ChainSolverOptions{.maxIterations = 6, .restarts = 0});
    add("ChainSolver, two effectors", [both, a = near(body.arm[2]), b = near(body.legs[0][2])](JointView joints) {
        const std::array<IkGoal, 2> goals{{{.position = a, .rotation = glm::quat(0.6f, 0.f, 0.8f, 0.f)}, {.position = b, .priority = 1}}};
        return said(both->solve(joints, goals, Space::Skeleton));
    });
    const auto leg = std::make_shared<const ChainSolver>(Chain::between(*body.legs[1][0], *body.legs[1][2]));
    add("ChainSolver, of a leg with a rotation", [leg, goal = near(body.legs[1][2])](JointView joints) {
        return said(leg->solve(joints, {.position = goal, .rotation = glm::quat(0.8f, 0.6f, 0.f, 0.f)}));
    });

    Chain back = Chain::between(*body.spine[0], *body.spine[3]);
    back.setJoint(*body.spine[2], {.limit = SwingTwistJoint{{0.f, 1.f, 0.f}, 0.3f}, .stiffness = 0.5f});
    const auto aim = std::make_shared<const AimChain>(back, AimChainOptions{.weight = 0.7f});
    add("AimChain", [aim, goal = near(body.spine[3])](JointView joints) { return said(aim->solve(joints, goal)); });
    const auto spline =
        std::make_shared<const SplineChain>(*body.tail[0], *body.tail[5], SplineChainOptions{.maxStretch = 1.5f, .endRoll = 1.f});
    add("SplineChain", [spline, a = near(body.root), b = near(body.tail[2]), c = near(body.tail[5])](JointView joints) {
        const std::array<glm::vec3, 3> points{a, b, c};
        const SplineReport report = spline->solve(joints, points);
        BOOST_TEST((report.status == IkStatus::Solved));
        return toString(report);
    });
    const auto hills = [size](const glm::vec3& at) {
        return GroundPoint{{at.x, 0.05f * size * std::sin(3.f * at.x / size), at.z}, {0.1f, 1.f, 0.05f}};
    };
    const std::array<FootPlacementLeg, 2> legs{{{.foot = body.legs[0][2]}, {.foot = body.legs[1][2]}}};
    const auto feet = std::make_shared<const FootPlacement>(legs, hills, FootPlacementOptions{.pelvis = body.pelvis, .liftEnd = 100.f});
    add("FootPlacement", [feet](JointView joints) {
        std::array<FootReport, 2> reports;
        const FootPlacementReport report = feet->solve(joints, nullptr, 0., reports);
        BOOST_TEST((report.status == IkStatus::Solved));
        return toString(report) + toString(reports[0]) + toString(reports[1]);
    });

    const std::size_t hand = body.number(body.arm[3]);
    const std::size_t elbow = body.number(body.arm[2]);
    const std::size_t foot = body.number(body.legs[0][2]);
    const std::size_t neck = body.number(body.spine[3]);
    for (const Space space : spaces) {
        const std::string in = ", " + std::string(toString(space));
        add("copyPosition" + in, [=](JointView joints) {
            return said(copyPosition(joints, hand, foot, {.space = space, .axes = {true, false, true}, .weight = 0.6f}));
        });
        add("copyRotation" + in, [=](JointView joints) {
            return said(copyRotation(joints, elbow, foot, {.space = space, .axes = {true, true, false}}));
        });
        add("copyScale" + in, [=](JointView joints) {
            return said(copyScale(joints, elbow, foot, {.space = space, .factor = {1.5f, 0.5f, 1.25f}, .weight = 0.5f}));
        });
        add("aimAt" + in, [=, goal = near(body.arm[3])](JointView joints) {
            return said(aimAt(joints, elbow, goal, space, {.up = glm::vec3(0.f, 0.f, 1.f), .weight = 0.9f}));
        });
        for (const StretchMode mode : {StretchMode::Scale, StretchMode::MoveChildren}) {
            add("stretchTo" + in, [=, goal = near(body.arm[3])](JointView joints) {
                return said(
                    stretchTo(joints, elbow, goal, space, {.mode = mode, .minStretch = 0.5f, .maxStretch = 3.f, .keepVolume = 0.5f}));
            });
        }
    }
    add("copyRotation from rest", [=](JointView joints) {
        return said(copyRotation(joints, elbow, neck, {.space = Space::Local, .fromRest = true, .weight = 0.5f}));
    });
    add("aimAt a joint", [=](JointView joints) { return said(aimAt(joints, neck, foot, {0.1f, 0.f, 0.2f})); });
    add("stretchTo a joint", [=](JointView joints) { return said(stretchTo(joints, elbow, foot, {0.1f, 0.f, 0.2f})); });
    const JointLimit limits[] = {HingeJoint{{1.f, 0.f, 0.f}, 0.5f, 0.9f}, SwingTwistJoint{{0.f, 1.f, 0.f}, 0.05f, 0.2f, 0.3f},
                                 PrismaticJoint{{1.f, 1.f, 0.f}, 0.2f * size, 0.3f * size}, FixedJoint{}};
    for (const JointLimit& limit : limits) {
        add("limitJoint " + toString(limit), [=](JointView joints) { return said(limitJoint(joints, elbow, limit, 0.75f)); });
    }
    add("a modifier of one's own", [=](JointView joints) {
        const glm::vec3 place(joints.getAbsoluteMatrix(hand)[3]);
        Transform local = joints.getTransform(neck);
        local.rotation = local.rotation * glm::angleAxis(0.3f, glm::vec3(0.f, 0.6f, 0.8f));
        joints.setTransform(neck, local);
        joints.setPosition(foot, place);
        joints.setScaling(hand, joints.getRest(hand).scale * 1.5f);
        joints.setRotationQuaternion(elbow, joints.getRest(elbow).rotation);
        return matrixText(joints.getAbsoluteMatrix(hand)) + matrixText(joints.getWorldMatrix()) + std::to_string(*joints.getParent(hand))
               + std::to_string(*joints.getFirstChild(elbow)) + std::to_string(joints.getLength(hand).value_or(-1.f))
               + std::string(joints.getName(foot));
    });
    return tasks;
}

}  // namespace

// Other tests (tests/ik, tests/oracle) compare a skeleton's results with other programs and with models in double. Here every kind of pose
// storage must give the bits of a skeleton.
BOOST_AUTO_TEST_CASE(all_of_ik_has_the_same_bits_on_skeletons_linked_skeletons_poses_and_members_of_crowds)
{
    Random random(2211);
    std::size_t compared = 0;
    for (const auto& [scales, others, size] :
         {std::tuple(Scales::None, 0u, 1.f), std::tuple(Scales::None, 90u, 1.f), std::tuple(Scales::Uneven, 10u, 1.f),
          std::tuple(Scales::Mirrored, 10u, 1.f), std::tuple(Scales::Huge, 3u, 1e4f), std::tuple(Scales::Tiny, 3u, 1e-4f)}) {
        Body body(scales, others, random);
        const Transform host{random.vector(-1.f, 1.f), random.rotation(), random.vector(0.7f, 1.3f)};
        Crowd crowd(body.skeleton);
        crowd.add();
        const CrowdInstance member = crowd.add();
        for (std::size_t i = 0; i < body.pose.bones.size(); ++i) {
            crowd.setOverride(member, i, body.pose.bones[i]);
        }
        const Pose pose = crowd.getPose(member);
        for (const auto& [name, task] : tasksFor(body, size, random)) {
            BOOST_TEST_CONTEXT(name << ", scales " << static_cast<int>(scales) << ", " << body.bones.size() << " bones")
            {
                const TaskResult expected = onSkeleton(body.skeleton, pose, host, false, task);
                BOOST_TEST((expected.pose != pose));  // the task did something
                const std::pair<const char*, TaskResult> stores[] = {
                    {"linked", onSkeleton(body.skeleton, pose, host, true, task)},
                    {"pose", onPose(body.skeleton, pose, host, task)},
                    {"member", onMember(crowd, member, host, task)},
                };
                for (const auto& [store, result] : stores) {
                    BOOST_TEST(result.said == expected.said, store << " says " << result.said << ", not " << expected.said);
                    BOOST_TEST((result.pose == expected.pose), store << ": another pose");
                    BOOST_TEST((result.palette == expected.palette), store << ": other matrices");
                    ++compared;
                }
            }
        }
    }
    BOOST_TEST(compared > 500u);
}

// update() with a target in skeleton space must do what solve() does on the bones themselves.
BOOST_AUTO_TEST_CASE(controllers_update_as_they_solve)
{
    Random random(2212);
    for (const Scales scales : {Scales::None, Scales::Uneven, Scales::Mirrored}) {
        Body body(scales, 5, random);
        const glm::vec3 goal = body.arm[3]->getPosition(Space::World) + random.vector(-0.3f, 0.3f);
        applyPose(body.skeleton, body.pose);
        BoneIkController limb(*body.arm[2]);
        BoneLookController look(*body.spine[3]);
        ChainSolver chain(Chain::between(*body.spine[0], *body.arm[3]));
        Pose pose = capturePose(body.skeleton);
        limb.setTarget(goal, Space::Skeleton);
        look.setTarget(goal, Space::Skeleton);
        const JointView joints(body.skeleton, pose);
        BOOST_TEST(toString(limb.solve(joints, goal)) == toString(limb.update()));
        BOOST_TEST(toString(look.solve(joints, goal)) == toString(look.update()));
        BOOST_TEST(toString(std::as_const(chain).solve(joints, {.position = goal}))
                   == toString(chain.solve(body.skeleton, {.position = goal})));
        BOOST_TEST((capturePose(body.skeleton) == pose));
    }
}

BOOST_AUTO_TEST_CASE(joints_of_another_rig_are_refused_and_stay_as_they_are)
{
    Random random(2213);
    Body body(Scales::None, 0, random);
    Skeleton other("other");
    other.createBone("a");
    const glm::vec3 goal(1.f);
    const BoneIkController limb(*body.arm[2]);
    const BoneLookController look(*body.spine[3]);
    const AimChain aim(*body.spine[0], *body.spine[3]);
    const std::array<FootPlacementLeg, 1> legs{{{.foot = body.legs[0][2]}}};
    const FootPlacement feet(legs, [](const glm::vec3& at) { return GroundPoint{at}; });
    BOOST_CHECK_THROW(limb.solve(other, goal), std::invalid_argument);
    BOOST_CHECK_THROW(look.solve(other, goal), std::invalid_argument);
    BOOST_CHECK_THROW(aim.solve(other, goal), std::invalid_argument);
    BOOST_CHECK_THROW(feet.solve(other), std::invalid_argument);
    BOOST_CHECK_THROW(aimAt(other, 1, goal), std::invalid_argument);

    // The same number of bones, but a joint of the arm is now a child of the first bone.
    const std::unique_ptr<Skeleton> twisted = body.skeleton.clone();
    twisted->bones()[body.number(body.arm[2])]->setParent(twisted->bones()[0]);
    const Pose before = capturePose(*twisted);
    BOOST_CHECK_THROW(limb.solve(*twisted, goal), std::invalid_argument);
    BOOST_CHECK_THROW(ChainSolver(Chain::between(*body.arm[0], *body.arm[3])).solve(*twisted, {.position = goal}), std::invalid_argument);
    BOOST_TEST((capturePose(*twisted) == before));
}

BOOST_AUTO_TEST_SUITE_END()
