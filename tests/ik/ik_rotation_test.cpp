#include <armature/ik/aim_chain.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/scene/scene.hpp>

#include <ik/chain_stage.hpp>
#include <ik/constraint_stage.hpp>
#include <ik/walker.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// Rotations in a space are those that Bone::getRotationQuaternion(space) returns, whatever scale, mirror or shear lies above.
BOOST_AUTO_TEST_SUITE(ik_rotations)

BOOST_AUTO_TEST_CASE(a_rotation_goal_is_read_back_under_uneven_parents)
{
    Random random(911);
    double worst = 0.;
    for (int i = 0; i < 500; ++i) {
        RandomChain stage(random, Joints::Free, Scales::Any);
        Scene scene;
        TransformNode& host = scene.createTransformNode("host");
        host.setTransform({random.vector(-1.f, 1.f), random.rotation(), glm::exp(random.vector(-0.5f, 0.5f))});
        stage.skeleton.setHostNode(&host);
        const Space space = i % 2 == 0 ? Space::World : Space::Skeleton;
        const glm::quat wanted = random.rotation();
        ChainSolver solver(stage.chain(), {.angleTolerance = 1e-5f});
        const auto report = solver.solve(stage.skeleton, {.rotation = wanted}, space);
        BOOST_TEST(report.isReached);
        const double left = angleBetweenRotations(stage.bones.back()->getRotationQuaternion(space), wanted);
        BOOST_TEST(std::abs(left - static_cast<double>(report.angle)) < 2e-5);
        worst = std::max(worst, left);
        stage.skeleton.setHostNode(nullptr);  // the scene with the host is destroyed first
    }
    BOOST_TEST(worst < 3e-5);
}

BOOST_AUTO_TEST_CASE(copied_rotations_are_read_alike_under_uneven_parents)
{
    Random random(912);
    double worst = 0.;
    onStages(random, [&](ConstraintStage& stage) {
        copyRotation(stage.bone, stage.source);  // a node without a parent
        const glm::quat own = stage.bone.getRotationQuaternion(Space::World);
        worst = std::max(worst, static_cast<double>(angleBetweenRotations(own, stage.source.getRotationQuaternion())));
    });
    BOOST_TEST(worst < 1e-5);
}

// A sole follows the slope: its world rotation is the animated one, tilted by the shortest turn from up to the normal.
BOOST_AUTO_TEST_CASE(a_foot_is_tilted_by_the_slope_under_uneven_bones)
{
    Random random(913);
    double worst = 0.;
    for (int i = 0; i < 200; ++i) {
        walker::Walker walker;
        walker.pelvis.setScaling(glm::exp(random.vector(-0.2f, 0.2f)));
        walker.legs[0].upper->setScaling(glm::exp(random.vector(-0.2f, 0.2f)));
        const glm::quat before = walker.legs[0].foot->getRotationQuaternion(Space::World);
        const float angle = random.real(-0.3f, 0.3f);
        FootPlacement placement(walker.feet(), walker::slope(angle), {.pelvis = &walker.pelvis, .liftBegin = 10.f, .liftEnd = 20.f});
        placement.update();
        const glm::quat tilt = glm::angleAxis(-angle, glm::vec3(1.f, 0.f, 0.f));
        worst = std::max(
            worst, static_cast<double>(angleBetweenRotations(walker.legs[0].foot->getRotationQuaternion(Space::World), tilt * before)));
    }
    BOOST_TEST(worst < 1e-5);
}

BOOST_AUTO_TEST_SUITE_END()
