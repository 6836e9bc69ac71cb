#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <armature/scene/scene_character.hpp>

#include "base/words.hpp"
#include "import/gltf/readers.hpp"

// The file's data about a character. These extensions are drafts; commits are given where they matter: KHR_character_skeleton_mapping
// (f3f2c90, in which a role refers to a node by number, and 3eb2b6d, in which a role refers to a node by name),
// KHR_character_reference_pose (531255e), KHR_animation_reference_pose.
namespace armature::gltf {

namespace {

/// Limit for the number of vocabularies, and of poses, in a file; real files have only a few of each.
constexpr std::size_t most = 64;

/// Finds the nodes to which roles refer.
class RoleReader {
public:
    RoleReader(Document& document, const importing::SceneDescription& scene) : document_(document), scene_(scene) {}

    std::optional<std::size_t> nodeOf(const Json& value)
    {
        if (value.isString()) {
            return named(value);
        }
        const auto node = value.isObject() ? value.findUnsigned("node") : std::nullopt;
        if (node && *node < scene_.nodes.size()) {
            return static_cast<std::size_t>(*node);
        }
        document_.notes.add(value.pointer(),
                            node ? fmt::format("names node {}, but there are {}: the role is left out", *node, scene_.nodes.size())
                                 : "names no node: the role is left out");
        return std::nullopt;
    }

private:
    std::optional<std::size_t> named(const Json& value)
    {
        if (byName_.empty()) {
            for (std::size_t node = 0; node < scene_.nodes.size(); ++node) {
                byName_.try_emplace(scene_.nodes[node].name, node);
            }
        }
        const auto found = byName_.find(value.asString());
        if (found != byName_.end()) {
            return found->second;
        }
        document_.notes.add(value.pointer(),
                            fmt::format("is {}, but no node has that name: the role is left out", quoted(value.asString())));
        return std::nullopt;
    }

    Document& document_;
    const importing::SceneDescription& scene_;
    std::unordered_map<std::string_view, std::size_t> byName_;
};

}  // namespace

void readJointMappings(Document& document, importing::SceneDescription& scene)
{
    const auto extensions = document.root.findObject("extensions");
    const auto extension = extensions ? extensions->findObject("KHR_character_skeleton_mapping") : std::nullopt;
    const auto mappings = extension ? extension->findObject("skeletalRigMappings") : std::nullopt;
    if (!mappings) {
        return;
    }
    RoleReader reader(document, scene);
    mappings->forEachMember([&](std::string_view vocabulary, const Json& roles) {
        const auto isKnown = [&](const auto& known) { return known.vocabulary == vocabulary; };
        if (vocabulary.empty() || !roles.isObject() || scene.jointMappings.size() >= most
            || std::ranges::any_of(scene.jointMappings, isKnown)) {
            document.notes.add(roles.pointer(), "has no vocabulary, repeats one, or is one mapping too many: left out");
            return;
        }
        importing::JointMappingDescription mapping{std::string(vocabulary), {}};
        std::set<std::string_view> names;
        roles.forEachMember([&](std::string_view role, const Json& value) {
            document.charge(2 * (role.size() + sizeof(JointRole) + sizeof(std::string)), value);
            if (role.empty() || !names.insert(role).second) {
                document.notes.add(value.pointer(), "is a role without a name, or a repeated one: left out");
            } else if (const auto node = reader.nodeOf(value)) {
                mapping.roles.emplace_back(std::string(role), *node);
            }
        });
        scene.jointMappings.push_back(std::move(mapping));
    });
}

void readReferencePose(const Json& animation, std::size_t clip, importing::SceneDescription& scene)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> forms{
        {{"KHR_character_reference_pose", "TPose"}, {"KHR_animation_reference_pose", "rest"}}};
    const auto extensions = animation.findObject("extensions");
    for (const auto& [name, type] : forms) {
        const auto pose = extensions ? extensions->findObject(name) : std::nullopt;
        if (pose && scene.referencePoses.size() < most) {
            scene.referencePoses.push_back({std::string(pose->findString("poseType", type)), clip});
            return;
        }
    }
}

}  // namespace armature::gltf
