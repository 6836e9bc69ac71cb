#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vrm_asset.hpp"

namespace armature::test {

namespace {

void replace(std::vector<std::size_t*> numbers, const std::vector<std::size_t>& by)
{
    for (std::size_t* number : numbers) {
        *number = by.at(*number);
    }
}

std::size_t at(VrmModel& model, const Scene& scene, std::string_view name)
{
    return model.add(*scene.findTransformNode(name));
}

void addHumanoid(VrmModel& model, const Scene& scene)
{
    for (const std::string_view bone : vrmAssetBones) {
        model.humanoid.push_back({*humanoidRoleNamed(bone), at(model, scene, bone)});
    }
    model.humanoid.push_back({HumanoidRole::LeftThumbMetacarpal, at(model, scene, "leftThumb")});
}

}  // namespace

VrmModel modelOfVersion1(const Scene& scene)
{
    VrmModel model;
    const auto node = [&](std::string_view name) { return at(model, scene, name); };
    model.meta = {"Ada",
                  "2",
                  {"A", "B"},
                  "(c)",
                  "mail",
                  {"r"},
                  "t",
                  0,
                  "https://vrm.dev/licenses/1.0/",
                  "everyone",
                  true,
                  true,
                  "corporation",
                  true,
                  true,
                  "unnecessary",
                  true,
                  "allowModification",
                  "https://example.com"};
    addHumanoid(model, scene);
    model.firstPerson = {{node("face"), VrmFirstPersonType::ThirdPersonOnly}, {node("bodyMesh"), VrmFirstPersonType::FirstPersonOnly}};
    model.lookAt = VrmLookAt{{0.f, 0.06f, 0.1f}, VrmLookAtType::Expression, {80.f, 0.7f}, {70.f, 0.8f}, {60.f, 0.9f}, {50.f, 1.f}};
    const glm::vec4 blue(0.f, 0.f, 1.f, 1.f);
    model.expressions = {{.name = "happy",
                          .isPreset = true,
                          .isBinary = true,
                          .morphs = {{node("face"), 1, 0.75f}},
                          .colors = {{0, VrmMaterialColor::Color, {1.f, 0.5f, 0.25f, 0.5f}},
                                     {1, VrmMaterialColor::EmissionColor, {1.f, 1.f, 0.f, 1.f}},
                                     {0, VrmMaterialColor::ShadeColor, blue},
                                     {0, VrmMaterialColor::MatcapColor, blue},
                                     {0, VrmMaterialColor::RimColor, blue},
                                     {0, VrmMaterialColor::OutlineColor, blue}},
                          .textures = {{0, {0.5f, 2.f}, {0.25f, 0.125f}}},
                          .overrideBlink = VrmOverride::Block,
                          .overrideLookAt = VrmOverride::Blend},
                         {.name = "blink", .isPreset = true, .morphs = {{node("face"), 0, 1.f}}},
                         {.name = "lookLeft", .isPreset = true},
                         {.name = "Zzz", .overrideMouth = VrmOverride::Block}};
    model.colliders = {
        {node("head"), {.offset = {0.f, 0.1f, 0.f}, .radius = 0.1f}},
        {node("chest"), {.shape = SpringColliderShape::Capsule, .offset = {0.1f, 0.f, 0.f}, .tail = {-0.1f, 0.f, 0.f}, .radius = 0.05f}},
        {node("root"), {.shape = SpringColliderShape::Plane, .offset = {0.f, 0.1f, 0.f}, .normal = {0.f, 1.f, 0.f}}},
        {node("hips"),
         {.shape = SpringColliderShape::Capsule, .offset = {0.f, 1.f, 0.f}, .tail = {0.f, 2.f, 0.f}, .radius = 2.f, .isInside = true}}};
    model.colliderGroups = {{"body", {0, 1}}, {"", {2, 3}}};
    const SpringParameters parameters{
        .stiffness = 0.5f, .gravityPower = 0.25f, .gravityDirection = {0.f, -1.f, 0.5f}, .drag = 0.75f, .hitRadius = 0.02f};
    model.springs = {{"hair", {{node("hair0"), parameters}, {node("hair1")}, {node("hair2")}, {node("hairEnd")}}, {0, 1}, node("hips")}};
    model.constraints = {{node("twist"), node("leftHand"), {NodeConstraintKind::Roll, {1.f, 0.f, 0.f}, 0.5f}},
                         {node("aimer"), node("lamp"), {NodeConstraintKind::Aim, {0.f, 0.f, -1.f}, 0.75f}},
                         {node("copy"), node("leftUpperArm")}};
    return model;
}

VrmModel modelOfVersion0(const Scene& scene)
{
    VrmModel model;
    const auto node = [&](std::string_view name) { return at(model, scene, name); };
    model.meta = {.name = "Bob",
                  .version = "1",
                  .authors = {"C"},
                  .contactInformation = "mail",
                  .references = {"r"},
                  .thumbnailImage = 0,
                  .licenseUrl = "https://creativecommons.org/licenses/by-nd/4.0/",
                  .avatarPermission = "onlySeparatelyLicensedPerson",
                  .allowExcessivelyViolentUsage = true,
                  .commercialUsage = "personalProfit",
                  .allowRedistribution = true,
                  .otherLicenseUrl = "https://p"};
    addHumanoid(model, scene);
    model.lookAt = VrmLookAt{{0.5f, 0.25f, -0.125f}, VrmLookAtType::Bone, {80.f, 7.f}, {70.f, 8.f}, {60.f, 10.f}, {50.f, 5.f}};
    model.firstPerson = {{node("face"), VrmFirstPersonType::ThirdPersonOnly}, {node("bodyMesh"), VrmFirstPersonType::ThirdPersonOnly}};
    model.expressions = {{.name = "happy",
                          .isPreset = true,
                          .isBinary = true,
                          .morphs = {{node("face"), 1, 0.5f}, {node("bodyMesh"), 1, 0.5f}},
                          .colors = {{0, VrmMaterialColor::Color, {1.f, 0.f, 0.f, 1.f}}},
                          .textures = {{0, {0.5f, 0.25f}, {0.125f, 0.25f}}}},  // 1 - 0.5 - 0.25
                         {.name = "blinkLeft", .isPreset = true},
                         {.name = "Own"}};
    model.colliders = {{node("head"), {.offset = {0.1f, 0.2f, -0.3f}, .radius = 0.1f}}};
    model.colliderGroups = {{"", {0}}};
    const SpringParameters parameters{
        .stiffness = 2.f, .gravityPower = 0.5f, .gravityDirection = {-0.25f, -1.f, 0.5f}, .drag = 0.25f, .hitRadius = 0.05f};
    const auto joint = [&](std::string_view name) { return VrmSpringJoint{node(name), parameters}; };
    model.springs = {{"hair", {joint("hair0"), joint("hair1"), joint("hair2"), joint("hairEnd"), joint("hairEnd_end")}, {0}},
                     {"hair", {joint("side"), joint("side_end")}, {0}}};
    return model;
}

VrmModel comparable(const VrmModel& model)
{
    std::vector<std::size_t> order(model.nodes.size());
    std::vector<std::string> names;
    for (std::size_t number = 0; number < order.size(); ++number) {
        const TransformNode* const node = model.nodes[number].get();
        names.push_back(node != nullptr ? node->getName() : "(gone)");
    }
    std::vector<std::string> sorted = names;
    std::ranges::sort(sorted);
    for (std::size_t number = 0; number < order.size(); ++number) {
        order[number] = static_cast<std::size_t>(std::ranges::lower_bound(sorted, names[number]) - sorted.begin());
    }
    VrmModel copy = model;
    copy.nodes.clear();
    std::vector<std::size_t*> numbers;
    for (VrmBone& bone : copy.humanoid) {
        numbers.push_back(&bone.node);
    }
    for (VrmExpression& expression : copy.expressions) {
        for (VrmMorphBind& bind : expression.morphs) {
            numbers.push_back(&bind.node);
        }
    }
    for (VrmFirstPerson& each : copy.firstPerson) {
        numbers.push_back(&each.node);
    }
    for (VrmCollider& each : copy.colliders) {
        numbers.push_back(&each.node);
    }
    for (VrmSpring& spring : copy.springs) {
        for (VrmSpringJoint& joint : spring.joints) {
            numbers.push_back(&joint.node);
        }
        if (spring.center) {
            numbers.push_back(&*spring.center);
        }
    }
    for (VrmConstraint& each : copy.constraints) {
        numbers.push_back(&each.node);
        numbers.push_back(&each.source);
    }
    replace(std::move(numbers), order);
    std::ranges::sort(copy.constraints, {}, &VrmConstraint::node);
    std::ranges::sort(copy.humanoid, {}, &VrmBone::role);
    return copy;
}

}  // namespace armature::test
