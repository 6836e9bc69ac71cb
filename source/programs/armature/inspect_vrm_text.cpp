#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "base/words.hpp"
#include "inspect.hpp"

namespace armature::tools {

namespace {

/// Returns the index and the name of a node: `3 "hips"`.
std::string describeNode(const Handle<const TransformNode>& handle, const SceneIndices& indices)
{
    const TransformNode* const node = handle.get();
    const auto index = indices.of(node);
    return index ? fmt::format("{} {}", *index, inQuotes(node->getName())) : "none";
}

void appendMeta(std::string& text, const VrmMeta& meta)
{
    const auto line = [&](std::string_view title, std::string_view value) {
        if (!value.empty()) {
            text += fmt::format("  {} {}\n", title, printable(value));
        }
    };
    line("version", meta.version);
    line("by", fmt::format("{}", fmt::join(meta.authors, ", ")));
    line("copyright", meta.copyrightInformation);
    line("contact", meta.contactInformation);
    line("after", fmt::format("{}", fmt::join(meta.references, ", ")));
    line("licence", meta.licenseUrl);
    line("another licence", meta.otherLicenseUrl);
    line("licences of third parties", meta.thirdPartyLicenses);
    const auto yesNo = [](bool isAllowed) { return isAllowed ? "allowed" : "not allowed"; };
    line("permissions:", fmt::format("avatar {}, commercial use {}, credit {}, modification {}", meta.avatarPermission,
                                     meta.commercialUsage, meta.creditNotation, meta.modification));
    line("  redistribution", yesNo(meta.allowRedistribution));
    line("  excessive violence", yesNo(meta.allowExcessivelyViolentUsage));
    line("  excessive sexuality", yesNo(meta.allowExcessivelySexualUsage));
    line("  politics and religion", yesNo(meta.allowPoliticalOrReligiousUsage));
    line("  hate and antisocial use", yesNo(meta.allowAntisocialOrHateUsage));
}

template <class Model>
void appendHumanoid(std::string& text, const Model& model, const SceneIndices& indices)
{
    if (!model.humanoid.empty()) {
        text += fmt::format("  humanoid: {} of {}\n", model.humanoid.size(), counted(humanoidRoleCount, "role"));
    }
    for (const VrmBone& bone : model.humanoid) {
        text += fmt::format("    {:<24} node {}\n", toString(bone.role), describeNode(model.nodes[bone.node], indices));
    }
}

void appendExpressions(std::string& text, const VrmModel& model)
{
    const auto list = [&](bool isPreset) {
        std::vector<std::string> names;
        for (const VrmExpression& expression : model.expressions) {
            if (expression.isPreset == isPreset) {
                names.push_back(inQuotes(expression.name));
            }
        }
        return names;
    };
    const std::vector<std::string> presets = list(true);
    const std::vector<std::string> others = list(false);
    if (!presets.empty()) {
        text += fmt::format("  {}: {}\n", counted(presets.size(), "preset expression"), fmt::join(presets, ", "));
    }
    if (!others.empty()) {
        text += fmt::format("  {}: {}\n", counted(others.size(), "custom expression"), fmt::join(others, ", "));
    }
    if (model.lookAt) {
        text += fmt::format("  looks by {}\n", model.lookAt->type == VrmLookAtType::Bone ? "its eyes' bones" : "expressions");
    }
}

std::size_t colliderCount(const VrmModel& model, const VrmSpring& spring)
{
    std::size_t count = 0;
    for (const std::size_t group : spring.colliderGroups) {
        count += model.colliderGroups[group].colliders.size();
    }
    return count;
}

void appendSprings(std::string& text, const VrmModel& model, const SceneIndices& indices)
{
    std::size_t joints = 0;
    for (const VrmSpring& spring : model.springs) {
        joints += spring.joints.size();
    }
    if (!model.springs.empty()) {
        text += fmt::format("  springs: {}, {}, {}\n", counted(model.springs.size(), "chain"), counted(joints, "joint"),
                            counted(model.colliders.size(), "collider"));
    }
    for (const VrmSpring& spring : model.springs) {
        text += fmt::format("    {}: {}", inQuotes(spring.name), counted(spring.joints.size(), "joint"));
        if (!spring.joints.empty()) {
            text += fmt::format(" from node {} to node {}", describeNode(model.nodes[spring.joints.front().node], indices),
                                describeNode(model.nodes[spring.joints.back().node], indices));
        }
        text += fmt::format(", {}\n", counted(colliderCount(model, spring), "collider"));
    }
    for (const VrmCollider& collider : model.colliders) {
        text += fmt::format("    collider at node {}: {}\n", describeNode(model.nodes[collider.node], indices), toString(collider.solid));
    }
}

void appendConstraints(std::string& text, const VrmModel& model, const SceneIndices& indices)
{
    if (!model.constraints.empty()) {
        text += fmt::format("  {}\n", counted(model.constraints.size(), "constraint"));
    }
    for (const VrmConstraint& constraint : model.constraints) {
        text += fmt::format("    node {} follows node {}: {}\n", describeNode(model.nodes[constraint.node], indices),
                            describeNode(model.nodes[constraint.source], indices), toString(constraint.rule));
    }
}

}  // namespace

void appendVrm(std::string& text, const Scene& scene, const SceneIndices& indices)
{
    for (const VrmModel& model : vrmModels(scene)) {
        const bool isCharacter = !model.specVersion.empty();
        text += isCharacter ? fmt::format("\nVRM {} character {}\n", printable(model.specVersion), inQuotes(model.meta.name))
                            : "\nVRM springs and constraints\n";
        if (isCharacter) {
            appendMeta(text, model.meta);
        }
        appendHumanoid(text, model, indices);
        appendExpressions(text, model);
        appendSprings(text, model, indices);
        appendConstraints(text, model, indices);
    }
    for (const VrmAnimation& animation : vrmAnimations(scene)) {
        text +=
            fmt::format("\nVRM animation: {}{}\n", counted(animation.expressions.size(), "expression"), animation.lookAt ? ", a look" : "");
        appendHumanoid(text, animation, indices);
    }
    for (const JointMapping& mapping : jointMappings(scene)) {
        text += fmt::format("\njoints of the vocabulary {}\n", inQuotes(mapping.vocabulary));
        for (const JointRole& role : mapping.roles) {
            text += fmt::format("    {:<24} node {}\n", printable(role.role), describeNode(role.node, indices));
        }
    }
}

}  // namespace armature::tools
