#include <limits>
#include <string>
#include <vector>

#include <armature/text.hpp>

#include <ik/spring_stage.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(spring_settings)

BOOST_AUTO_TEST_CASE(numbers_of_a_joint_can_be_changed)
{
    SpringStage stage({1.f, 0.f, 0.f});
    SpringBones springs = stage.springs({.stiffness = 4.f});
    for (Bone* bone : stage.strand) {
        if (bone != stage.strand.back()) {
            springs.setJoint({bone, loose});
        }
    }
    for (int frame = 0; frame < 300; ++frame) {
        springs.update(1. / 60.);
    }
    BOOST_TEST(near(stage.places().back() - stage.places().front(), glm::dvec3(0., -0.4, 0.), 1e-4));
    BOOST_TEST(springs.getChains()[0].joints[1].parameters.drag == 0.3f);
    BOOST_CHECK_EXCEPTION(springs.setJoint({.bone = stage.strand.back()}), std::invalid_argument, says("does not swing"));
    BOOST_CHECK_EXCEPTION(springs.setJoint({}), std::invalid_argument, says("no bone was given"));
    BOOST_CHECK_EXCEPTION(springs.setJoint({stage.strand[0], {.drag = 2.f}}), std::invalid_argument, says("drag 2 is outside [0, 1]"));
    BOOST_TEST(springs.getChains()[0].joints[0].parameters.drag == 0.3f);
}

BOOST_AUTO_TEST_CASE(a_memory_that_is_not_one_is_refused)
{
    SpringStage stage;
    SpringBones springs = stage.springs();
    springs.update(0.1);
    std::vector<double> memory(springs.getMemory().begin(), springs.getMemory().end());
    memory.back() = std::numeric_limits<double>::infinity();
    BOOST_CHECK_EXCEPTION(springs.setMemory(memory), std::invalid_argument, says("not finite"));
    memory.back() = 0.;
    memory[0] = 1.;
    BOOST_CHECK_EXCEPTION(springs.setMemory(memory), std::invalid_argument, says("a time out of range"));
    memory.pop_back();
    BOOST_CHECK_EXCEPTION(springs.setMemory(memory), std::invalid_argument, says("instead of"));
    BOOST_CHECK_EXCEPTION(springs.teleport(glm::mat4(notANumber)), std::invalid_argument, says("not finite"));
    springs.setMemory({});
    BOOST_TEST(springs.getMemory().empty());
    springs.teleport(glm::mat4(1.f));
}

BOOST_AUTO_TEST_CASE(what_cannot_swing_is_refused_by_name)
{
    SpringStage stage;
    SpringStage other;
    const std::vector<SpringJoint> two{{.bone = stage.strand[0]}, {.bone = stage.strand[1]}};
    const auto refused = [](const std::vector<SpringChain>& chains, const std::vector<SpringCollider>& colliders,
                            const std::vector<SpringColliderGroup>& groups, std::string_view part) {
        BOOST_CHECK_EXCEPTION(SpringBones(chains, colliders, groups), std::invalid_argument, says(part));
    };
    refused({}, {}, {}, "there is no chain");
    refused({{.name = "hair"}}, {}, {}, "chain \"hair\": it has 0 bones, so that none swings");
    refused({{.joints = {two[0]}}}, {}, {}, "chain 0: it has 1 bone");
    refused({{.joints = {two[0], {}}}}, {}, {}, "joint 1 has no bone");
    refused({{.joints = {{}, two[0]}}}, {}, {}, "joint 0 has no bone");
    refused({{.joints = {two[0], {.bone = other.strand[1]}}}}, {}, {}, "is not a bone of skeleton \"rig\"");
    refused({{.joints = {two[1], two[0]}}}, {}, {}, "is not below");
    refused({{.joints = two}, {.joints = two}}, {}, {}, "swings already");
    const auto withJoint = [&](const SpringParameters& parameters) {
        return std::vector<SpringChain>{{.name = "hair", .joints = {{stage.strand[0], parameters}, two[1]}}};
    };
    refused(withJoint({.stiffness = -1.f}), {}, {}, "stiffness -1 is not finite, or below 0");
    refused(withJoint({.gravityPower = notANumber}), {}, {}, "gravity power nan");
    refused(withJoint({.gravityDirection = glm::vec3(notANumber)}), {}, {}, "gravity direction");
    refused(withJoint({.drag = 1.5f}), {}, {}, "drag 1.5 is outside [0, 1]");
    refused(withJoint({.hitRadius = -0.5f}), {}, {}, "hit radius -0.5");
    refused({{.joints = two, .end = glm::vec3(notANumber)}}, {}, {}, "end (");
    refused({{.joints = two, .colliderGroups = {2}}}, {}, {{}}, "it names collider group 2, but there is 1 group");
    refused({{.joints = two}}, {}, {{.colliders = {0}}}, "collider group 0: it names collider 0, but there are 0 colliders");
    refused({{.joints = two}}, {{.solid = {.radius = -1.f}}}, {}, "collider 0: radius -1");
    refused({{.joints = two}}, {{.solid = {.offset = glm::vec3(notANumber)}}}, {}, "collider 0: offset");
    refused({{.joints = two}}, {{.solid = {.shape = SpringColliderShape::Plane, .normal = glm::vec3(0.f)}}}, {}, "normal of a plane");
    refused({{.joints = two}}, {{.solid = {.shape = static_cast<SpringColliderShape>(7)}}}, {}, "there is no shape 7");
    refused({{.joints = two, .center = stage.strand[0]}}, {}, {}, "wait for each other in a circle: body/strand0 -> body/strand0");
    refused({{.name = "hair", .joints = two, .colliderGroups = std::vector<std::size_t>(1025)}}, {{}},
            {{.colliders = std::vector<std::size_t>(1024)}}, "chain \"hair\": with it, chains name more than 1048576 colliders");
    refused({{.joints = two, .colliderGroups = {0}}}, {{.node = stage.strand[1]}}, {{.colliders = {0}}}, "in a circle");
}

// Each chain collides with the bone of the next one.
BOOST_AUTO_TEST_CASE(too_many_bones_that_wait_for_each_other_are_refused)
{
    const auto make = [](std::size_t count) {
        Skeleton skeleton("rig");
        std::vector<SpringChain> chains(count);
        std::vector<SpringCollider> colliders(count);
        std::vector<SpringColliderGroup> groups(count);
        for (std::size_t i = 0; i < count; ++i) {
            Bone& bone = skeleton.createBone("bone" + std::to_string(i));
            chains[i] = {.joints = {{.bone = &bone}}, .end = glm::vec3(0.f, 1.f, 0.f)};
            if (i + 1 < count) {
                chains[i].colliderGroups = {i + 1};
            }
            colliders[i] = {.node = &bone, .solid = {.radius = 0.1f}};
            groups[i].colliders = {i};
        }
        static_cast<void>(SpringBones(chains, colliders, groups));
    };
    make(1000);
    BOOST_CHECK_EXCEPTION(make(1001), std::invalid_argument, says("bone1000: more than 1000 bones wait for each other"));
}

BOOST_AUTO_TEST_CASE(springs_have_texts)
{
    SpringStage stage;
    const SpringBones springs = stage.springs();
    BOOST_TEST(toString(springs) == "1 chain, 4 joints that swing, 0 colliders");
    BOOST_TEST(toString(SpringColliderShape::Capsule) == "Capsule");
    BOOST_TEST(toString(SpringCollider{.solid = {.radius = 0.5f}})
               == "node none, shape Sphere, offset (0, 0, 0), tail (0, 0, 0), normal (0, 1, 0), radius 0.5, isInside false");
    BOOST_TEST(toString(SpringColliderGroup{.name = "head", .colliders = {3}}) == "name \"head\", colliders 1");
    BOOST_TEST(toString(SpringJoint{}).starts_with("bone none, stiffness 1, gravityPower 0"));
    BOOST_TEST(toString(springs.getChains()[0]) == "name \"strand\", joints 5, end none, colliderGroups 0, center none");
}

BOOST_AUTO_TEST_SUITE_END()
