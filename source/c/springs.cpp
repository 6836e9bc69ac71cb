#include <memory>
#include <vector>

#include <armature/ik/spring_bones.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

SpringJoint springJointOf(const armature_spring_joint& given)
{
    SpringJoint joint;
    joint.bone = boneOrNull(given.bone);
    joint.parameters.stiffness = given.stiffness;
    joint.parameters.gravityPower = given.gravity_power;
    joint.parameters.gravityDirection = vectorAt(given.gravity_direction, "the direction of gravity");
    joint.parameters.drag = given.drag;
    joint.parameters.hitRadius = given.hit_radius;
    return joint;
}

std::string nameOrNothing(const char* name)
{
    return name == nullptr ? std::string() : std::string(name);
}

SpringChain springChainOf(const armature_spring_chain& given)
{
    SpringChain chain;
    chain.name = nameOrNothing(given.name);
    for (const armature_spring_joint& joint : listAt(given.joints, given.joint_count, "the chain's joints")) {
        chain.joints.push_back(springJointOf(joint));
    }
    const auto groups = listAt(given.collider_groups, given.collider_group_count, "the chain's collider groups");
    chain.colliderGroups.assign(groups.begin(), groups.end());
    chain.center = objectOrNull(given.center);
    if (given.has_end) {
        chain.end = vectorAt(given.end, "the end");
    }
    return chain;
}

SpringCollider colliderOf(const armature_spring_collider& given)
{
    SpringCollider collider;
    collider.node = objectOrNull(given.node);
    collider.solid.shape = enumeratorAt(given.shape, SpringColliderShape::Plane, "the collider's shape");
    collider.solid.isInside = given.is_inside;
    collider.solid.offset = vectorAt(given.offset, "the offset");
    collider.solid.tail = vectorAt(given.tail, "the tail");
    if (collider.solid.shape == SpringColliderShape::Plane) {
        collider.solid.normal = vectorAt(given.normal, "the normal");
    }
    collider.solid.radius = given.radius;
    return collider;
}

SpringColliderGroup colliderGroupOf(const armature_spring_collider_group& given)
{
    const auto colliders = listAt(given.colliders, given.collider_count, "the group's colliders");
    return {nameOrNothing(given.name), {colliders.begin(), colliders.end()}};
}

/// Converts each element of a list of the application.
template <class Given, class Convert>
auto eachOf(const Given* first, std::size_t count, std::string_view name, const Convert& convert)
{
    std::vector<decltype(convert(*first))> result;
    for (const Given& given : listAt(first, count, name)) {
        result.push_back(convert(given));
    }
    return result;
}

}  // namespace

armature_result armature_spring_joint_default(armature_spring_joint* joint, armature_bone* bone)
{
    return guarded([&] {
        requireOut(joint, "joint");
        const SpringParameters defaults;
        armature_spring_joint filled{};
        filled.bone = bone;
        filled.stiffness = defaults.stiffness;
        filled.gravity_power = defaults.gravityPower;
        write(filled.gravity_direction, defaults.gravityDirection);
        filled.drag = defaults.drag;
        filled.hit_radius = defaults.hitRadius;
        *joint = filled;
    });
}

armature_result armature_springs_create(armature_context* context, const armature_spring_chain* chains, size_t chain_count,
                                        const armature_spring_collider* colliders, size_t collider_count,
                                        const armature_spring_collider_group* groups, size_t group_count, armature_springs** springs)
{
    return guarded([&] {
        requireOut(springs, "springs");
        *springs = make<armature_springs>(at(context, "the context"), eachOf(chains, chain_count, "chains", springChainOf),
                                          eachOf(colliders, collider_count, "colliders", colliderOf),
                                          eachOf(groups, group_count, "groups", colliderGroupOf));
    });
}

armature_result armature_springs_destroy(armature_springs* springs)
{
    return destroyOwned(springs);
}

armature_result armature_springs_update(armature_springs* springs, double seconds, armature_ik_status* status)
{
    return guarded([&] { setUnlessNull(status, static_cast<armature_ik_status>(objectOf(springs).update(seconds))); });
}

armature_result armature_springs_set_joint(armature_springs* springs, const armature_spring_joint* joint)
{
    return guarded([&] { objectOf(springs).setJoint(springJointOf(at(joint, "joint"))); });
}

armature_result armature_springs_reset(armature_springs* springs)
{
    return guarded([&] { objectOf(springs).reset(); });
}

armature_result armature_springs_teleport(armature_springs* springs, const float motion[16])
{
    return guarded([&] { objectOf(springs).teleport(matrixAt(motion)); });
}

armature_result armature_springs_jump(armature_springs* springs, armature_ik_status* status)
{
    return guarded([&] { setUnlessNull(status, static_cast<armature_ik_status>(objectOf(springs).jump())); });
}
