#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <armature/ik/aim_chain.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <ik/chain_stage.hpp>
#include <math/numbers.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(ik_of_the_largest_numbers)

namespace {

/// A float of any magnitude with the probability `oddness`, else an ordinary number.
float anyNumber(Random& random, double oddness)
{
    if (!random.chance(oddness)) {
        return random.real(-2.f, 2.f);
    }
    constexpr std::array<float, 6> corners{std::numeric_limits<float>::max(),
                                           std::numeric_limits<float>::min(),
                                           std::numeric_limits<float>::denorm_min(),
                                           0.f,
                                           1.8e19f,
                                           1e-19f};
    const float sign = random.chance(0.5) ? -1.f : 1.f;
    if (random.chance(0.5)) {
        return sign * corners[static_cast<std::size_t>(random.integer(0, 5))];
    }
    return sign * random.real(0.f, 1.f) * static_cast<float>(std::pow(10., static_cast<double>(random.real(-38.f, 38.5f))));
}

glm::vec3 anyVector(Random& random, double oddness)
{
    return {anyNumber(random, oddness), anyNumber(random, oddness), anyNumber(random, oddness)};
}

Transform anyTransform(Random& random, double oddness)
{
    // A scale of the largest float cannot be recovered from a matrix: there it is the length of a column, which rounding may increase.
    const glm::vec3 scale = random.chance(0.5) ? glm::vec3(1.f) : 0.9f * anyVector(random, oddness);
    return {anyVector(random, oddness), random.rotation(), scale};
}

/// Finite, with a unit rotation; the rotation's length is a sum of squares in double.
bool isSound(const Transform& transform)
{
    const glm::dquat rotation(transform.rotation);
    return isFinite(transform.translation) && isFinite(transform.scale) && std::abs(glm::dot(rotation, rotation) - 1.) < 1e-5;
}

bool isSound(const Pose& pose)
{
    return std::all_of(pose.bones.begin(), pose.bones.end(), [](const Transform& bone) { return isSound(bone); });
}

/// A chain of five bones in any pose that the setters accept. Some stages have a host, and some have a bone that a node with a pivot
/// drives.
struct Stage {
    Stage(Random& random, double oddness) : odd(oddness)
    {
        for (int i = 0; i < 5; ++i) {
            const glm::mat4 bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.1f * static_cast<float>(i)});
            bones.push_back(&skeleton.createBone("bone" + std::to_string(i), {.parent = i == 0 ? nullptr : bones.back(), .bind = bind}));
        }
        bones.back()->setLength(1.f);
        if (random.chance(0.3)) {
            skeleton.setHostNode(&scene.createTransformNode("host"));
            skeleton.getHostNode()->setTransform(anyTransform(random, odd));
        }
        if (random.chance(0.3)) {
            TransformNode& node = scene.createTransformNode("driver");
            node.setPivotPoint(random.vector(-1.f, 1.f));
            bones[static_cast<std::size_t>(random.integer(0, 4))]->linkTransformNode(&node, LinkMode::ForwardWrites);
        }
        for (Bone* bone : bones) {
            pose(random, *bone);
        }
        BOOST_TEST_REQUIRE(isSound(capturePose(skeleton)));
    }

    /// A setter may refuse values that do not fit a float; the bone then keeps its pose.
    void pose(Random& random, Bone& bone) const
    {
        try {
            if (random.chance(0.15)) {
                bone.setLocalMatrix(toMat4(anyTransform(random, 0.)) * glm::mat4(glm::mat3(random.real(0.1f, 2.f))));
            }
            bone.setTransform(anyTransform(random, odd));
        } catch (const std::invalid_argument&) {}
    }

    double odd;
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("odd");
    std::vector<Bone*> bones;
};

/// Counts the solves, so that a check that solves nothing is noticed.
struct Count {
    int solved = 0;
    int refused = 0;

    void add(IkStatus status) { ++(status == IkStatus::Solved ? solved : refused); }
};

/// Solves on the skeleton and on its pose. Requires that the written values are finite and that a refused solve writes nothing.
template <class OnSkeleton, class OnPose>
void check(Count& count, Stage& stage, const OnSkeleton& onSkeleton, const OnPose& onPose)
{
    const Pose before = capturePose(stage.skeleton);
    Pose pose = before;
    const IkStatus ofPose = onPose(JointView(stage.skeleton, pose));
    BOOST_TEST(isSound(pose));
    BOOST_TEST((ofPose == IkStatus::Solved || pose == before));
    const IkStatus ofSkeleton = onSkeleton();
    const Pose after = capturePose(stage.skeleton);
    BOOST_TEST(isSound(after));
    BOOST_TEST((ofSkeleton == IkStatus::Solved || after == before));
    count.add(ofPose);
    count.add(ofSkeleton);
}

template <class Solver>
IkMemory memoryOf(const Solver& solver)
{
    return {solver.getMemory().begin(), solver.getMemory().end()};
}

Space solvableSpace(Random& random)
{
    return random.chance(0.5) ? Space::World : Space::Skeleton;
}

/// Calls visit(random, odd, stage, count, run) for 1500 random stages. About half of them have many odd numbers, the others few. Returns
/// the count.
template <class Visit>
Count onRandomStages(std::uint64_t seed, const Visit& visit)
{
    Random random(seed);
    Count count;
    for (int run = 0; run < 1500; ++run) {
        const double odd = random.chance(0.5) ? 0.1 : 0.5;
        Stage stage(random, odd);
        visit(random, odd, stage, count, run);
    }
    return count;
}

}  // namespace

// Guards against NaN in rotations and against exceptions in the middle of writing.
BOOST_AUTO_TEST_CASE(chain_solvers_write_nothing_that_is_not_finite)
{
    const Count total = onRandomStages(951, [](Random& random, double odd, Stage& stage, Count& count, int run) {
        const auto method = static_cast<ChainMethod>(run % 2);
        Chain chain(stage.skeleton);
        Bone& root = *stage.bones[1];
        chain.addEffector(root, *stage.bones.back(), anyVector(random, odd));
        for (std::size_t i = 3; i < 5 && random.chance(0.4); ++i) {
            chain.setJoint(*stage.bones[i], {.limit = randomLimit(random)});
        }
        ChainSolver solver(chain, {.method = method,
                                   .maxIterations = 8,
                                   .weight = random.chance(0.5) ? 1.f : random.real(0.f, 1.f),
                                   .softness = random.chance(0.7) ? 0.f : 0.5f,
                                   .warmStart = random.chance(0.3),
                                   .restarts = 1});
        for (int again = 0; again < 2; ++again) {
            IkGoal goal{.position = anyVector(random, odd)};
            if (random.chance(0.4)) {
                goal.rotation = random.rotation();
            }
            check(
                count, stage, [&] { return solver.solve(stage.skeleton, goal, solvableSpace(random)).status; },
                [&](JointView pose) { return solver.solve(pose, goal).status; });
            BOOST_CHECK_NO_THROW(solver.setMemory(memoryOf(solver)));
        }
    });
    BOOST_TEST(total.solved > 2000);
    BOOST_TEST(total.refused > 300);
}

BOOST_AUTO_TEST_CASE(rows_of_bones_get_nothing_that_is_not_finite)
{
    const Count total = onRandomStages(952, [](Random& random, double odd, Stage& stage, Count& count, int) {
        AimChain aim(*stage.bones[1], *stage.bones[3], {.eye = anyVector(random, odd), .weight = random.chance(0.5) ? 1.f : 0.3f});
        SplineChain spline(*stage.bones[1], *stage.bones[4],
                           {.minStretch = random.chance(0.5) ? 1.f : 0.5f, .maxStretch = random.chance(0.5) ? 1.f : 4.f});
        const glm::vec3 target = anyVector(random, odd);
        const std::vector<glm::vec3> points{anyVector(random, odd), anyVector(random, odd), {0.25f, 0.5f, 0.75f}};
        check(
            count, stage, [&] { return aim.solve(stage.skeleton, target, solvableSpace(random)).status; },
            [&](JointView pose) { return aim.solve(pose, target).status; });
        check(
            count, stage, [&] { return spline.solve(stage.skeleton, points, solvableSpace(random)).status; },
            [&](JointView pose) { return spline.solve(pose, points).status; });
    });
    BOOST_TEST(total.solved > 2000);
    BOOST_TEST(total.refused > 300);
}

BOOST_AUTO_TEST_CASE(controllers_write_nothing_that_is_not_finite)
{
    const Count total = onRandomStages(953, [](Random& random, double odd, Stage& stage, Count& count, int) {
        const glm::vec3 target = anyVector(random, odd);
        const glm::vec3 pole = anyVector(random, odd);
        try {
            BoneIkController arm(*stage.bones[3], {.bendAxis = glm::vec3(1.f, 0.f, 0.f), .halfLife = 0.1f});
            arm.setTarget(target, solvableSpace(random));
            arm.setPole(pole, Space::Skeleton);
            const IkMemory before = memoryOf(arm);
            check(
                count, stage,
                [&] {
                    const IkStatus status = arm.update(0.01).status;
                    BOOST_TEST((status == IkStatus::Solved || memoryOf(arm) == before));
                    return status;
                },
                [&](JointView pose) { return arm.solve(pose, target, pole).status; });
            BOOST_CHECK_NO_THROW(arm.setMemory(memoryOf(arm)));
        } catch (const std::invalid_argument&) {  // a limb that cannot bend: the constructor throws
        }
        BoneLookController look(*stage.bones[2], {.minYaw = -1.f, .maxYaw = 1.f, .halfLife = 0.1f});
        look.setTarget(target, solvableSpace(random));
        check(
            count, stage, [&] { return look.update(0.01).status; }, [&](JointView pose) { return look.solve(pose, target).status; });
        BOOST_CHECK_NO_THROW(look.setMemory(memoryOf(look)));
    });
    BOOST_TEST(total.solved > 2000);
    BOOST_TEST(total.refused > 300);
}

BOOST_AUTO_TEST_CASE(feet_get_nothing_that_is_not_finite)
{
    const Count total = onRandomStages(954, [](Random& random, double odd, Stage& stage, Count& count, int) {
        const float height = anyNumber(random, odd);
        const glm::vec3 normal = random.chance(0.5) ? glm::vec3(0.f, 1.f, 0.f) : anyVector(random, odd);
        const FootPlacementLeg leg{.foot = stage.bones[3]};
        FootPlacement placement(std::span(&leg, 1),
                                [&](const glm::vec3& at) {
                                    return GroundPoint{{at.x, height, at.z}, normal};
                                },
                                {.pelvis = stage.bones[0], .maxDrop = 1e6f, .maxRise = 1e6f, .footHalfLife = 0.1f});
        const glm::mat4 toWorld = toMat4(anyTransform(random, odd));
        const Pose before = capturePose(stage.skeleton);
        Pose pose = before;
        std::array<FootReport, 1> feet;
        const FootPlacementReport ofPose = placement.solve(JointView(stage.skeleton, pose).placedAt(toWorld), nullptr, 0., feet);
        count.add(feet[0].ik.status);
        BOOST_TEST(isSound(pose));
        BOOST_TEST((ofPose.status == IkStatus::Solved || pose == before));
        for (int again = 0; again < 2; ++again) {
            count.add(placement.update(0.1).feet[0].ik.status);
            BOOST_TEST(isSound(capturePose(stage.skeleton)));
        }
        BOOST_CHECK_NO_THROW(placement.setMemory(memoryOf(placement)));
    });
    BOOST_TEST(total.solved > 1000);
    BOOST_TEST(total.refused > 300);
}

BOOST_AUTO_TEST_CASE(constraints_write_nothing_that_is_not_finite)
{
    const Count total = onRandomStages(955, [](Random& random, double odd, Stage& stage, Count& count, int run) {
        Bone& bone = *stage.bones[static_cast<std::size_t>(random.integer(1, 3))];
        const Bone& source = *stage.bones[static_cast<std::size_t>(random.integer(0, 4))];
        const Space space = random.chance(0.5) ? solvableSpace(random) : Space::Local;
        const glm::vec3 target = anyVector(random, odd);
        const float weight = random.chance(0.5) ? 1.f : 0.4f;
        const auto solve = [&]() -> IkReport {
            switch (run % 6) {
            case 0: return copyPosition(bone, source, {.space = space, .offset = target, .weight = weight});
            case 1: return copyRotation(bone, source, {.space = space, .weight = weight});
            case 2: return copyScale(bone, source, {.space = space, .factor = glm::abs(target), .weight = weight});
            case 3: return aimAt(bone, target, solvableSpace(random), {.weight = weight});
            case 4: return stretchTo(bone, target, solvableSpace(random), {.tip = 1.f, .weight = weight});
            default: return limitJoint(bone, randomLimit(random), weight);
            }
        };
        const Pose before = capturePose(stage.skeleton);
        const IkStatus status = solve().status;
        const Pose after = capturePose(stage.skeleton);
        BOOST_TEST(isSound(after));
        BOOST_TEST((status == IkStatus::Solved || after == before));
        count.add(status);
    });
    BOOST_TEST(total.solved > 800);
    BOOST_TEST(total.refused > 100);
}

// A matrix column in a random direction, as long as the largest float, exceeds that float in half of all cases once its elements are
// rounded. The scale is read from such a column if shear or a pivot makes the pose a matrix, for instance that of a driven bone.
BOOST_AUTO_TEST_CASE(a_scale_of_the_largest_float_is_read_back_or_refused)
{
    Random random(956);
    Count count;
    for (int run = 0; run < 400; ++run) {
        Scene scene;
        const TransformNode& source = scene.createTransformNode("source");
        TransformNode& node = scene.createTransformNode("node");
        glm::mat4 matrix = glm::mat4_cast(random.rotation());
        if (run % 2 == 0) {
            matrix[2] += 0.5f * matrix[1];
        } else {
            node.setPivotPoint({0.f, 1.f, 0.f});
        }
        node.setLocalMatrix(matrix);
        Bone& driven = scene.createSkeleton("skeleton").createBone("driven");
        driven.linkTransformNode(&node);
        if (run % 4 == 3) {
            node.setRotationQuaternion(random.rotation());  // components about a pivot
        }
        const glm::mat4 before = node.getLocalMatrix();
        const IkStatus status = copyScale(node, source, {.factor = {std::numeric_limits<float>::max(), 1.f, 1.f}}).status;
        BOOST_TEST(isFinite(node.getScaling()));
        BOOST_TEST(isFinite(driven.getScaling()));
        BOOST_TEST((status == IkStatus::Solved || node.getLocalMatrix() == before));
        count.add(status);
    }
    BOOST_TEST(count.solved > 50);
    BOOST_TEST(count.refused > 50);
}

BOOST_AUTO_TEST_SUITE_END()
