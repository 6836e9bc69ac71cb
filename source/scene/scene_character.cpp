#include <armature/scene/scene_character.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>

#include "base/words.hpp"
#include "scene/scene_state.hpp"

namespace armature {

const TransformNode* JointMapping::find(std::string_view role) const noexcept
{
    const auto found = std::ranges::find(roles, role, &JointRole::role);
    return found != roles.end() ? found->node.get() : nullptr;
}

void Scene::addJointMapping(JointMapping mapping)
{
    const std::string title = named("joint mapping", mapping.vocabulary);
    if (mapping.vocabulary.empty()) {
        throw std::invalid_argument("a joint mapping needs the name of its vocabulary");
    }
    if (findJointMapping(mapping.vocabulary) != nullptr) {
        throw std::invalid_argument(fmt::format("{}: the scene already has a mapping to that vocabulary", title));
    }
    std::set<std::string_view> names;
    for (const JointRole& role : mapping.roles) {
        const TransformNode* node = role.node.get();
        if (role.role.empty() || !names.insert(role.role).second) {
            throw std::invalid_argument(
                fmt::format("{}: {}", title, role.role.empty() ? "a role has no name" : "has role " + inQuotes(role.role) + " twice"));
        }
        if (node == nullptr || &node->getScene() != this) {
            throw std::invalid_argument(fmt::format("{}: the node of role {} does not belong to the scene", title, inQuotes(role.role)));
        }
    }
    state_->jointMappings.push_back(std::move(mapping));
}

std::span<const JointMapping> Scene::jointMappings() const noexcept
{
    return state_->jointMappings;
}

const JointMapping* Scene::findJointMapping(std::string_view vocabulary) const noexcept
{
    const auto found = std::ranges::find(state_->jointMappings, vocabulary, &JointMapping::vocabulary);
    return found != state_->jointMappings.end() ? &*found : nullptr;
}

void Scene::addReferencePose(std::string_view type, AnimationGroup& group)
{
    if (std::ranges::find(state_->animationGroups.view(), &group) == state_->animationGroups.view().end()) {
        throw std::invalid_argument(fmt::format("reference pose {}: its group does not belong to the scene", inQuotes(type)));
    }
    state_->referencePoses.push_back({std::string(type), Handle<AnimationGroup>(group)});
}

std::span<const ReferencePose> Scene::referencePoses() const noexcept
{
    return state_->referencePoses;
}

AnimationGroup* Scene::findReferencePose(std::string_view type) noexcept
{
    return const_cast<AnimationGroup*>(std::as_const(*this).findReferencePose(type));
}

const AnimationGroup* Scene::findReferencePose(std::string_view type) const noexcept
{
    const auto found = std::ranges::find(state_->referencePoses, type, &ReferencePose::type);
    return found != state_->referencePoses.end() ? found->group.get() : nullptr;
}

}  // namespace armature
