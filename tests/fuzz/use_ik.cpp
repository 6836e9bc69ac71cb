#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <glm/gtc/matrix_transform.hpp>

#include "oracle.hpp"
#include "use_world.hpp"

namespace armature::test {

namespace {

constexpr std::size_t mostControllers = 4;

BoneIkOptions limbOptions(ByteSource& data)
{
    BoneIkOptions options;
    if (data.flag()) {
        options.bendAxis = data.vector();
    }
    if (data.flag()) {
        options.tip = data.vector();
    }
    if (data.flag()) {
        options.poleAngle = data.number();
    }
    if (data.flag()) {
        options.weight = data.weight();
    }
    if (data.flag()) {
        options.halfLife = data.number();
    }
    if (data.flag()) {
        options.softness = data.weight();
    }
    return options;
}

void useLimb(World& world, std::unique_ptr<BoneIkController>& limb)
{
    ByteSource& data = world.data;
    Node* node = world.nodeOrBone();
    switch (data.below(8)) {
    case 0: {
        const auto target = data.vector();
        limb->setTarget(target, data.space());
        break;
    }
    case 1:
        if (node != nullptr) {
            limb->setTarget(*node, data.vector());
        }
        break;
    case 2: {
        const auto pole = data.vector();
        limb->setPole(pole, data.space());
        break;
    }
    case 3:
        if (node != nullptr) {
            limb->setPole(*node);
        }
        break;
    case 4: limb->clearPole(); break;
    case 5: {
        auto moved = std::make_unique<BoneIkController>(std::move(*limb));
        limb = std::move(moved);
        break;
    }
    case 6:
        static_cast<void>(toString(limb->update()));
        static_cast<void>(limb->getMaxReach());
        break;
    default: static_cast<void>(toString(limb->update(data.time()))); break;
    }
}

BoneLookOptions gazeOptions(ByteSource& data)
{
    BoneLookOptions options;
    if (data.flag()) {
        options.forward = data.vector();
    }
    if (data.flag()) {
        options.up = data.vector();
    }
    options.upSpace = data.space();
    if (data.flag()) {
        options.ahead = data.vector();
    }
    if (data.flag()) {
        options.minYaw = data.number();
        options.maxYaw = data.number();
    }
    if (data.flag()) {
        options.weight = data.weight();
    }
    return options;
}

void useLook(World& world, BoneLookController& look)
{
    Node* node = world.nodeOrBone();
    switch (world.data.below(4)) {
    case 0: {
        const auto target = world.data.vector();
        look.setTarget(target, world.data.space());
        break;
    }
    case 1:
        if (node != nullptr) {
            look.setTarget(*node, world.data.vector());
        }
        break;
    case 2: static_cast<void>(toString(look.update(world.data.time()))); break;
    default: static_cast<void>(toString(look.update())); break;
    }
}

/// Returns ground of any height and slope, sometimes none; sometimes the query fails.
std::optional<GroundPoint> findGround(World& world, const glm::vec3& place)
{
    const std::uint8_t kind = world.data.byte();
    if (kind > 240) {
        return std::nullopt;
    }
    if (kind > 235) {
        throw std::invalid_argument("the ground cannot be asked");
    }
    const float height = world.data.number();
    return GroundPoint{{place.x, height, place.z}, world.data.flag() ? world.data.vector() : glm::vec3(0.f, 1.f, 0.f)};
}

void addFeet(World& world, Bone& foot)
{
    FootPlacementLeg leg;
    leg.foot = world.data.rarely(10) ? nullptr : &foot;
    if (world.data.flag()) {
        leg.ankleHeight = world.data.number();
    }
    FootPlacementOptions options;
    if (world.data.flag()) {
        options.pelvis = world.bone();
    }
    if (world.data.rarely(56)) {
        options.up = world.data.vector();
    }
    world.feet.push_back(std::make_unique<FootPlacement>(
        std::span(&leg, 1), [&world](const glm::vec3& place) { return findGround(world, place); }, options));
}

/// Adds springs from a bone above `tip` down to it, with a collider and a centre on any node.
void addSprings(World& world, Bone& tip)
{
    SpringChain chain;
    const Bone& top = world.above(tip);
    for (Bone* bone = &tip; bone != nullptr; bone = bone == &top ? nullptr : bone->getParentBone()) {
        SpringJoint joint{.bone = bone, .parameters = {.gravityPower = 0.3f}};
        if (world.data.rarely()) {
            joint.parameters.stiffness = world.data.number();
            joint.parameters.gravityDirection = world.data.vector();
            joint.parameters.hitRadius = world.data.number();
        }
        chain.joints.insert(chain.joints.begin(), joint);
    }
    if (world.data.flag()) {
        chain.end = world.data.vector();
    }
    chain.center = world.data.rarely(56) ? world.nodeOrBone() : nullptr;
    chain.colliderGroups = {0};
    const SpringCollider collider{.node = world.data.rarely(56) ? world.nodeOrBone() : nullptr,
                                  .solid = {.shape = static_cast<SpringColliderShape>(world.data.below(3)),
                                            .tail = world.data.vector(),
                                            .radius = 0.5f,
                                            .isInside = world.data.flag()}};
    const SpringColliderGroup group{.colliders = {0}};
    world.springs.push_back(std::make_unique<SpringBones>(std::span(&chain, 1), std::span(&collider, 1), std::span(&group, 1)));
}

void useSprings(World& world, SpringBones& springs)
{
    switch (world.data.below(8)) {
    case 0: springs.reset(); break;
    case 1: springs.teleport(glm::translate(glm::mat4(1.f), world.data.vector())); break;
    case 2: static_cast<void>(springs.jump()); break;
    default: static_cast<void>(springs.update(world.data.time()));
    }
    const std::span<const double> memory = springs.getMemory();
    require(std::ranges::all_of(memory, [](double number) { return std::isfinite(number); }), "springs remember finite numbers");
}

constexpr auto operationsOnIk = std::to_array<Operation>({
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            if (world.limbs.size() < mostControllers) {
                world.limbs.push_back(std::make_unique<BoneIkController>(*bone, limbOptions(world.data)));
            }
        }
    }},
    {[](World& world) {
        if (!world.limbs.empty()) {
            useLimb(world, world.limbs[world.data.below(world.limbs.size())]);
        }
    }},
    {[](World& world) {
        if (!world.limbs.empty()) {
            useLimb(world, world.limbs[world.data.below(world.limbs.size())]);
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            if (world.looks.size() < mostControllers) {
                world.looks.push_back(std::make_unique<BoneLookController>(*bone, gazeOptions(world.data)));
            }
        }
    }},
    {[](World& world) {
        if (!world.looks.empty()) {
            useLook(world, *world.looks[world.data.below(world.looks.size())]);
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            if (world.feet.size() < mostControllers) {
                addFeet(world, *bone);
            }
        }
    }},
    {[](World& world) {
         if (!world.feet.empty()) {
             static_cast<void>(toString(world.feet[world.data.below(world.feet.size())]->update(world.data.time())));
         }
     },
     false},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            if (world.springs.size() < mostControllers) {
                addSprings(world, *bone);
            }
        }
    }},
    {[](World& world) {
        if (!world.springs.empty()) {
            useSprings(world, *world.springs[world.data.below(world.springs.size())]);
        }
    }},
});

}  // namespace

std::span<const Operation> ikOperations()
{
    return operationsOnIk;
}

}  // namespace armature::test
