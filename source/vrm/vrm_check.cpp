#include "vrm/vrm_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/geometric.hpp>

#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>

#include "base/words.hpp"
#include "math/numbers.hpp"
#include "vrm/vrm_rules.hpp"

namespace armature {

namespace {

[[noreturn]] void refuseModel(std::string_view place, std::string_view problem)
{
    throw std::invalid_argument(fmt::format("VRM: {}: {}", place, problem));
}

/// Checks the parts of one model. In its functions, `place` describes the value's location, for messages.
class VrmChecker {
public:
    VrmChecker(const Scene& scene, std::span<const Handle<const TransformNode>> nodes) : scene_(scene), nodes_(nodes)
    {
        for (std::size_t number = 0; number < nodes.size(); ++number) {
            const TransformNode* const node = nodes[number].get();
            if (node != nullptr && &node->getScene() != &scene) {
                refuseModel(fmt::format("node {}", number), "does not belong to the scene");
            }
        }
    }

    void requireBones(std::span<const VrmBone> bones)
    {
        std::set<HumanoidRole> roles;
        for (const VrmBone& bone : bones) {
            requireIndex("humanoid: role", static_cast<std::size_t>(bone.role), humanoidRoleCount);
            requireIndex("humanoid: node", bone.node, nodes_.size());
            if (!roles.insert(bone.role).second) {
                refuseModel("humanoid", "a role has two nodes");
            }
        }
    }

    void requireExpressionName(std::string_view name, bool isPreset)
    {
        if (const std::string_view problem = expressions_.add(name, isPreset); !problem.empty()) {
            refuseModel("expression " + inQuotes(name), problem);
        }
    }

    void require(const VrmExpression& expression)
    {
        requireExpressionName(expression.name, expression.isPreset);
        const std::string place = "expression " + inQuotes(expression.name);
        for (const VrmOverride each : {expression.overrideBlink, expression.overrideLookAt, expression.overrideMouth}) {
            requireEnumerator(place + ": override", each, vrm_words::overrides);
        }
        for (const VrmMorphBind& bind : expression.morphs) {
            requireIndex(place + ": node", bind.node, nodes_.size());
            if (const TransformNode* const node = nodes_[bind.node].get()) {
                requireIndex(place + ": morph target", bind.target, targetsAt(*node));
            }
            requireNumbers(place + ": weight", {&bind.weight, 1});
        }
        for (const VrmColorBind& bind : expression.colors) {
            requireIndex(place + ": material", bind.material, scene_.materials().size());
            requireEnumerator(place + ": colour", bind.type, vrm_words::materialColors);
            requireNumbers(place + ": colour", {&bind.value.x, 4});
        }
        for (const VrmTextureBind& bind : expression.textures) {
            requireIndex(place + ": material", bind.material, scene_.materials().size());
            requireNumbers(place + ": texture", std::array{bind.scale.x, bind.scale.y, bind.offset.x, bind.offset.y});
        }
    }

    void require(const VrmLookAt& lookAt)
    {
        requireEnumerator("lookAt: type", lookAt.type, vrm_words::lookAtTypes);
        requireNumbers("lookAt: offsetFromHeadBone", {&lookAt.offsetFromHeadBone.x, 3});
        for (const VrmRangeMap& map : {lookAt.horizontalInner, lookAt.horizontalOuter, lookAt.verticalDown, lookAt.verticalUp}) {
            requireNumbers("lookAt", std::array{map.inputMax, map.output});
            if (!(map.inputMax > 0.f)) {
                refuseModel("lookAt", fmt::format("inputMax {} must be above 0", map.inputMax));
            }
        }
    }

    void require(const VrmCollider& collider)
    {
        requireIndex("collider: node", collider.node, nodes_.size());
        const SpringSolid& solid = collider.solid;
        requireEnumerator("collider: shape", solid.shape, vrm_words::colliderShapes);
        requireNumbers("collider: offset", {&solid.offset.x, 3});
        requireNumbers("collider: tail", {&solid.tail.x, 3});
        requireNumbers("collider: normal", {&solid.normal.x, 3});
        requireNotNegative("collider: radius", solid.radius);
        if (solid.shape == SpringColliderShape::Plane && solid.normal == glm::vec3(0.f)) {
            refuseModel("collider: normal", "is zero");
        }
    }

    void require(const VrmSpring& spring, std::size_t groups)
    {
        const std::string place = "spring " + inQuotes(spring.name);
        for (const VrmSpringJoint& joint : spring.joints) {
            requireIndex(place + ": node", joint.node, nodes_.size());
            const SpringParameters& parameters = joint.parameters;
            requireNotNegative(place + ": hitRadius", parameters.hitRadius);
            requireNotNegative(place + ": stiffness", parameters.stiffness);
            requireNumbers(place + ": gravityPower", {&parameters.gravityPower, 1});
            requireNumbers(place + ": gravityDirection", {&parameters.gravityDirection.x, 3});
            requireWeight(place + ": drag", parameters.drag);
        }
        for (const std::size_t group : spring.colliderGroups) {
            requireIndex(place + ": collider group", group, groups);
        }
        if (spring.center) {
            requireIndex(place + ": center", *spring.center, nodes_.size());
        }
    }

    void require(const VrmConstraint& constraint)
    {
        requireIndex("constraint: node", constraint.node, nodes_.size());
        requireIndex("constraint: source", constraint.source, nodes_.size());
        const NodeConstraintRule& rule = constraint.rule;
        requireEnumerator("constraint: kind", rule.kind, vrm_words::constraintKinds);
        requireWeight("constraint: weight", rule.weight);
        const glm::vec3 size = glm::abs(rule.axis);
        const bool isForwards = rule.axis == size || rule.kind == NodeConstraintKind::Aim;
        if (size.x + size.y + size.z != 1.f || glm::dot(size, size) != 1.f || !isForwards) {
            refuseModel("constraint", fmt::format("axis ({}, {}, {}) must be x, y or z{}", rule.axis.x, rule.axis.y, rule.axis.z,
                                                  isForwards ? "" : ", not backwards"));
        }
        if (!constrained_.insert(constraint.node).second) {
            refuseModel("constraint", fmt::format("node {} has two", constraint.node));
        }
    }

    static void require(const VrmMeta& meta)
    {
        requireWord("meta: avatarPermission", meta.avatarPermission, vrm_words::avatarPermissions);
        requireWord("meta: commercialUsage", meta.commercialUsage, vrm_words::commercialUsages);
        requireWord("meta: creditNotation", meta.creditNotation, vrm_words::creditNotations);
        requireWord("meta: modification", meta.modification, vrm_words::modifications);
    }

    /// Refuses a value that is not an enumerator, which only a cast can give.
    template <class Enumeration, std::size_t count>
    static void requireEnumerator(std::string_view place, Enumeration value, const std::array<std::string_view, count>& words)
    {
        if (static_cast<std::size_t>(value) >= count) {
            refuseModel(place, fmt::format("{} is none of: {}", static_cast<std::size_t>(value), fmt::join(words, ", ")));
        }
    }

    static void requireIndex(std::string_view place, std::size_t index, std::size_t count)
    {
        if (index >= count) {
            refuseModel(place, fmt::format("{} does not exist, there are {}", index, count));
        }
    }

    static void requireNumbers(std::string_view place, std::span<const float> numbers)
    {
        for (const float number : numbers) {
            if (!std::isfinite(number)) {
                refuseModel(place, fmt::format("{} is not finite", number));
            }
        }
    }

private:
    static void requireWord(std::string_view place, std::string_view word, std::span<const std::string_view> words)
    {
        if (std::ranges::find(words, word) == words.end()) {
            refuseModel(place, fmt::format("{} is none of: {}", inQuotes(word), fmt::join(words, ", ")));
        }
    }

    static void requireNotNegative(std::string_view place, float number)
    {
        requireNumbers(place, {&number, 1});
        if (number < 0.f) {
            refuseModel(place, fmt::format("{} is negative", number));
        }
    }

    static void requireWeight(std::string_view place, float weight)
    {
        if (!(weight >= 0.f && weight <= 1.f)) {
            refuseModel(place, fmt::format("{} is outside [0, 1]", weight));
        }
    }

    static std::size_t targetsAt(const TransformNode& node)
    {
        return node.meshInstances().empty() ? 0 : node.meshInstances()[0]->getMorphWeights().size();
    }

    const Scene& scene_;
    std::span<const Handle<const TransformNode>> nodes_;
    VrmExpressionNames expressions_;
    std::set<std::size_t> constrained_;
};

}  // namespace

void requireVrm(const Scene& scene, const VrmModel& model)
{
    VrmChecker checker(scene, model.nodes);
    if (model.meta.thumbnailImage) {
        VrmChecker::requireIndex("meta: thumbnailImage", *model.meta.thumbnailImage, scene.images().size());
    }
    VrmChecker::require(model.meta);
    checker.requireBones(model.humanoid);
    for (const VrmExpression& expression : model.expressions) {
        checker.require(expression);
    }
    if (model.lookAt) {
        checker.require(*model.lookAt);
    }
    for (const VrmFirstPerson& each : model.firstPerson) {
        VrmChecker::requireIndex("firstPerson: node", each.node, model.nodes.size());
        VrmChecker::requireEnumerator("firstPerson: type", each.type, vrm_words::firstPersonTypes);
    }
    for (const VrmCollider& collider : model.colliders) {
        checker.require(collider);
    }
    for (const SpringColliderGroup& group : model.colliderGroups) {
        for (const std::size_t collider : group.colliders) {
            VrmChecker::requireIndex("collider group: collider", collider, model.colliders.size());
        }
    }
    for (const VrmSpring& spring : model.springs) {
        checker.require(spring, model.colliderGroups.size());
    }
    for (const VrmConstraint& constraint : model.constraints) {
        checker.require(constraint);
    }
}

void requireVrm(const Scene& scene, const VrmAnimation& animation)
{
    VrmChecker checker(scene, animation.nodes);
    checker.requireBones(animation.humanoid);
    for (const VrmAnimatedExpression& expression : animation.expressions) {
        checker.requireExpressionName(expression.name, expression.isPreset);
        VrmChecker::requireIndex("expression: node", expression.node, animation.nodes.size());
    }
    if (animation.lookAt) {
        VrmChecker::requireIndex("lookAt: node", *animation.lookAt, animation.nodes.size());
    }
    VrmChecker::requireNumbers("lookAt: offsetFromHeadBone", {&animation.offsetFromHeadBone.x, 3});
}

}  // namespace armature
