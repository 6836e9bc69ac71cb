#include "page.hpp"

#include <span>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/animation/modifier_stack.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

using namespace armature::test::page;

// The examples of docs/springs.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_springs_page)
{
    armature::Scene scene;
    armature::TransformNode& host = scene.createTransformNode("host");
    armature::Skeleton& skeleton = scene.createSkeleton("body");
    skeleton.setHostNode(&host);
    armature::Bone* above = nullptr;
    for (const char* bone : {"chest", "head", "hair0", "hair1", "hair2", "hair3"}) {
        const glm::vec3 place = above == nullptr ? glm::vec3(0.f, 1.3f, 0.f) : glm::vec3(0.f, 0.2f, -0.1f);
        above = &skeleton.createBone(bone, {.parent = above, .bind = glm::translate(glm::mat4(1.f), place)});
    }

    armature::SpringChain hair{.name = "hair"};
    for (const char* bone : {"hair0", "hair1", "hair2", "hair3"}) {
        hair.joints.push_back({skeleton.findBone(bone), {.stiffness = 0.6f, .gravityPower = 0.2f, .drag = 0.4f}});
    }
    armature::SpringBones springs(std::span(&hair, 1));
    armature::ModifierStack& stack = scene.createModifierStack(skeleton);
    stack.add("hair", springs);
    scene.animate(1. / 60.);  // groups, mixers, then the hair

    const std::vector<armature::SpringCollider> colliders{
        {skeleton.findBone("head"), {.offset = {0.f, 0.1f, 0.f}, .radius = 0.12f}},
        {skeleton.findBone("chest"), {.shape = armature::SpringColliderShape::Capsule,
                                      .offset = {-0.15f, 0.1f, 0.f}, .tail = {0.15f, 0.1f, 0.f}, .radius = 0.08f}},
        {nullptr, {.shape = armature::SpringColliderShape::Plane, .normal = {0.f, 1.f, 0.f}}}};  // the floor of the world
    const std::vector<armature::SpringColliderGroup> groups{{.name = "body", .colliders = {0, 1, 2}}};
    hair.colliderGroups = {0};
    springs = armature::SpringBones(std::span(&hair, 1), colliders, groups);

    for (armature::SpringJoint& joint : hair.joints) {
        joint.parameters.gravityPower = 0.f;
    }
    const armature::Bone& strand = *skeleton.findBone("hair3");
    skeleton.returnToRest();
    const glm::vec3 before = strand.getPosition(armature::Space::World) + glm::vec3(5.f, 0.f, 0.f);
    hair.center = &host;  // what carries the character through the world
    springs = armature::SpringBones(std::span(&hair, 1), colliders, groups);
    springs.update(0.);
    host.setPosition({5.f, 0.f, 0.f});
    springs.update(1. / 60.);
    check(near(strand.getPosition(armature::Space::World), before));  // not felt

    springs.reset();  // at rest with the next update

    const glm::mat4 motion = glm::translate(glm::mat4(1.f), {100.f, 0.f, 0.f});
    host.setPosition({105.f, 0.f, 0.f});
    springs.teleport(motion);  // goes on swinging there as if nothing had happened
    springs.update(1. / 60.);

    springs.update(0.005);  // in the last pose of the round
    host.setPosition({0.f, 0.f, 0.f});  // the first pose of the next one
    springs.jump();  // each chain goes with what carries it, as fast as it was
    springs.update(0.01);

    hair.center = nullptr;
    springs = armature::SpringBones(std::span(&hair, 1), colliders, groups);
    armature::Crowd crowd(skeleton);
    const armature::CrowdInstance member = crowd.add();
    const glm::mat4 place(1.f);
    armature::IkMemory memory;  // of this member
    double seconds = 1. / 60.;
    crowd.setModifier(member, [&](armature::JointView joints) { springs.solve(joints.placedAt(place), seconds, memory); });
    crowd.update(seconds);
    seconds = 0.;  // should anything ask for the pose again before the next update
    check(!memory.empty());

    armature::SavedState state;
    state.save(scene, springs);
    scene.animate(1. / 60.);
    state.restore(scene, springs);  // the same frames now give the same bits
}
