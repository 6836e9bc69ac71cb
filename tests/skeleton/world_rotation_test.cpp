#include <algorithm>
#include <cstdlib>
#include <utility>

#include <armature/ik/constraints.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A scale with components from 0.2 to 5, uniform in the logarithm, of any sign.
glm::vec3 anyScale(Random& random)
{
    glm::vec3 scale = glm::exp(random.vector(-1.6094f, 1.6094f));
    for (int i = 0; i < 3; ++i) {
        scale[i] *= random.chance(0.25) ? -1.f : 1.f;
    }
    return scale;
}

glm::mat4 shearedMatrix(Random& random)
{
    glm::mat4 shear(1.f);
    shear[1][0] = random.real(-1.f, 1.f);
    shear[2][0] = random.real(-1.f, 1.f);
    shear[2][1] = random.real(-1.f, 1.f);
    return toMat4(Transform{random.vector(-3, 3), random.rotation(), anyScale(random)}) * shear;
}

/// A host node above a skeleton of a parent and a bone, and a second node below the host. Each of them may scale, shear and mirror.
struct Tree {
    explicit Tree(Random& random)
    {
        skeleton.setHostNode(&host);
        place(random, host, 0.3);
        place(random, parent, 0.3);
        place(random, bone, 0.2);
        place(random, node, 0.2);
    }

    template <class AnyNode>
    static void place(Random& random, AnyNode& node, double shearChance)
    {
        if (random.chance(shearChance)) {
            node.setLocalMatrix(shearedMatrix(random));
        } else {
            node.setTransform({random.vector(-3, 3), random.rotation(), anyScale(random)});
        }
    }

    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    Skeleton skeleton;
    Bone& parent = skeleton.createBone("parent");
    Bone& bone = skeleton.createBone("bone", {.parent = &parent});
    TransformNode& node = scene.createTransformNode("node", &host);
};

/// An upper bound of the factor by which a matrix magnifies an error of direction: its largest over its smallest stretch.
double condition(const glm::mat4& matrix)
{
    const auto size = [](const glm::dmat3& m) { return std::sqrt(glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2])); };
    const glm::dmat3 linear(matrix);
    return size(linear) * size(glm::inverse(linear));
}

/// The largest over the smallest stretch: the square roots of the eigenvalues of M^T M, by Jacobi rotations.
double stretchRatio(const glm::mat4& matrix)
{
    const glm::dmat3 linear(matrix);
    glm::dmat3 squares = glm::transpose(linear) * linear;
    for (int sweep = 0; sweep < 12; ++sweep) {
        for (const auto& [i, j] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
            const double angle = 0.5 * std::atan2(2. * squares[i][j], squares[j][j] - squares[i][i]);
            glm::dmat3 turn(1.);
            turn[i][i] = turn[j][j] = std::cos(angle);
            turn[j][i] = std::sin(angle);
            turn[i][j] = -turn[j][i];
            squares = glm::transpose(turn) * squares * turn;
        }
    }
    const auto [least, most] = std::minmax({squares[0][0], squares[1][1], squares[2][2]});
    return std::sqrt(most / least);
}

/// The largest angle allowed after a rotation went through floats once, under a frame. Each of the four floats is off by up to 2^-25, so
/// the rotation by 2^-23 radians. The frame magnifies this by its ratio of stretches, for +Y and for the plane of +Y and +Z: at most
/// sqrt(2) 2^-23 = 1.7e-7 times that ratio. Reading adds the same once more.
double allowed(const glm::mat4& frame)
{
    return 2e-7 * (1. + stretchRatio(frame));
}

/// The additional error of float angles and matrices when setting and reading.
constexpr double otherForms = 1e-6;

int treeCount()
{
    const char* wanted = std::getenv("ARMATURE_ROTATION_TREES");
    return wanted != nullptr ? std::atoi(wanted) : 1000;
}

/// The angle between two directions in double.
double angleBetweenDirections(const glm::dvec3& a, const glm::dvec3& b)
{
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(world_rotations)

// Parents are longer or shorter along one axis, as users often have them. Read from the matrix by hand: own +Y and +Z have the directions
// that the rotation gives them.
BOOST_AUTO_TEST_CASE(under_parents_scaled_along_one_axis_what_was_set_is_read)
{
    Random random(900);
    double sum = 0.;
    double worst = 0.;
    for (int i = 0; i < 1000; ++i) {
        Skeleton skeleton;
        Bone* parent = nullptr;
        for (int level = 0; level < 3; ++level) {
            parent = &skeleton.createBone("parent", {.parent = parent});
            parent->setTransform({random.vector(-1, 1), random.rotation(), {1.f, random.real(0.67f, 1.5f), 1.f}});
        }
        Bone& bone = skeleton.createBone("bone", {.parent = parent});
        const glm::quat wanted = random.rotation();
        bone.setRotationQuaternion(wanted, Space::World);
        const double error = angleBetweenRotations(bone.getRotationQuaternion(Space::World), wanted);
        sum += error;
        worst = std::max(worst, error);
        const glm::dmat3 whole(bone.getWorldMatrix());
        const glm::dmat3 axes(glm::mat3_cast(glm::dquat(wanted)));
        BOOST_TEST(angleBetweenDirections(whole[1], axes[1]) < 1e-5);
        BOOST_TEST(angleBetweenDirections(glm::cross(whole[1], whole[2]), axes[0]) < 1e-5);
    }
    BOOST_TEST_MESSAGE("mean " << glm::degrees(sum / 1000.) << ", worst " << glm::degrees(worst) << " degrees");
    BOOST_TEST(worst < 1e-5);
}

BOOST_AUTO_TEST_CASE(what_was_set_under_any_invertible_matrix_is_read_to_2e_7_radians_times_its_ratio_of_stretches)
{
    Random random(901);
    double worstBelowOne = 0.;
    double worstBelowTwo = 0.;
    double worstPart = 0.;  // relative to what is allowed
    int notRead = 0;
    for (int i = 0; i < treeCount(); ++i) {
        Tree tree(random);
        const glm::quat wanted = random.rotation();
        const auto check = [&](const glm::quat& read, const glm::mat4& frame, double& worst, double more = 0.) {
            const double error = angleBetweenRotations(read, wanted);
            worst = std::max(worst, error);
            worstPart = std::max(worstPart, error / (allowed(frame) + more));
            notRead += error > allowed(frame) + more ? 1 : 0;
        };
        tree.bone.setRotationQuaternion(wanted, Space::Skeleton);
        check(tree.bone.getRotationQuaternion(Space::Skeleton), tree.parent.getAbsoluteMatrix(), worstBelowOne);
        tree.node.setRotationQuaternion(wanted, Space::World);
        check(tree.node.getRotationQuaternion(Space::World), tree.host.getWorldMatrix(), worstBelowOne);
        tree.bone.setRotationMatrix(glm::mat3_cast(wanted), Space::World);
        check(tree.bone.getRotationQuaternion(Space::World), tree.parent.getWorldMatrix(), worstBelowTwo, otherForms);
        tree.bone.setRotationQuaternion(wanted, Space::World);
        check(tree.bone.getRotationQuaternion(Space::World), tree.parent.getWorldMatrix(), worstBelowTwo);
        tree.bone.setRotation(quaternionToEuler(wanted), Space::World);
        check(eulerToQuaternion(tree.bone.getRotation(Space::World)), tree.parent.getWorldMatrix(), worstBelowTwo, otherForms);
    }
    BOOST_TEST_MESSAGE(treeCount() << " trees: worst " << worstBelowOne << " rad below one matrix, " << worstBelowTwo << " below two; "
                                   << worstPart << " of what is allowed");
    BOOST_TEST(worstBelowOne < 1e-5);
    BOOST_TEST(notRead == 0);
}

// Expected: the previously read rotation, turned, composed in double.
BOOST_AUTO_TEST_CASE(a_turn_in_a_space_turns_the_rotation_read_there)
{
    Random random(902);
    for (int i = 0; i < 500; ++i) {
        Tree tree(random);
        const glm::vec3 axis = random.direction();
        const float angle = random.real(-3.f, 3.f);
        const glm::dquat turn = glm::angleAxis(static_cast<double>(angle), glm::dvec3(axis));
        const glm::dquat bone = turn * glm::dquat(tree.bone.getRotationQuaternion(Space::World));
        tree.bone.rotate(axis, angle, Space::World);
        BOOST_TEST(angleBetweenRotations(tree.bone.getRotationQuaternion(Space::World), bone)
                   < 10. * allowed(tree.parent.getWorldMatrix()) + 1e-6 * condition(tree.bone.getLocalMatrix()));
        const glm::dquat node = turn * glm::dquat(tree.node.getRotationQuaternion(Space::World));
        tree.node.rotate(axis, angle, Space::World);
        BOOST_TEST(angleBetweenRotations(tree.node.getRotationQuaternion(Space::World), node)
                   < 10. * allowed(tree.host.getWorldMatrix()) + 1e-6 * condition(tree.node.getLocalMatrix()));
    }
}

// In double from the world matrices: the forward axis points at the target; the upright axis is in the plane of that direction and up.
BOOST_AUTO_TEST_CASE(look_at_points_exactly)
{
    Random random(903);
    for (int i = 0; i < 500; ++i) {
        Tree tree(random);
        const glm::vec3 target = random.vector(-9, 9);
        const auto check = [&](const Node& looking, const glm::mat4& frame, const glm::dvec3& towards) {
            const glm::dmat4 world(looking.getWorldMatrix());
            const double limit = 3e-7 * condition(frame) * condition(looking.getLocalMatrix());
            const glm::dvec3 forward = glm::dvec3(world[2]);
            const glm::dvec3 direction = towards - glm::dvec3(world[3]);
            BOOST_TEST(angleBetweenDirections(forward, direction) < limit);
            const glm::dvec3 up = glm::dvec3(world[1]);
            const glm::dvec3 across = glm::cross(glm::normalize(direction), glm::dvec3(0, 1, 0));
            BOOST_TEST(std::abs(glm::dot(glm::normalize(up), glm::normalize(across))) < limit / glm::length(across));
        };
        tree.bone.setTransform(tree.bone.getTransform());
        tree.node.setTransform(tree.node.getTransform());
        tree.bone.lookAt(target, Space::World);
        check(tree.bone, tree.parent.getWorldMatrix(), target);
        tree.node.lookAt(target);
        check(tree.node, tree.host.getWorldMatrix(), target);
        const glm::vec3 direction = random.direction();
        tree.node.setDirection(direction);
        check(tree.node, tree.host.getWorldMatrix(), glm::dvec3(tree.node.getWorldMatrix()[3]) + glm::dvec3(direction));
    }
}

BOOST_AUTO_TEST_CASE(a_copied_rotation_is_read_as_that_of_its_source)
{
    Random random(904);
    for (int i = 0; i < 500; ++i) {
        Tree tree(random);
        const IkReport report = copyRotation(tree.node, tree.bone, {.space = Space::World});
        BOOST_TEST(report.isReached);
        BOOST_TEST(angleBetweenRotations(tree.node.getRotationQuaternion(Space::World), tree.bone.getRotationQuaternion(Space::World))
                   < allowed(tree.host.getWorldMatrix()));
    }
}

// By the definition in docs/matrices.md: rotation^-1 * matrix is triangular in the order y, z, x, and the scale is the columns' lengths.
BOOST_AUTO_TEST_CASE(decompositions_in_every_space_follow_the_rule)
{
    Random random(905);
    for (int i = 0; i < 500; ++i) {
        Tree tree(random);
        for (const Space space : {Space::Local, Space::Skeleton, Space::World}) {
            const Decomposition parts = tree.bone.getDecomposition(space);
            const glm::dmat3 whole(tree.bone.getMatrix(space));
            const glm::dmat3 rest = glm::mat3_cast(glm::conjugate(glm::dquat(parts.transform.rotation))) * whole;
            const double size =
                1e-6 * condition(tree.bone.getMatrix(space)) * (glm::length(rest[0]) + glm::length(rest[1]) + glm::length(rest[2]));
            BOOST_TEST(std::abs(rest[1].x) < size);
            BOOST_TEST(std::abs(rest[1].z) < size);
            BOOST_TEST(std::abs(rest[2].x) < size);
            for (int axis = 0; axis < 3; ++axis) {
                BOOST_TEST(rest[axis][axis] * static_cast<double>(parts.transform.scale[axis]) > 0.);
                BOOST_TEST(std::abs(parts.transform.scale[axis]) == static_cast<float>(glm::length(whole[axis])),
                           boost::test_tools::tolerance(1e-5f));
            }
            const glm::quat rotation = tree.bone.getRotationQuaternion(space);
            BOOST_TEST((parts.transform.rotation == rotation));
        }
        BOOST_TEST((tree.node.getDecomposition(Space::World).transform.rotation == tree.node.getRotationQuaternion(Space::World)));
        BOOST_TEST((tree.node.getDecomposition(Space::World).transform.scale == tree.node.getScaling(Space::World)));
        const Decomposition alone = decompose(tree.bone.getLocalMatrix());
        BOOST_TEST(near(glm::abs(alone.transform.scale), glm::abs(tree.bone.getTransform().scale), 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(a_new_parent_does_not_change_the_rotation_that_is_kept)
{
    Random random(906);
    for (int i = 0; i < 500; ++i) {
        Tree tree(random);
        const double limit = 1e-6 * condition(tree.parent.getWorldMatrix()) * condition(tree.bone.getLocalMatrix());
        const glm::quat before = tree.bone.getRotationQuaternion(Space::World);
        tree.bone.setParent(nullptr, Keep::World);
        BOOST_TEST(angleBetweenRotations(tree.bone.getRotationQuaternion(Space::World), before) < limit);
        const double nodeLimit = limit * condition(tree.host.getWorldMatrix()) * condition(tree.node.getLocalMatrix());
        const glm::quat nodeBefore = tree.node.getRotationQuaternion(Space::World);
        tree.node.setParent(&tree.parent, Keep::World);
        BOOST_TEST(angleBetweenRotations(tree.node.getRotationQuaternion(Space::World), nodeBefore) < nodeLimit);
    }
}

BOOST_AUTO_TEST_SUITE_END()
