#include "arm.hpp"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "../windmill/shapes.hpp"

namespace ik_arm {
namespace {

using windmill::box;

constexpr float shoulderHeight = 0.7f;
constexpr float upperLength = 1.1f;
constexpr float lowerLength = 0.95f;
constexpr float gripLength = 0.16f;  // from the hand to the point between its fingers

std::size_t addPaint(armature::Scene& scene, const char* name, const glm::vec3& color, float glow = 0.f)
{
    armature::Material material;
    material.name = name;
    material.baseColor = glm::vec4(color, 1.f);
    material.emissive = glow * color;
    material.metallic = 0.f;
    return scene.addMaterial(std::move(material));
}

armature::TransformNode& addSolid(armature::Scene& scene, const char* name, armature::Node* parent, std::vector<armature::Primitive> parts)
{
    armature::MeshDescription mesh;
    mesh.name = name;
    mesh.primitives = std::move(parts);
    armature::TransformNode& node = scene.createTransformNode(name, parent);
    scene.addMeshInstance(std::move(mesh), node);
    return node;
}

// The arm stands straight up at rest; each bone lies along its own +Y.
armature::Bone& addBone(armature::Skeleton& skeleton, const char* name, armature::Bone* parent, float height)
{
    return skeleton.createBone(name, {.parent = parent, .bind = glm::translate(glm::mat4(1.f), {0.f, height, 0.f})});
}

// Adds the visible parts: the pedestal, and nodes parented to the bones.
void dress(armature::Scene& scene, armature::Bone& upper, armature::Bone& lower, armature::Bone& hand)
{
    const std::size_t paint = addPaint(scene, "paint", {0.85f, 0.36f, 0.05f});
    const std::size_t steel = addPaint(scene, "steel", {0.16f, 0.18f, 0.21f});
    addSolid(scene, "pedestal", nullptr, {windmill::turned({{0.5f, 0.f}, {0.5f, 0.12f}, {0.3f, 0.2f}, {0.22f, 0.6f}, {0.f, 0.6f}}, steel)});
    addSolid(
        scene, "upper arm", &upper,
        {box({0.f, 0.5f * upperLength, 0.f}, {0.12f, 0.5f * upperLength - 0.1f, 0.12f}, paint), box({}, {0.17f, 0.15f, 0.17f}, steel)});
    addSolid(
        scene, "lower arm", &lower,
        {box({0.f, 0.5f * lowerLength, 0.f}, {0.09f, 0.5f * lowerLength - 0.1f, 0.09f}, paint), box({}, {0.14f, 0.14f, 0.14f}, steel)});
    armature::Primitive gripper = box({0.f, -0.03f, 0.f}, {0.12f, 0.04f, 0.08f}, steel);
    windmill::append(gripper, box({0.11f, 0.1f, 0.f}, {0.025f, 0.12f, 0.06f}, steel));
    windmill::append(gripper, box({-0.11f, 0.1f, 0.f}, {0.025f, 0.12f, 0.06f}, steel));
    addSolid(scene, "gripper", &hand, {gripper});
}

armature::TransformNode& addMarker(armature::Scene& scene, const char* name, const glm::vec3& color)
{
    return addSolid(scene, name, nullptr, {box({}, glm::vec3(0.08f), addPaint(scene, name, color, 0.6f))});
}

}  // namespace

Arm::Arm(armature::Scene& scene)
    : skeleton_(scene.createSkeleton("arm"))
    , upper_(addBone(skeleton_, "upper", nullptr, shoulderHeight))
    , lower_(addBone(skeleton_, "lower", &upper_, upperLength))
    , hand_(addBone(skeleton_, "hand", &lower_, lowerLength))
    , target_(addMarker(scene, "target", {0.8f, 0.05f, 0.05f}))
    , pole_(addMarker(scene, "pole", {0.05f, 0.3f, 0.85f}))
    , controller_(lower_, {.tip = glm::vec3(0.f, lowerLength + gripLength, 0.f), .halfLife = 0.05f})
{
    hand_.setLength(gripLength);
    dress(scene, upper_, lower_, hand_);
    pole_.setPosition({-0.6f, 0.1f, 1.3f});  // the elbow bends away from it: upwards and backwards
    controller_.setTarget(target_);
    controller_.setPole(pole_);
}

armature::BoneIkReport Arm::reachFor(const glm::vec3& target, double seconds)
{
    target_.setPosition(target);
    return controller_.update(seconds);
}

std::array<armature::DebugLine, 2> Arm::lines() const
{
    return {
        {{hand_.getAbsolutePositionFromLocal({0.f, gripLength, 0.f}), target_.getPosition(armature::Space::World), {1.f, 0.15f, 0.1f, 1.f}},
         {upper_.getPosition(armature::Space::World), pole_.getPosition(armature::Space::World), {0.2f, 0.45f, 1.f, 1.f}}}};
}

glm::vec3 targetAt(float phase)
{
    const float angle = glm::two_pi<float>() * phase;
    return {2.2f * std::cos(angle), 1.4f + 0.7f * std::sin(2.f * angle), 0.4f + 0.3f * std::sin(angle)};
}

}  // namespace ik_arm
