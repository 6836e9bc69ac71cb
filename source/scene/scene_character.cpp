#include <armature/scene/scene_character.hpp>

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_attachment.hpp>

#include "base/words.hpp"
#include "scene/character_of_scene.hpp"

namespace armature {

const TransformNode* JointMapping::find(std::string_view role) const noexcept
{
    const auto found = std::ranges::find(roles, role, &JointRole::role);
    return found != roles.end() ? found->node.get() : nullptr;
}

namespace {

/// The joint mappings and reference poses of a scene.
class CharacterOfScene final : public SceneAttachment {
public:
    void copyTo(Scene& scene, const Copies& copies) const override;

    std::vector<JointMapping> mappings;
    std::vector<ReferencePose> poses;
};

CharacterOfScene& characterOf(Scene& scene)
{
    auto* const found = findAttachment<CharacterOfScene>(scene.attachments());
    return found != nullptr ? *found : static_cast<CharacterOfScene&>(scene.attach(std::make_unique<CharacterOfScene>()));
}

// If a model is placed several times, the scene has the model's joint roles only once: those of the first copy that still exists.
void CharacterOfScene::copyTo(Scene& scene, const Copies& copies) const
{
    CharacterOfScene& to = characterOf(scene);
    std::erase_if(to.mappings, [](const JointMapping& mapping) {
        return !mapping.roles.empty() && std::ranges::all_of(mapping.roles, [](const JointRole& role) { return role.node.hasGone(); });
    });
    for (const JointMapping& original : mappings) {
        JointMapping copy{.vocabulary = original.vocabulary};
        for (const JointRole& role : original.roles) {
            if (const TransformNode* node = role.node.get()) {
                copy.roles.push_back({role.role, Handle<const TransformNode>(copies.copyOf(*node))});
            }
        }
        if (findJointMapping(scene, copy.vocabulary) == nullptr) {
            addJointMapping(scene, std::move(copy));
        }
    }
    for (const ReferencePose& pose : poses) {
        const AnimationGroup* const group = pose.group.get();
        if (AnimationGroup* const copy = group != nullptr ? copies.copyOf(*group) : nullptr) {  // another attachment may have removed it
            addReferencePose(scene, pose.type, *copy);
        }
    }
}

}  // namespace

void addJointMapping(Scene& scene, JointMapping mapping)
{
    const std::string title = named("joint mapping", mapping.vocabulary);
    if (mapping.vocabulary.empty()) {
        throw std::invalid_argument("a joint mapping needs the name of its vocabulary");
    }
    if (findJointMapping(scene, mapping.vocabulary) != nullptr) {
        throw std::invalid_argument(fmt::format("{}: the scene already has a mapping to that vocabulary", title));
    }
    std::set<std::string_view> names;
    for (const JointRole& role : mapping.roles) {
        const TransformNode* node = role.node.get();
        if (role.role.empty() || !names.insert(role.role).second) {
            throw std::invalid_argument(
                fmt::format("{}: {}", title, role.role.empty() ? "a role has no name" : "has role " + inQuotes(role.role) + " twice"));
        }
        if (node == nullptr || &node->getScene() != &scene) {
            throw std::invalid_argument(fmt::format("{}: the node of role {} does not belong to the scene", title, inQuotes(role.role)));
        }
    }
    characterOf(scene).mappings.push_back(std::move(mapping));
}

std::span<const JointMapping> jointMappings(const Scene& scene) noexcept
{
    const auto* const found = findAttachment<CharacterOfScene>(scene.attachments());
    return found != nullptr ? std::span<const JointMapping>(found->mappings) : std::span<const JointMapping>();
}

const JointMapping* findJointMapping(const Scene& scene, std::string_view vocabulary) noexcept
{
    const std::span<const JointMapping> mappings = jointMappings(scene);
    const auto found = std::ranges::find(mappings, vocabulary, &JointMapping::vocabulary);
    return found != mappings.end() ? &*found : nullptr;
}

void addReferencePose(Scene& scene, std::string_view type, AnimationGroup& group)
{
    const std::span<AnimationGroup* const> groups = scene.animationGroups();
    if (std::ranges::find(groups, &group) == groups.end()) {
        throw std::invalid_argument(fmt::format("reference pose {}: its group does not belong to the scene", inQuotes(type)));
    }
    std::vector<ReferencePose>& poses = characterOf(scene).poses;
    std::erase_if(poses, [](const ReferencePose& pose) { return pose.group.hasGone(); });
    poses.push_back({std::string(type), Handle<AnimationGroup>(group)});
}

std::vector<ReferencePose> referencePoses(const Scene& scene)
{
    const auto* const found = findAttachment<CharacterOfScene>(scene.attachments());
    std::vector<ReferencePose> poses = found != nullptr ? found->poses : std::vector<ReferencePose>();
    std::erase_if(poses, [](const ReferencePose& pose) { return pose.group.hasGone(); });
    return poses;
}

AnimationGroup* findReferencePose(const Scene& scene, std::string_view type) noexcept
{
    const auto* const found = findAttachment<CharacterOfScene>(scene.attachments());
    if (found == nullptr) {
        return nullptr;
    }
    const auto isIt = [&](const ReferencePose& pose) { return pose.type == type && !pose.group.hasGone(); };
    const auto pose = std::ranges::find_if(found->poses, isIt);
    return pose != found->poses.end() ? pose->group.get() : nullptr;
}

void replaceReferencePoses(Scene& scene, const AnimationGroup& group, AnimationGroup& other)
{
    if (auto* const found = findAttachment<CharacterOfScene>(scene.attachments())) {
        for (ReferencePose& pose : found->poses) {
            pose.group = pose.group.get() == &group ? Handle<AnimationGroup>(other) : pose.group;
        }
    }
}

}  // namespace armature
