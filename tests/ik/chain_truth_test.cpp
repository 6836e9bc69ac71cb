#include <algorithm>
#include <array>
#include <cmath>

#include <armature/text.hpp>

#include <ik/chain_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(chain_solver)

namespace {

/// A bone's angle from the identity rotation.
double turnOf(const Bone& bone)
{
    return angleBetweenRotations(bone.getRotationQuaternion(), glm::quat(1.f, 0.f, 0.f, 0.f));
}

/// The fraction of all turning that the last three of eight joints do, for goals within 1.2 radians of the chain's direction.
double shareOfLastThree(const ChainSolverOptions& options, float stiffnessAtRoot)
{
    Random random(717);
    double last = 0.;
    double all = 0.;
    for (int i = 0; i < 200; ++i) {
        StraightChain stage(7);
        Chain chain = stage.chain();
        for (std::size_t joint = 0; joint < 8; ++joint) {
            chain.setJoint(*stage.bones[joint], {.stiffness = stiffnessAtRoot * (1.f - static_cast<float>(joint) / 7.f)});
        }
        const glm::quat aside = turned({std::sin(static_cast<float>(i)), 0.f, std::cos(static_cast<float>(i))}, random.real(0.f, 1.2f));
        const glm::vec3 goal = aside * glm::vec3(0.f, random.real(3.f, 7.f), 0.f);
        BOOST_TEST(ChainSolver(chain, options).solve(stage.skeleton, {.position = goal}, Space::Skeleton).isReached);
        for (std::size_t joint = 0; joint < 8; ++joint) {
            const double turn = turnOf(*stage.bones[joint]);
            all += turn;
            last += joint >= 5 ? turn : 0.;
        }
    }
    return last / all;
}

}  // namespace

// The effector lies at the last joint, so turning that joint cannot bring it nearer.
BOOST_AUTO_TEST_CASE(restarts_turn_no_joint_that_need_not)
{
    for (const ChainMethod method : chainMethods) {
        for (const std::size_t restarts : {1u, 4u, 8u, 32u}) {
            StraightChain stage(6);
            Chain chain(stage.skeleton);
            chain.addEffector(*stage.bones.front(), *stage.bones.back(), glm::vec3(0.f));
            for (std::size_t i = 0; i < 6; ++i) {
                chain.setJoint(*stage.bones[i], {.limit = HingeJoint{{0, 0, 1}, -1.f, 1.f}});
            }
            ChainSolver solver(chain, {.method = method, .restarts = restarts});
            const auto report = solver.solve(stage.skeleton, {.position = glm::vec3(5.9f, 0.f, 0.f)});
            BOOST_TEST(turnOf(*stage.bones.back()) == 0., toString(method) << " with " << restarts << " restarts");
            BOOST_TEST(report.distance < 0.0874f);  // the best known result: hinges of at most 1 radian cannot get there
        }
    }
}

// No solution turns a joint that could as well have stayed at its animated rotation, whether a restart found the solution or not.
BOOST_AUTO_TEST_CASE(no_joint_alone_could_have_stayed)
{
    Random random(951);
    std::size_t turned = 0;
    std::size_t idle = 0;
    for (int i = 0; i < 2000; ++i) {
        RandomChain stage(random, Joints::Limited, Scales::None);
        stage.poseAtRandom(random);
        const glm::vec3 goal = stage.effector();
        stage.returnToRest();
        const auto length = static_cast<float>(stage.length());
        ChainSolver solver(stage.chain());
        const auto report = solver.solve(stage.skeleton, {.position = goal}, Space::Skeleton);
        if (!report.isReached) {
            continue;
        }
        for (Bone* bone : stage.bones) {
            const glm::quat now = bone->getRotationQuaternion();
            const glm::quat rest = decompose(bone->getRestMatrix()).transform.rotation;
            const JointLimit limit = stage.chain().getJoint(*bone).limit;
            const bool couldStay = limitViolation(limit, glm::quat(1.f, 0.f, 0.f, 0.f)) == 0.f;
            if (couldStay && angleBetweenRotations(now, rest) > 0.02) {
                bone->setRotationQuaternion(rest);
                ++turned;
                idle += glm::distance(stage.effector(), goal) <= 1e-4f * length ? 1u : 0u;
                bone->setRotationQuaternion(now);
            }
        }
    }
    BOOST_TEST(idle == 0u, idle << " of " << turned);
    BOOST_TEST(turned > 8000u);
}

// For a goal out of reach, no pose is nearer than the straight line from the root towards the goal.
BOOST_AUTO_TEST_CASE(a_goal_out_of_reach_straightens_the_chain)
{
    for (const ChainMethod method : chainMethods) {
        for (const std::size_t joints : {1u, 2u, 3u, 5u, 9u}) {
            for (const float part : {1.0001f, 1.01f, 1.5f, 10.f}) {
                StraightChain stage(joints);
                stage.bend(0.5f);
                const auto length = static_cast<float>(joints + 1);
                const glm::vec3 goal = part * length * glm::vec3(0.6f, 0.48f, 0.64f);
                ChainSolver solver(stage.chain(), {.method = method});
                const auto report = solver.solve(stage.skeleton, {.position = goal});
                double bend = 0.;
                for (std::size_t i = 1; i < stage.bones.size(); ++i) {
                    bend = std::max(bend, turnOf(*stage.bones[i]));
                }
                BOOST_TEST(bend < 1e-3, toString(method) << ": " << joints + 1 << " joints stay bent by " << bend << " at " << part);
                BOOST_TEST(std::abs(report.distance - (part - 1.f) * length) < 1e-5f * length * part);
            }
        }
    }
}

// Two arms of two bones on a trunk of one bone, pulled apart by goals on both sides: each arm is straight from its first joint.
BOOST_AUTO_TEST_CASE(goals_out_of_reach_straighten_every_limb_of_a_body)
{
    Skeleton skeleton;
    const auto add = [&](const char* name, Bone* parent, const glm::vec3& way, const glm::quat& turn) {
        return &skeleton.createBone(name, {.parent = parent, .bind = toMat4(Transform{way, turn, glm::vec3(1.f)})});
    };
    const glm::quat none(1.f, 0.f, 0.f, 0.f);
    Bone* const trunk = add("trunk", nullptr, {0, 0, 0}, none);
    Chain chain(skeleton);
    std::array<Bone*, 2> elbows{};
    std::array<Bone*, 2> hands{};
    for (std::size_t i = 0; i < 2; ++i) {
        const float side = i == 0 ? 1.f : -1.f;
        Bone* const upper = add("upper", trunk, {0.3f * side, 1.f, 0.f}, none);
        elbows[i] = add("lower", upper, {side, 0.f, 0.f}, turned({0, 0, 1}, 0.7f));
        hands[i] = add("hand", elbows[i], {side, 0.f, 0.f}, none);
        chain.addEffector(*trunk, *hands[i], glm::vec3(0.f));
    }
    const std::array<IkGoal, 2> goals{{{.position = glm::vec3(5.f, 2.f, 1.f)}, {.position = glm::vec3(-5.f, 1.f, 1.f)}}};
    ChainSolver solver(chain);
    solver.solve(skeleton, goals);
    for (std::size_t i = 0; i < 2; ++i) {
        const glm::vec3 shoulder = pointOf(*elbows[i]->getParentBone());
        const glm::vec3 way = glm::normalize(pointOf(*hands[i]) - shoulder);
        const double bend = std::acos(std::min(1.f, glm::dot(way, glm::normalize(pointOf(*elbows[i]) - shoulder))));
        const double aside = std::acos(std::min(1.f, glm::dot(way, glm::normalize(*goals[i].position - shoulder))));
        BOOST_TEST(bend < 1e-3);
        BOOST_TEST(aside < 1e-3);
    }
}

// docs/ik.md recommends this instead of cyclic coordinate descent, with which the last three of eight joints do two thirds of the turning.
BOOST_AUTO_TEST_CASE(stiffness_that_falls_towards_the_tip_makes_the_tip_bend_first)
{
    const double evenly = shareOfLastThree({}, 0.f);
    const double byStiffness = shareOfLastThree({}, 0.9f);
    const double byFabrik = shareOfLastThree({.method = ChainMethod::Fabrik}, 0.f);
    BOOST_TEST(evenly < 0.42);
    BOOST_TEST(byStiffness > 0.58);
    BOOST_TEST(byFabrik > 0.58);
}

BOOST_AUTO_TEST_SUITE_END()
