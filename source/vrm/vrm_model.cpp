#include "vrm/vrm_rules.hpp"

#include <algorithm>
#include <array>

#include <armature/node/transform_node.hpp>

namespace armature {

namespace {

std::size_t addTo(std::vector<Handle<const TransformNode>>& nodes, const TransformNode& node)
{
    const auto found = std::ranges::find_if(nodes, [&](const Handle<const TransformNode>& each) { return each.get() == &node; });
    if (found != nodes.end()) {
        return static_cast<std::size_t>(found - nodes.begin());
    }
    nodes.emplace_back(node);
    return nodes.size() - 1;
}

template <class Model>
const TransformNode* nodeOf(const Model& model, HumanoidRole role) noexcept
{
    const auto found = std::ranges::find(model.humanoid, role, &VrmBone::role);
    return found != model.humanoid.end() && found->node < model.nodes.size() ? model.nodes[found->node].get() : nullptr;
}

}  // namespace

std::size_t VrmModel::add(const TransformNode& node)
{
    return addTo(nodes, node);
}

const TransformNode* VrmModel::find(HumanoidRole role) const noexcept
{
    return nodeOf(*this, role);
}

const VrmExpression* VrmModel::findExpression(std::string_view name) const noexcept
{
    const auto found = std::ranges::find(expressions, name, &VrmExpression::name);
    return found != expressions.end() ? &*found : nullptr;
}

std::size_t VrmAnimation::add(const TransformNode& node)
{
    return addTo(nodes, node);
}

const TransformNode* VrmAnimation::find(HumanoidRole role) const noexcept
{
    return nodeOf(*this, role);
}

bool isPresetExpression(std::string_view name) noexcept
{
    constexpr std::array<std::string_view, 18> presets{"happy",     "angry",      "sad",    "relaxed",  "surprised", "neutral",
                                                       "aa",        "ih",         "ou",     "ee",       "oh",        "blink",
                                                       "blinkLeft", "blinkRight", "lookUp", "lookDown", "lookLeft",  "lookRight"};
    return std::ranges::find(presets, name) != presets.end();
}

std::string_view VrmExpressionNames::add(std::string_view name, bool isPreset)
{
    if (name.empty()) {
        return "has no name";
    }
    if (isPreset != isPresetExpression(name)) {
        return isPreset ? "is no preset of VRM's" : "has the name of a preset, but is none";
    }
    return names_.emplace(name).second ? "" : "is there twice";
}

}  // namespace armature
