#include "ik/springs/spring_plan.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "math/numbers.hpp"
#include "node/label.hpp"

namespace armature {

namespace {

constexpr float unlimited = std::numeric_limits<float>::max();

void requireNumber(const std::string& whose, const char* what, float value, float low, float high)
{
    if (!(value >= low && value <= high)) {
        refuseSprings(high < unlimited ? fmt::format("{}: {} {} is outside [{}, {}]", whose, what, value, low, high)
                                       : fmt::format("{}: {} {} is not finite, or below {}", whose, what, value, low));
    }
}

void requireVector(const std::string& whose, const char* what, const glm::vec3& value)
{
    if (!isFinite(value)) {
        refuseSprings(fmt::format("{}: {} ({}, {}, {}) is not finite", whose, what, value.x, value.y, value.z));
    }
}

void requireSpringJoint(const std::string& whose, const SpringChain& chain, std::size_t number, const Bone* first)
{
    const Bone* const bone = chain.joints[number].bone;
    if (bone == nullptr) {
        refuseSprings(fmt::format("{}: joint {} has no bone", whose, number));
    }
    if (&bone->getSkeleton() != &first->getSkeleton()) {
        refuseSprings(fmt::format("{}: {} is not a bone of skeleton {}, as the bones before it are", whose, label(*bone),
                                  inQuotes(first->getSkeleton().getName())));
    }
    if (number > 0 && !bone->isDescendantOf(*chain.joints[number - 1].bone)) {
        refuseSprings(
            fmt::format("{}: {} is not below {}, the bone before it", whose, label(*bone), label(*chain.joints[number - 1].bone)));
    }
    if (number + 1 < chain.joints.size() || chain.end) {
        requireSpringNumbers(whose, chain.joints[number]);
    }
}

void requireSolid(const SpringSolid& solid, std::size_t number)
{
    const std::string whose = fmt::format("collider {}", number);
    if (solid.shape != SpringColliderShape::Sphere && solid.shape != SpringColliderShape::Capsule
        && solid.shape != SpringColliderShape::Plane) {
        refuseSprings(fmt::format("{}: there is no shape {}", whose, static_cast<int>(solid.shape)));
    }
    requireVector(whose, "offset", solid.offset);
    requireVector(whose, "tail", solid.tail);
    requireVector(whose, "normal", solid.normal);
    requireNumber(whose, "radius", solid.radius, 0.f, unlimited);
    if (solid.shape == SpringColliderShape::Plane && solid.normal == glm::vec3(0.f)) {
        refuseSprings(fmt::format("{}: the normal of a plane must not be zero", whose));
    }
}

}  // namespace

void refuseSprings(const std::string& message)
{
    throw std::invalid_argument("spring bones: " + message);
}

std::string chainLabel(const SpringChain& chain, std::size_t number)
{
    return chain.name.empty() ? fmt::format("chain {}", number) : fmt::format("chain {}", inQuotes(chain.name));
}

void requireSpringNumbers(const std::string& whose, const SpringJoint& joint)
{
    const std::string bone = fmt::format("{}: {}", whose, label(*joint.bone));
    requireNumber(bone, "stiffness", joint.parameters.stiffness, 0.f, unlimited);
    requireNumber(bone, "gravity power", joint.parameters.gravityPower, -unlimited, unlimited);
    requireVector(bone, "gravity direction", joint.parameters.gravityDirection);
    requireNumber(bone, "drag", joint.parameters.drag, 0.f, 1.f);
    requireNumber(bone, "hit radius", joint.parameters.hitRadius, 0.f, unlimited);
}

void requireSprings(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                    std::span<const SpringColliderGroup> groups)
{
    if (chains.empty()) {
        refuseSprings("there is no chain");
    }
    const Bone* first = nullptr;
    for (std::size_t i = 0; i < chains.size(); ++i) {
        const SpringChain& chain = chains[i];
        const std::string whose = chainLabel(chain, i);
        if (chain.joints.size() + (chain.end ? 1 : 0) < 2) {
            refuseSprings(fmt::format("{}: it has {}, so that none swings; it takes another, or an end", whose,
                                      counted(chain.joints.size(), "bone")));
        }
        for (std::size_t joint = 0; joint < chain.joints.size(); ++joint) {
            first = first == nullptr ? chain.joints[joint].bone : first;
            requireSpringJoint(whose, chain, joint, first);
        }
        if (chain.end) {
            requireVector(whose, "end", *chain.end);
        }
        for (const std::size_t group : chain.colliderGroups) {
            if (group >= groups.size()) {
                refuseSprings(fmt::format("{}: it names collider group {}, but {}", whose, group, thereAre(groups.size(), "group")));
            }
        }
    }
    for (std::size_t i = 0; i < colliders.size(); ++i) {
        requireSolid(colliders[i].solid, i);
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (const std::size_t collider : groups[i].colliders) {
            if (collider >= colliders.size()) {
                refuseSprings(
                    fmt::format("collider group {}: it names collider {}, but {}", i, collider, thereAre(colliders.size(), "collider")));
            }
        }
    }
}

}  // namespace armature
