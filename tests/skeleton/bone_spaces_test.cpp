#include <functional>
#include <numbers>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A chain of bones under a host, each at a random place, with scales from `scale`.
struct BoneChain {
    BoneChain(Random& random, std::size_t length, const std::function<glm::vec3()>& scale) : host(scene.createTransformNode("host"))
    {
        host.setTransform({random.vector(-3, 3), random.rotation(), scale()});
        Bone* parent = nullptr;
        for (std::size_t i = 0; i < length; ++i) {
            parent = &skeleton.createBone("bone " + std::to_string(i), {.parent = parent});
            parent->setTransform({random.vector(-2, 2), random.rotation(), scale()});
        }
        skeleton.setHostNode(&host);
    }

    [[nodiscard]] Bone& tip() { return *skeleton.bones().back(); }
    /// The matrix from the tip's parent to the world, in double from the matrices of the host and the bones.
    [[nodiscard]] glm::dmat4 frameOfTip() const
    {
        glm::dmat4 frame(host.getLocalMatrix());
        for (const Bone* bone : skeleton.bones().first(skeleton.bones().size() - 1)) {
            frame *= glm::dmat4(bone->getLocalMatrix());
        }
        return frame;
    }

    Scene scene;
    TransformNode& host;
    Skeleton skeleton;
};

/// Three kinds of scale: the same factor along all axes, a different factor for each axis, and one that may also mirror.
auto evenScale(Random& random)
{
    return [&random] { return glm::vec3(random.real(0.4f, 2.f)); };
}
auto unevenScale(Random& random)
{
    return [&random] { return random.vector(0.4f, 2.f); };
}
auto mirroringScale(Random& random)
{
    return [&random] {
        glm::vec3 scale = random.vector(0.4f, 2.f);
        for (int i = 0; i < 3; ++i) {
            scale[i] *= random.chance(0.3) ? -1.f : 1.f;
        }
        return scale;
    };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bone_spaces)

// By hand: the own +x of a bone turned a quarter about z is the parent's +y, and the bone's scale of 3 applies in own units. The
// skeleton's axes are the parent's. The host doubles and turns a quarter about y, so the world's +x is the skeleton's +z, half as long.
BOOST_AUTO_TEST_CASE(translate_moves_along_the_axes_of_the_space_in_its_units)
{
    Scene scene;
    TransformNode& host = scene.createTransformNode("host", nullptr, {{7, 7, 7}, glm::quat(sin45, 0, sin45, 0), {2, 2, 2}});
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    skeleton.setHostNode(&host);
    const Transform start{{1, 1, 1}, glm::quat(sin45, 0, 0, sin45), {3, 1, 1}};
    const auto moved = [&](Space space) {
        bone.setTransform(start);
        bone.translate({6, 0, 0}, space);
        return bone.getPosition();
    };
    BOOST_TEST(near(moved(Space::Own), glm::vec3(1, 19, 1), 1e-6));
    BOOST_TEST(near(moved(Space::Local), glm::vec3(7, 1, 1), 1e-6));
    BOOST_TEST(near(moved(Space::Skeleton), glm::vec3(7, 1, 1), 1e-6));
    BOOST_TEST(near(moved(Space::World), glm::vec3(1, 1, 4), 1e-6));
}

// By hand: a bone that is turned a quarter about z has its own y along the parent's -x. It then turns a quarter about its own y.
BOOST_AUTO_TEST_CASE(rotate_turns_about_the_axes_of_the_space)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    const glm::quat aboutZ(sin45, 0, 0, sin45);
    bone.setRotationQuaternion(aboutZ);
    bone.rotate({0, 5, 0}, quarterTurn, Space::Own);
    BOOST_TEST(nearRotation(bone.getRotationQuaternion(), glm::quat(sin45, -sin45, 0, 0) * aboutZ, 1e-6));
    bone.setRotationQuaternion(aboutZ);
    bone.rotate({0, 5, 0}, quarterTurn, Space::Local);
    BOOST_TEST(nearRotation(bone.getRotationQuaternion(), glm::quat(sin45, 0, sin45, 0) * aboutZ, 1e-6));
}

BOOST_AUTO_TEST_CASE(a_position_set_in_a_space_is_read_there)
{
    Random random(11);
    for (int round = 0; round < 200; ++round) {
        BoneChain chain(random, 4, mirroringScale(random));
        const glm::vec3 position = random.vector(-5, 5);
        for (const Space space : {Space::Local, Space::Skeleton, Space::World}) {
            chain.tip().setPosition(position, space);
            BOOST_TEST(near(chain.tip().getPosition(space), position, 2e-5));
        }
        BOOST_TEST(near(glm::dvec3(chain.frameOfTip() * glm::dvec4(glm::dvec3(chain.tip().getPosition()), 1)), position, 2e-5));
    }
}

// In every space, also below scaled matrices, setting a rotation changes only the rotation; position and scale keep their bits.
BOOST_AUTO_TEST_CASE(a_rotation_set_in_a_space_is_read_there_and_keeps_the_scale)
{
    Random random(12);
    for (int round = 0; round < 200; ++round) {
        BoneChain chain(random, 4, evenScale(random));
        chain.tip().setScaling(random.vector(-2, 2));
        const Transform before = chain.tip().getTransform();
        const glm::quat rotation = random.rotation();
        for (const Space space : {Space::Local, Space::Skeleton, Space::World}) {
            chain.tip().setRotationQuaternion(rotation, space);
            BOOST_TEST(nearRotation(chain.tip().getRotationQuaternion(space), rotation, 1e-5));
            BOOST_TEST((chain.tip().getScaling() == before.scale));
            BOOST_TEST((chain.tip().getPosition() == before.translation));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rotation_is_read_back_below_mirrors_too)
{
    Random random(13);
    for (int round = 0; round < 200; ++round) {
        float size = 1.f;
        BoneChain chain(random, 4, [&] {
            size = random.real(0.5f, 1.5f);
            return glm::vec3(random.chance(0.5) ? -size : size, size, random.chance(0.5) ? -size : size);
        });
        const glm::quat rotation = random.rotation();
        chain.tip().setRotationQuaternion(rotation, Space::World);
        BOOST_TEST(nearRotation(chain.tip().getRotationQuaternion(Space::World), rotation, 1e-5));
        // Independent check: the rotation's axes are the directions of the matrix's columns, up to sign.
        const glm::mat3 along = glm::transpose(glm::mat3_cast(rotation)) * glm::mat3(chain.tip().getWorldMatrix());
        BOOST_TEST(near(along, glm::mat3(along[0][0], 0, 0, 0, along[1][1], 0, 0, 0, along[2][2]), 1e-5));
    }
}

// A' = R * A in the world, computed in double. Under uneven scale, no rotation of the local axes could do that.
BOOST_AUTO_TEST_CASE(rotate_is_exact_in_the_world_under_uneven_scale)
{
    Random random(14);
    for (int round = 0; round < 200; ++round) {
        BoneChain chain(random, 4, unevenScale(random));
        const glm::dmat4 before = chain.frameOfTip() * glm::dmat4(chain.tip().getLocalMatrix());
        const glm::vec3 axis = random.direction() * random.real(0.1f, 10.f);
        const float angle = random.real(-3, 3);
        chain.tip().rotate(axis, angle, Space::World);
        const glm::dmat3 turn(glm::rotate(glm::dmat4(1), static_cast<double>(angle), glm::dvec3(axis)));
        glm::dmat4 expected(turn * glm::dmat3(before));
        expected[3] = before[3];
        BOOST_TEST(near(chain.tip().getWorldMatrix(), expected, 1e-5));
    }
}

BOOST_AUTO_TEST_CASE(rotate_stays_in_parts_where_parts_are_exact)
{
    Random random(15);
    BoneChain chain(random, 5, evenScale(random));
    const glm::vec3 scale(1.25f, -0.5f, 3.f);
    chain.tip().setScaling(scale);
    for (int round = 0; round < 1000; ++round) {
        chain.tip().rotate(random.direction(), random.real(-3, 3), Space::World);
    }
    BOOST_TEST((chain.tip().getScaling() == scale));  // no drift: the scale was never written
}

// Checks lookAt's postconditions on the world matrix: the axis points at the target, and the up axis is as upright as that allows.
BOOST_AUTO_TEST_CASE(look_at_aims_exactly_under_any_scale)
{
    Random random(16);
    const glm::vec3 axes[] = {{0, 0, 1}, {0, 0, -1}, {0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {-1, 0, 0}};
    for (int round = 0; round < 300; ++round) {
        BoneChain chain(random, 4, mirroringScale(random));
        const glm::vec3 target = random.vector(-10, 10);
        LookOptions options;
        options.forward = axes[random.integer(0, 5)];
        options.up = random.direction();
        const glm::vec3 scale = chain.tip().getScaling();
        chain.tip().lookAt(target, Space::World, options);

        const glm::dmat4 world = chain.frameOfTip() * glm::dmat4(chain.tip().getLocalMatrix());
        const glm::dvec3 sight = glm::normalize(glm::dvec3(target) - glm::dvec3(world[3]));
        const glm::dvec3 forward = glm::normalize(glm::dmat3(world) * glm::dvec3(options.forward));
        BOOST_TEST(near(forward, sight, 2e-5));
        BOOST_TEST((chain.tip().getScaling() == scale));
        if (options.forward.y == 0) {
            const glm::dvec3 upright = glm::dmat3(world) * glm::dvec3(0, 1, 0);
            const glm::dvec3 side = glm::normalize(glm::cross(glm::dvec3(options.up), sight));
            BOOST_TEST(std::abs(glm::dot(upright, side)) < 1e-4 * glm::length(upright));
        }
    }
}

BOOST_AUTO_TEST_CASE(looking_at_itself_changes_nothing)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    bone.setTransform({{1, 2, 3}, glm::quat(sin45, sin45, 0, 0), {1, 2, 3}});
    const Transform before = bone.getTransform();
    bone.lookAt({1, 2, 3});
    BOOST_TEST((bone.getTransform() == before));
}

BOOST_AUTO_TEST_CASE(looking_straight_up_gives_a_rotation)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    for (const float height : {5.f, -5.f}) {
        bone.lookAt({0, height, 0});
        BOOST_TEST(near(bone.getDirection({0, 0, 1}), glm::vec3(0, height / 5.f, 0), 1e-6));
        BOOST_TEST(std::abs(glm::length(bone.getRotationQuaternion()) - 1.f) < 1e-6f);
    }
}

// --- singular matrices --------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(a_singular_matrix_above_is_reported_and_nothing_changes)
{
    Skeleton skeleton;
    Bone& flat = skeleton.createBone("flat");
    Bone& bone = skeleton.createBone("bone", {.parent = &flat});
    flat.setScaling({1, 0, 1});
    bone.setTransform({{1, 2, 3}, glm::quat(sin45, sin45, 0, 0), {1, 2, 3}});
    const Transform before = bone.getTransform();
    BOOST_TEST(!bone.isInvertibleIn(Space::Skeleton));
    BOOST_TEST(!bone.isInvertibleIn(Space::World));
    BOOST_TEST(bone.isInvertibleIn(Space::Local));
    BOOST_TEST(bone.isInvertibleIn(Space::Own));
    const auto says = test::says("flat/bone: cannot be placed in Space::World: the matrix of its parent there is singular (determinant 0)");
    BOOST_CHECK_EXCEPTION(bone.setPosition({1, 2, 3}, Space::World), std::invalid_argument, says);
    BOOST_CHECK_EXCEPTION(bone.translate({1, 2, 3}, Space::World), std::invalid_argument, says);
    BOOST_CHECK_EXCEPTION(bone.rotate({1, 2, 3}, 1.f, Space::World), std::invalid_argument, says);
    BOOST_CHECK_EXCEPTION(bone.setRotation({1, 2, 3}, Space::World), std::invalid_argument, says);
    BOOST_CHECK_EXCEPTION(bone.lookAt({1, 2, 3}), std::invalid_argument, says);
    BOOST_TEST(!bone.getLocalPositionFromAbsolute({1, 2, 3}).has_value());
    BOOST_TEST((bone.getTransform() == before));
    BOOST_CHECK_NO_THROW(bone.rotate({1, 2, 3}, 1.f, Space::Local));  // the parent's space has an inverse
}

BOOST_AUTO_TEST_CASE(arguments_that_mean_nothing_are_refused)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    const glm::mat4 before = bone.getLocalMatrix();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    BOOST_CHECK_EXCEPTION(bone.translate({nan, 0, 0}), std::invalid_argument, says("bone: translation (nan, 0, 0)"));
    BOOST_CHECK_EXCEPTION(bone.rotate({0, 0, 0}, 1.f), std::invalid_argument, says("bone: a turn by 1 about (0, 0, 0)"));
    BOOST_CHECK_EXCEPTION(bone.rotate({0, 1, 0}, nan), std::invalid_argument, says("bone: a turn by nan"));
    BOOST_CHECK_EXCEPTION(bone.setRotationMatrix(glm::mat3(2.f)), std::invalid_argument, says("the determinant is 8"));
    BOOST_CHECK_EXCEPTION(bone.setRotationMatrix(glm::mat3(-1.f)), std::invalid_argument, says("the determinant is -1"));
    BOOST_CHECK_EXCEPTION(bone.lookAt({1, 0, 0}, Space::World, {.forward = {0, 0, 0}}), std::invalid_argument, says("must not be zero"));
    BOOST_CHECK_EXCEPTION(bone.setPosition({3e38f, 0, 0}, Space::World, nullptr);
                          bone.translate({3e38f, 0, 0}, Space::World), std::invalid_argument, says("bone: resulting position"));
    bone.setPosition({0, 0, 0});
    BOOST_TEST((bone.getLocalMatrix() == before));
}

// --- scale ------------------------------------------------------------------------------------------------------------------

struct Limb {
    Limb() : bone(skeleton.createBone("bone")), child(skeleton.createBone("child", {.parent = &bone}))
    {
        bone.setTransform({{0, 0, 0}, glm::quat(1, 0, 0, 0), {2, 2, 2}});
        child.setTransform({{1, 0, 0}, glm::quat(sin45, 0, 0, sin45), {1, 1, 1}});
        tip = &skeleton.createBone("tip", {.parent = &child});
        tip->setTransform({{0, 1, 0}, glm::quat(1, 0, 0, 0), {1, 1, 1}});
    }
    [[nodiscard]] static glm::vec3 lengths(const Bone& bone)
    {
        const glm::mat3 axes(bone.getAbsoluteMatrix());
        return {glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2])};
    }

    Skeleton skeleton;
    Bone& bone;
    Bone& child;
    Bone* tip = nullptr;
};

// By hand: the child is turned a quarter about z, so its own y points along the bone's -x.
BOOST_AUTO_TEST_CASE(children_inherit_a_scale_make_up_for_it_or_take_it_on)
{
    Limb inherit;
    inherit.bone.scale({3, 1, 1}, ChildScaling::Inherit);
    BOOST_TEST(near(Limb::lengths(inherit.bone), glm::vec3(6, 2, 2), 1e-6));
    BOOST_TEST(near(Limb::lengths(inherit.child), glm::vec3(2, 6, 2), 1e-6));
    BOOST_TEST(near(inherit.child.getPosition(Space::World), glm::vec3(6, 0, 0), 1e-6));

    Limb compensate;
    compensate.bone.scale({3, 1, 1}, ChildScaling::Compensate);
    BOOST_TEST(near(Limb::lengths(compensate.child), glm::vec3(2, 2, 2), 1e-6));
    BOOST_TEST(near(compensate.child.getPosition(Space::World), glm::vec3(6, 0, 0), 1e-6));
    BOOST_TEST(near(compensate.child.getTransform().scale, glm::vec3(1, 1.f / 3.f, 1), 1e-6));

    Limb propagate;
    propagate.bone.scale({3, 1, 1}, ChildScaling::Propagate);
    BOOST_TEST(near(Limb::lengths(propagate.bone), glm::vec3(6, 2, 2), 1e-6));
    BOOST_TEST(near(Limb::lengths(propagate.child), glm::vec3(6, 2, 2), 1e-6));
    BOOST_TEST(near(Limb::lengths(*propagate.tip), glm::vec3(6, 2, 2), 1e-6));
}

BOOST_AUTO_TEST_CASE(nothing_makes_up_for_a_scale_of_zero)
{
    Limb limb;
    BOOST_CHECK_EXCEPTION(limb.bone.scale({0, 1, 1}, ChildScaling::Compensate), std::invalid_argument, says("no factor may be 0"));
    BOOST_TEST(near(limb.bone.getScaling(), glm::vec3(2, 2, 2), 0.));
    limb.bone.scale({0, 1, 1}, ChildScaling::Inherit);
    BOOST_TEST(near(limb.bone.getScaling(), glm::vec3(0, 2, 2), 0.));
}

// --- links ------------------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(operations_go_where_the_link_lets_them)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node", nullptr, {{1, 2, 3}});
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    bone.linkTransformNode(&node);
    bone.translate({1, 0, 0}, Space::World);
    bone.rotate({0, 0, 1}, quarterTurn, Space::World);
    bone.scale({2, 2, 2}, ChildScaling::Inherit);
    bone.lookAt({9, 9, 9});
    BOOST_TEST((node.getTransform() == Transform{{1, 2, 3}}));

    bone.linkTransformNode(&node, LinkMode::ForwardWrites);
    bone.translate({1, 0, 0}, Space::World);
    bone.setRotation({0, 0, quarterTurn}, Space::World);
    bone.scale({2, 2, 2}, ChildScaling::Inherit);
    BOOST_TEST(near(node.getPosition(), glm::vec3(2, 2, 3), 1e-6));
    BOOST_TEST(nearRotation(node.getRotationQuaternion(), glm::quat(sin45, 0, 0, sin45), 1e-6));
    BOOST_TEST(near(node.getScaling(), glm::vec3(2, 2, 2), 0.));
    BOOST_TEST(near(bone.getLocalMatrix(), node.getLocalMatrix(), 0.));
}

// --- information lost by a split ----------------------------------------------------------------------------------------

// The parts that getters read from a sheared matrix come with a residual. By hand: x is sheared by half of y.
BOOST_AUTO_TEST_CASE(a_decomposition_says_what_it_lost)
{
    Skeleton skeleton;
    Bone& parent = skeleton.createBone("parent");
    Bone& bone = skeleton.createBone("bone", {.parent = &parent});
    parent.setTransform({{0, 0, 0}, glm::quat(1, 0, 0, 0), {2, 1, 1}});
    bone.setRotation({0, 0, std::numbers::pi_v<float> / 4.f});
    BOOST_TEST(bone.getDecomposition(Space::Local).isExact());
    BOOST_TEST(!bone.getDecomposition(Space::Skeleton).isExact());
    BOOST_TEST(bone.getDecomposition(Space::Skeleton).residual > 0.1f);
    BOOST_TEST(near(bone.getDecomposition(Space::Skeleton).transform.scale, glm::vec3(std::sqrt(2.5f), std::sqrt(2.5f), 1), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_new_position_keeps_shear)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    const glm::mat4 sheared(1, 0, 0, 0, 0.5f, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1);
    bone.setLocalMatrix(sheared);
    bone.setPosition({7, 8, 9});
    glm::mat4 expected = sheared;
    expected[3] = {7, 8, 9, 1};
    BOOST_TEST((bone.getLocalMatrix() == expected));
    bone.translate({1, 1, 1}, Space::Local);
    bone.rotate({0, 0, 1}, quarterTurn, Space::Local);
    BOOST_TEST(near(bone.getLocalMatrix()[1], glm::vec4(-1, 0.5f, 0, 0), 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
