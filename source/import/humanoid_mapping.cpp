#include <armature/import/humanoid_mapping.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "base/words.hpp"
#include "node/label.hpp"

namespace armature {

namespace {

/// The role of each bone that has one, by the bone's index.
using Roles = std::unordered_map<std::size_t, std::string_view>;

Roles rolesOf(const JointMapping& mapping, const Skeleton& skeleton)
{
    std::unordered_map<const TransformNode*, std::string_view> byNode;
    for (const JointRole& role : mapping.roles) {
        if (const TransformNode* const node = role.node.get()) {
            byNode.emplace(node, role.role);
        }
    }
    Roles roles;
    for (std::size_t i = 0; i < skeleton.bones().size(); ++i) {
        const auto found = byNode.find(skeleton.bones()[i]->getTransformNode());
        if (found != byNode.end()) {
            roles.emplace(i, found->second);
        }
    }
    return roles;
}

/// Whether most of the roles belong to VRM's vocabulary. Other vocabularies share a few of its names, such as "hips" and "head".
bool areOfVrm(const Roles& roles)
{
    std::size_t known = 0;
    for (const auto& [bone, role] : roles) {
        known += humanoidRoleNamed(role) ? 1u : 0u;
    }
    return 2 * known > roles.size();
}

HumanoidMap mapByName(const HumanoidRig& rig, const Roles& roles)
{
    HumanoidMap map = HumanoidMap::createEmpty(rig);
    for (std::size_t bone = 0; bone < rig.bones.size(); ++bone) {
        const auto found = roles.find(bone);
        const auto role = found != roles.end() ? humanoidRoleNamed(found->second) : std::nullopt;
        if (!role) {
            continue;
        }
        try {
            map.set(*role, {.bone = bone, .confidence = 1.f, .why = "its file says so"});
        } catch (const std::invalid_argument& contradiction) {
            map.setObjection(fmt::format("its file contradicts itself: {}", contradiction.what()));
        }
    }
    return map;
}

/// The rig reduced to the bones that have a role, each named by that role. Bones without a role are left out: below a bone whose name means
/// nothing, other bones would be matched with less confidence.
struct NamedBones {
    HumanoidRig rig;
    std::vector<std::size_t> indices;  ///< For each bone of `rig`, its index in the whole rig.
};

NamedBones namedBones(const HumanoidRig& rig, const Roles& roles)
{
    NamedBones named;
    std::vector<std::optional<std::size_t>> nearest(rig.bones.size());  // for each bone, the named bone at or above it; an index in `named`
    for (std::size_t i = 0; i < rig.bones.size(); ++i) {
        const HumanoidRigBone& bone = rig.bones[i];
        nearest[i] = bone.parent ? nearest[*bone.parent] : std::nullopt;
        if (const auto found = roles.find(i); found != roles.end()) {
            const bool isBelowNamed = bone.parent && roles.contains(*bone.parent);
            named.rig.bones.push_back({std::string(found->second), nearest[i], isBelowNamed ? bone.direction : std::nullopt});
            nearest[i] = named.indices.size();
            named.indices.push_back(i);
        }
    }
    return named;
}

HumanoidMap mapByWords(const HumanoidRig& rig, const Roles& roles)
{
    const NamedBones named = namedBones(rig, roles);
    const HumanoidMap found = HumanoidMap::create(named.rig);
    HumanoidMap map = HumanoidMap::createEmpty(rig);
    map.setObjection(found.getObjection());
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        if (const HumanoidMatch* const match = found.find(role)) {
            const std::string why = fmt::format("its file says {}; {}", inQuotes(match->name), match->why);
            map.set(role, {.bone = named.indices[match->bone], .confidence = match->confidence, .why = why});
        }
    }
    return map;
}

/// Returns the roles that a VRM model or animation gives to nodes.
template <class Model>
JointMapping mappingOf(const Model& model)
{
    JointMapping mapping{.vocabulary = "vrmHumanoid"};
    for (const VrmBone& bone : model.humanoid) {
        mapping.roles.push_back({std::string(toString(bone.role)), model.nodes[bone.node]});
    }
    return mapping;
}

}  // namespace

HumanoidMap readHumanoidMapping(const JointMapping& mapping, const Skeleton& skeleton)
{
    const HumanoidRig rig = describeHumanoidRig(skeleton);
    const Roles roles = rolesOf(mapping, skeleton);
    return areOfVrm(roles) ? mapByName(rig, roles) : mapByWords(rig, roles);
}

JointMapping writeHumanoidMapping(const HumanoidMap& map, const Skeleton& skeleton)
{
    const auto bones = skeleton.bones();
    if (map.boneCount() != bones.size()) {
        throw std::invalid_argument(fmt::format("humanoid mapping: the map is for {}, skeleton {} has {}", counted(map.boneCount(), "bone"),
                                                inQuotes(skeleton.getName()), bones.size()));
    }
    JointMapping mapping{.vocabulary = "vrmHumanoid"};
    for (std::size_t i = 0; i < humanoidRoleCount; ++i) {
        const auto role = static_cast<HumanoidRole>(i);
        if (const HumanoidMatch* const match = map.find(role)) {
            const TransformNode* const node = bones[match->bone]->getTransformNode();
            if (node == nullptr) {
                throw std::invalid_argument(
                    fmt::format("humanoid mapping, {}: {} is not linked to a node", toString(role), label(*bones[match->bone])));
            }
            mapping.roles.push_back({std::string(toString(role)), Handle<const TransformNode>(*node)});
        }
    }
    return mapping;
}

HumanoidMap findHumanoidMap(const Scene& scene, const Skeleton& skeleton)
{
    std::vector<JointMapping> mappings;
    std::ranges::transform(vrmModels(scene), std::back_inserter(mappings), mappingOf<VrmModel>);
    std::ranges::transform(vrmAnimations(scene), std::back_inserter(mappings), mappingOf<VrmAnimation>);
    mappings.insert(mappings.end(), jointMappings(scene).begin(), jointMappings(scene).end());
    for (const JointMapping& mapping : mappings) {
        HumanoidMap map = readHumanoidMapping(mapping, skeleton);
        if (!map.isRefused()) {
            return map;
        }
    }
    return HumanoidMap::create(skeleton);
}

}  // namespace armature
