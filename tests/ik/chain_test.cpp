#include <algorithm>
#include <limits>
#include <stdexcept>

#include <ik/chain_stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(chain)

namespace {

/// A body with two arms and a leg:  hips - spine - chest - (left upper, left lower, left hand), (right upper, right lower); hips - leg.
struct Body {
    Bone& add(const char* name, Bone* parent)
    {
        return skeleton.createBone(name, {.parent = parent, .bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
    }

    Skeleton skeleton{"body"};
    Bone& hips = add("hips", nullptr);
    Bone& spine = add("spine", &hips);
    Bone& chest = add("chest", &spine);
    Bone& leftUpper = add("leftUpper", &chest);
    Bone& leftLower = add("leftLower", &leftUpper);
    Bone& leftHand = add("leftHand", &leftLower);
    Bone& rightUpper = add("rightUpper", &chest);
    Bone& rightLower = add("rightLower", &rightUpper);
    Bone& leg = add("leg", &hips);
};

std::size_t positionOf(const Bone& bone)
{
    const auto bones = bone.getSkeleton().bones();
    return static_cast<std::size_t>(std::find(bones.begin(), bones.end(), &bone) - bones.begin());
}

/// Checks that every joint's parent is the nearest joint above it, and that a joint comes after its parent.
void checkOrder(const Chain& chain)
{
    const auto joints = chain.joints();
    const auto bones = chain.getSkeleton()->bones();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        std::ptrdiff_t expected = -1;
        for (const Bone* above = bones[joints[i].bone]->getParentBone(); above != nullptr && expected < 0; above = above->getParentBone()) {
            for (std::size_t j = 0; j < joints.size(); ++j) {
                expected = joints[j].bone == positionOf(*above) ? static_cast<std::ptrdiff_t>(j) : expected;
            }
        }
        BOOST_TEST(joints[i].parent == expected);
        BOOST_TEST(joints[i].parent < static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_chain_between_two_bones_is_all_bones_between_with_an_effector_at_the_tip)
{
    Body body;
    const Chain chain = Chain::between(body.chest, body.leftHand);
    BOOST_REQUIRE(chain.joints().size() == 4u);
    const Bone* expected[] = {&body.chest, &body.leftUpper, &body.leftLower, &body.leftHand};
    for (std::size_t i = 0; i < 4; ++i) {
        BOOST_TEST(chain.joints()[i].bone == positionOf(*expected[i]));
        BOOST_TEST(chain.joints()[i].parent == static_cast<std::ptrdiff_t>(i) - 1);
    }
    BOOST_REQUIRE(chain.effectors().size() == 1u);
    BOOST_TEST(chain.effectors()[0].joint == 3u);
    BOOST_TEST(chain.effectors()[0].ownPoint == glm::vec3(0.f));
    BOOST_TEST(chain.getSkeleton() == &body.skeleton);
}

BOOST_AUTO_TEST_CASE(the_effector_of_a_leaf_with_a_length_is_at_its_end)
{
    Body body;
    body.leftHand.setLength(0.25f);
    body.leftLower.setLength(0.5f);  // not a leaf, so its own length is not used
    BOOST_TEST(Chain::between(body.chest, body.leftHand).effectors()[0].ownPoint == glm::vec3(0.f, 0.25f, 0.f));
    BOOST_TEST(Chain::between(body.chest, body.leftLower).effectors()[0].ownPoint == glm::vec3(0.f));
    Chain chain(body.skeleton);
    chain.addEffector(body.chest, body.leftHand, glm::vec3(1.f, 2.f, 3.f));
    BOOST_TEST(chain.effectors()[0].ownPoint == glm::vec3(1.f, 2.f, 3.f));
}

BOOST_AUTO_TEST_CASE(chains_grow_into_trees_in_any_order)
{
    Body body;
    Chain chain(body.skeleton);
    BOOST_TEST(chain.addEffector(body.leftLower, body.leftHand) == 0u);
    BOOST_TEST(chain.addEffector(body.hips, body.spine) == 1u);  // above, with a gap: chest and left upper are not joints
    checkOrder(chain);
    BOOST_TEST(chain.joints().size() == 4u);
    BOOST_TEST(chain.addEffector(body.spine, body.rightLower) == 2u);  // shares a joint with the second
    checkOrder(chain);
    BOOST_TEST(chain.joints().size() == 7u);
    BOOST_TEST(chain.addEffector(body.chest, body.leftHand) == 3u);  // closes the gap
    checkOrder(chain);
    BOOST_TEST(chain.joints().size() == 8u);
    const Bone* tips[] = {&body.leftHand, &body.spine, &body.rightLower, &body.leftHand};
    for (std::size_t i = 0; i < 4; ++i) {
        BOOST_TEST(chain.joints()[chain.effectors()[i].joint].bone == positionOf(*tips[i]));
    }
}

BOOST_AUTO_TEST_CASE(joints_remember_their_options_when_the_chain_grows)
{
    Body body;
    Chain chain = Chain::between(body.leftUpper, body.leftHand);
    const ChainJoint hinge{.limit = HingeJoint{{0, 0, 1}, 0.f, 2.f}, .stiffness = 0.25f, .preferred = glm::quat(1.f, 0.f, 0.f, 0.f)};
    chain.setJoint(body.leftLower, hinge);
    chain.addEffector(body.hips, body.leftUpper);
    chain.addEffector(body.hips, body.leg);
    checkOrder(chain);
    BOOST_TEST((chain.getJoint(body.leftLower).limit == hinge.limit));
    BOOST_TEST(chain.getJoint(body.leftLower).stiffness == 0.25f);
    BOOST_TEST(chain.getJoint(body.leftLower).preferred.has_value());
    BOOST_TEST((chain.getJoint(body.leg).limit == JointLimit(BallJoint{})));
    BOOST_TEST(chain.getJoint(body.leg).stiffness == 0.f);
}

BOOST_AUTO_TEST_CASE(refusals_name_the_bones)
{
    Body body;
    Skeleton other("other");
    Bone& stranger = other.createBone("stranger");
    Chain chain(body.skeleton);
    BOOST_CHECK_EXCEPTION(chain.addEffector(body.leftUpper, body.rightLower), std::invalid_argument,
                          says("rightUpper/rightLower is not below"));
    BOOST_CHECK_EXCEPTION(chain.addEffector(body.leftUpper, body.rightLower), std::invalid_argument, says("chest/leftUpper"));
    BOOST_CHECK_EXCEPTION(chain.addEffector(body.hips, stranger), std::invalid_argument, says("stranger"));
    BOOST_CHECK_EXCEPTION(chain.addEffector(body.hips, stranger), std::invalid_argument, says("\"other\", not to \"body\""));
    const float notANumber = std::numeric_limits<float>::quiet_NaN();
    BOOST_CHECK_EXCEPTION(chain.addEffector(body.hips, body.leg, glm::vec3(0.f, notANumber, 0.f)), std::invalid_argument,
                          says("the point (0, nan, 0) of"));
    BOOST_TEST(chain.joints().empty());
    BOOST_TEST(chain.effectors().empty());

    chain.addEffector(body.chest, body.leftHand);
    BOOST_CHECK_EXCEPTION(chain.setJoint(body.leg, {}), std::invalid_argument, says("leg is not one of its 4 joints"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(chain.getJoint(stranger)), std::invalid_argument, says("stranger"));
    BOOST_CHECK_EXCEPTION(chain.setJoint(body.leftHand, {.limit = HingeJoint{{0, 0, 0}}}), std::invalid_argument,
                          says("leftHand: hinge joint: the axis"));
    BOOST_CHECK_EXCEPTION(chain.setJoint(body.leftHand, {.stiffness = 1.5f}), std::invalid_argument, says("stiffness 1.5"));
    BOOST_CHECK_EXCEPTION(chain.setJoint(body.leftHand, {.stiffness = notANumber}), std::invalid_argument, says("stiffness nan"));
    BOOST_CHECK_EXCEPTION(chain.setJoint(body.leftHand, {.preference = -1.f}), std::invalid_argument, says("preference -1"));
    BOOST_CHECK_EXCEPTION(chain.setJoint(body.leftHand, {.preferred = glm::quat(0.f, 0.f, 0.f, 0.f)}), std::invalid_argument,
                          says("the preferred rotation (0, 0, 0, 0)"));
    BOOST_TEST((chain.getJoint(body.leftHand).limit == JointLimit(BallJoint{})));
}

BOOST_AUTO_TEST_SUITE_END()
