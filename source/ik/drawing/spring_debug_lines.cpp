#include <armature/ik/spring_debug_lines.hpp>

#include <cstddef>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/matrix.hpp>

#include <armature/ik/spring_bones.hpp>
#include <armature/math/debug_shapes.hpp>
#include <armature/skeleton/bone.hpp>

namespace armature {

namespace {

constexpr std::size_t segments = 24;
constexpr float halfPlane = 0.5f;

glm::vec3 placeInWorld(const Bone& bone)
{
    return glm::vec3(bone.getWorldMatrix()[3]);
}

void addTail(std::vector<DebugLine>& outLines, const SpringJoint& joint, const glm::vec3& tail, const glm::vec4& color)
{
    outLines.push_back({placeInWorld(*joint.bone), tail, color});
    if (joint.parameters.hitRadius > 0.f) {
        appendSphereLines(outLines, tail, joint.parameters.hitRadius, color, segments);
    }
}

void addChain(std::vector<DebugLine>& outLines, const SpringChain& chain, const glm::vec4& color)
{
    for (std::size_t i = 1; i < chain.joints.size(); ++i) {
        if (chain.joints[i - 1].bone != nullptr && chain.joints[i].bone != nullptr) {
            addTail(outLines, chain.joints[i - 1], placeInWorld(*chain.joints[i].bone), color);
        }
    }
    if (chain.end && !chain.joints.empty() && chain.joints.back().bone != nullptr) {
        const SpringJoint& last = chain.joints.back();
        addTail(outLines, last, glm::vec3(last.bone->getWorldMatrix() * glm::vec4(*chain.end, 1.f)), color);
    }
}

void addCollider(std::vector<DebugLine>& outLines, const SpringCollider& collider, const glm::vec4& color)
{
    const glm::mat4 world = collider.node != nullptr ? collider.node->getWorldMatrix() : glm::mat4(1.f);
    const SpringSolid& solid = collider.solid;
    const glm::vec3 offset(world * glm::vec4(solid.offset, 1.f));
    switch (solid.shape) {
    case SpringColliderShape::Sphere: appendSphereLines(outLines, offset, solid.radius, color, segments); break;
    case SpringColliderShape::Capsule:
        appendCapsuleLines(outLines, offset, glm::vec3(world * glm::vec4(solid.tail, 1.f)), solid.radius, color, segments);
        break;
    case SpringColliderShape::Plane:
        appendPlaneLines(outLines, offset, glm::transpose(glm::inverse(glm::mat3(world))) * solid.normal, halfPlane, color);
        break;
    }
}

}  // namespace

void appendSpringLines(std::vector<DebugLine>& outLines, const SpringBones& springs, const glm::vec4& chainColor,
                       const glm::vec4& colliderColor)
{
    appendSpringLines(outLines, springs.getChains(), {}, chainColor, colliderColor);
    const std::vector<SpringCollider> colliders = springs.getColliders();
    for (std::size_t number = 0; number < colliders.size(); ++number) {
        if (springs.hasCollider(number)) {
            addCollider(outLines, colliders[number], colliderColor);
        }
    }
}

void appendSpringLines(std::vector<DebugLine>& outLines, std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                       const glm::vec4& chainColor, const glm::vec4& colliderColor)
{
    for (const SpringChain& chain : chains) {
        addChain(outLines, chain, chainColor);
    }
    for (const SpringCollider& collider : colliders) {
        addCollider(outLines, collider, colliderColor);
    }
}

}  // namespace armature
