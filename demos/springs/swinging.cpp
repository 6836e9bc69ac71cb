#include "swinging.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "../model_parts.hpp"

namespace springs {
namespace {

/// The collider groups, one for each part of the body.
enum Group : std::size_t { Head, Body, Bag };

/// A chain of three bones, NAME, NAME2 and NAME3, and how it swings.
struct Strand {
    const char* name;
    float length;  // length of the last bone, along its own +Y
    armature::SpringParameters swing;
    std::vector<std::size_t> colliderGroups;
};

armature::SpringChain chainOf(armature::Skeleton& skeleton, const Strand& strand)
{
    armature::SpringChain chain{.name = strand.name, .end = glm::vec3(0.f, strand.length, 0.f), .colliderGroups = strand.colliderGroups};
    for (const char* number : {"", "2", "3"}) {
        chain.joints.push_back({&demos::boneOf(skeleton, std::string(strand.name) + number), strand.swing});
    }
    return chain;
}

// Takes positions in skeleton space in the bind pose and converts them to the bone's own axes.
armature::SpringCollider capsule(armature::Skeleton& skeleton, const char* bone, const glm::vec3& from, const glm::vec3& to, float radius)
{
    const armature::Bone& carrier = demos::boneOf(skeleton, bone);
    const auto own = [&](const glm::vec3& point) { return glm::vec3(carrier.getAbsoluteInverseBindMatrix() * glm::vec4(point, 1.f)); };
    return {&carrier, {.shape = armature::SpringColliderShape::Capsule, .offset = own(from), .tail = own(to), .radius = radius}};
}

}  // namespace

armature::SpringBones makeSprings(armature::Skeleton& skeleton)
{
    const std::array strands{
        Strand{"antenna", 0.079f, {.stiffness = 1.8f, .drag = 0.25f, .hitRadius = 0.012f}, {Head}},
        Strand{"scarf", 0.095f, {.stiffness = 0.2f, .gravityPower = 0.35f, .drag = 0.18f, .hitRadius = 0.016f}, {Body}},
        Strand{"strap", 0.1f, {.stiffness = 0.1f, .gravityPower = 0.5f, .drag = 0.15f, .hitRadius = 0.01f}, {Body, Bag}}};
    std::vector<armature::SpringChain> chains;
    chains.reserve(strands.size());
    for (const Strand& strand : strands) {
        chains.push_back(chainOf(skeleton, strand));
    }
    // In the character's axes in the bind pose: metres, facing +Z, with its left at +X.
    const std::vector<armature::SpringCollider> colliders{
        capsule(skeleton, "head", {-0.02f, 1.545f, 0.01f}, {0.02f, 1.545f, 0.01f}, 0.18f),
        capsule(skeleton, "chest", {-0.05f, 1.16f, 0.f}, {0.05f, 1.16f, 0.f}, 0.127f),
        capsule(skeleton, "spine", {-0.04f, 1.02f, 0.f}, {0.04f, 1.02f, 0.f}, 0.117f),
        capsule(skeleton, "hips", {-0.05f, 0.9f, 0.f}, {0.05f, 0.9f, 0.f}, 0.13f),
        capsule(skeleton, "thighLeft", {0.095f, 0.81f, 0.f}, {0.095f, 0.45f, 0.f}, 0.09f),
        capsule(skeleton, "thighRight", {-0.095f, 0.81f, 0.f}, {-0.095f, 0.45f, 0.f}, 0.09f),
        capsule(skeleton, "chest", {-0.08f, 1.12f, -0.165f}, {0.08f, 1.12f, -0.165f}, 0.085f),
        capsule(skeleton, "chest", {-0.13f, 0.955f, -0.175f}, {0.13f, 0.955f, -0.175f}, 0.06f)};
    const std::vector<armature::SpringColliderGroup> groups{{"head", {0}}, {"body", {1, 2, 3, 4, 5}}, {"bag", {6, 7}}};
    return armature::SpringBones(chains, colliders, groups);
}

}  // namespace springs
