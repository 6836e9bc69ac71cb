#include <array>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "base/words.hpp"
#include "import/gltf/readers.hpp"

// Nodes, their hierarchy, the meshes at them, and scenes (glTF 2.0, sections 3.5 and 5.25 to 5.26; KHR_node_visibility, KHR_skeleton_bone).
namespace armature::gltf {

namespace {

void readTransform(const Document& document, const Json& value, importing::NodeDescription& node)
{
    const auto [matrixMember, translation, rotationMember, scale] = value.findEach({"matrix", "translation", "rotation", "scale"});
    if (matrixMember) {
        node.matrix.emplace(1.f);
        matrixMember->asFloats({glm::value_ptr(*node.matrix), 16});
    }
    Transform& transform = node.transform;
    if (translation) {
        translation->asFloats({glm::value_ptr(transform.translation), 3});
    }
    if (rotationMember) {
        glm::vec4 rotation(0.f);
        rotationMember->asFloats({glm::value_ptr(rotation), 4});
        transform.rotation = glm::quat(rotation.w, rotation.x, rotation.y, rotation.z);
    }
    if (scale) {
        scale->asFloats({glm::value_ptr(transform.scale), 3});
    }
    if (node.matrix && (translation || rotationMember || scale)) {
        document.notes.add(value.pointer(),
                           "has a matrix and translation, rotation or scale, of which only one may be: the matrix is used");
    }
}

bool isHidden(const Json& value)
{
    const auto extensions = value.findObject("extensions");
    const auto visibility = extensions ? extensions->findObject("KHR_node_visibility") : std::nullopt;
    return visibility && !visibility->findBool("visible", true);
}

void readInstance(Document& document, const Json& value, std::size_t node, std::size_t skinCount, importing::SceneDescription& scene)
{
    const auto [meshMember, skinMember] = value.findEach({"mesh", "skin"});
    const std::size_t mesh = meshMember ? meshMember->asIndex(scene.meshes.size(), "meshes") : 0;
    const auto skin = skinMember ? std::optional(skinMember->asIndex(skinCount, "skins")) : std::nullopt;
    if (!meshMember) {
        if (skin) {
            document.notes.add(value.pointer("skin"), "has no effect on a node without a mesh: ignored");
        }
        return;
    }
    importing::InstanceDescription instance;
    instance.node = node;
    instance.mesh = mesh;
    instance.skin = skin;
    // The charge includes the weights even if the node has none, because every instance of the scene stores its own.
    const std::size_t targets = scene.meshes[mesh]->getMorphWeights().size();
    document.charge(sizeof instance + importing::bytesOfInstance + std::uint64_t{targets} * sizeof(float), value);
    instance.morphWeights = readMorphWeights(document, value, targets).value_or(std::vector<float>());
    scene.instances.push_back(std::move(instance));
}

/// Reads a bone's length from KHR_skeleton_bone, a draft (a5b63bd in pull request 2626 of github.com/KhronosGroup/glTF). The length is
/// along the node's +Y, as in Bone::setLength().
std::optional<float> readBoneLength(const Document& document, const Json& value)
{
    const auto extensions = value.findObject("extensions");
    const auto bone = extensions ? extensions->findObject("KHR_skeleton_bone") : std::nullopt;
    if (!bone || !bone->find("length")) {
        return std::nullopt;
    }
    const float length = bone->findFloat("length", 0.f);
    if (length < 0.f) {
        document.notes.add(bone->pointer("length"), fmt::format("is {}, but a length cannot be negative: left out", length));
        return std::nullopt;
    }
    return length;
}

constexpr std::array<std::string_view, 3> readOfNode{"KHR_node_visibility", "KHR_lights_punctual", "VRMC_node_constraint"};

/// Sets node `index` as the parent of each of `children`.
void readChildren(const Document& document, const Json& children, std::size_t index, std::vector<importing::NodeDescription>& nodes)
{
    children.forEach([&](std::size_t, const Json& item) {
        const std::size_t child = item.asIndex(nodes.size(), "nodes");
        auto& parent = nodes[child].parent;
        if (child == index) {
            document.notes.add(item.pointer(), "names its own node as a child: ignored; export the file again");
        } else if (parent == index) {
            document.notes.add(item.pointer(), fmt::format("names node {} a second time: ignored", child));
        } else if (parent) {
            item.refuse(fmt::format("is {}, but that is a child of node {} already; a node has one parent", child, *parent));
        } else {
            parent = index;
        }
    });
}

void readNode(Document& document, const Json& value, std::size_t index, std::size_t skinCount, importing::SceneDescription& scene)
{
    const auto [name, extras, extensions, camera, children] = value.findEach({"name", "extras", "extensions", "camera", "children"});
    importing::NodeDescription& node = scene.nodes[index];
    node.name = readName(document, value, name);
    node.extras = extras ? extras->asText() : std::string();
    document.charge(2 * (node.name.size() + node.extras.size()), value);  // stored in the description and again in the scene
    if (extensions) {
        node.extensions = readKeptExtensions(document, value, readOfNode);
        node.isShown = !isHidden(value);
        node.boneLength = readBoneLength(document, value);
        readNodeConstraint(document, value, index, scene);
        if (node.boneLength) {
            node.extensions = withBoneLength(node.extensions, std::nullopt);
        }
    }
    readTransform(document, value, node);
    node.light = extensions ? findLight(document, value, scene.lights.size()) : std::nullopt;
    node.camera = camera ? std::optional(camera->asIndex(scene.cameras.size(), "cameras")) : std::nullopt;
    readInstance(document, value, index, skinCount, scene);
    if (children) {
        readChildren(document, *children, index, scene.nodes);
    }
}

std::optional<std::size_t> chooseScene(Document& document, const Json& scenes)
{
    const std::size_t count = scenes.size();
    if (const auto wanted = document.options.scene) {
        if (*wanted >= count) {
            scenes.refuse(fmt::format("has {} scenes, but number {} was asked for (ImportOptions::scene)", count, *wanted));
        }
        return wanted;
    }
    const auto own = document.root.findIndex("scene", count, "scenes");
    if (!own && count > 1) {
        document.notes.add(
            "/scene", fmt::format("is missing, and the file has {} scenes: the first is shown; choose with ImportOptions::scene", count));
    }
    return own ? own : count > 0 ? std::optional<std::size_t>(0) : std::nullopt;
}

/// Marks the root above `node` as shown. Stops at a node that an earlier call passed, whose root is already marked, so that all calls
/// together pass each node only once.
void markRootAbove(const std::vector<importing::NodeDescription>& nodes, std::size_t node, std::vector<bool>& isPassed,
                   std::vector<std::uint8_t>& isShown)
{
    while (!isPassed[node]) {
        isPassed[node] = true;
        if (!nodes[node].parent) {
            isShown[node] = 1;
            return;
        }
        node = *nodes[node].parent;
    }
}

std::vector<std::uint8_t> readRoots(Document& document, const Json& scenes, std::size_t chosen,
                                    const std::vector<importing::NodeDescription>& nodes)
{
    std::vector<std::uint8_t> isShown(nodes.size(), 0);
    std::vector<bool> isPassed(nodes.size(), false);
    scenes.forEach([&](std::size_t index, const Json& scene) {
        const auto roots = scene.findArray("nodes");
        if (index == chosen && !nodes.empty() && (!roots || roots->size() == 0)) {
            document.notes.add(scene.pointer(),
                               "is the shown scene and has no nodes: nothing is drawn; choose another with ImportOptions::scene");
        }
        if (!roots) {
            return;
        }
        roots->forEach([&](std::size_t, const Json& root) {
            const std::size_t node = root.asIndex(nodes.size(), "nodes");
            if (nodes[node].parent) {
                document.notes.add(root.pointer(),
                                   fmt::format("is {}, which is a child of node {} and no root: its whole tree counts as part of the "
                                               "scene",
                                               node, *nodes[node].parent));
            }
            if (index == chosen) {
                markRootAbove(nodes, node, isPassed, isShown);
            }
        });
    });
    return isShown;
}

/// Marks all descendants of shown nodes as shown. O(nodes).
void spreadDownwards(const std::vector<importing::NodeDescription>& nodes, std::vector<std::uint8_t>& isShown)
{
    constexpr std::uint8_t no = 0, yes = 1, knownNo = 2;
    std::vector<std::size_t> path;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        std::size_t at = node;
        for (path.clear(); isShown[at] == no; at = *nodes[at].parent) {
            path.push_back(at);
            if (!nodes[at].parent) {
                break;
            }
        }
        const std::uint8_t answer = isShown[at] == yes ? yes : knownNo;
        for (const std::size_t passed : path) {
            isShown[passed] = answer;
        }
    }
}

}  // namespace

void readNodes(Document& document, importing::SceneDescription& scene)
{
    const auto list = document.root.findArray("nodes");
    if (!list) {
        return;
    }
    const std::size_t count = list->size();
    if (count > document.options.limits.nodes) {
        list->refuse(
            fmt::format("has {}, but the limit is {} (ImportLimits::nodes)", counted(count, "node"), document.options.limits.nodes));
    }
    const auto skins = document.root.findArray("skins");
    const std::size_t skinCount = skins ? skins->size() : 0;
    document.charge(std::uint64_t{count} * (sizeof(importing::NodeDescription) + importing::bytesOfNode), *list);
    scene.nodes.resize(count);
    list->forEach([&](std::size_t index, const Json& value) { readNode(document, value, index, skinCount, scene); });
}

void readScenes(Document& document, importing::SceneDescription& scene)
{
    const auto scenes = document.root.findArray("scenes");
    const auto chosen = scenes ? chooseScene(document, *scenes) : std::nullopt;
    if (!chosen) {
        if (document.options.scene) {
            document.root.refuse("scenes",
                                 fmt::format("is missing, but scene {} was asked for (ImportOptions::scene)", *document.options.scene));
        }
        if (!scene.nodes.empty()) {
            document.notes.add("/scenes", "is missing: the file does not say which nodes to show, so all are shown");
        }
        return;
    }
    scenes->forEach([&](std::size_t index, const Json& value) {
        if (index == *chosen) {
            scene.name = readName(document, value);
            scene.extras = value.findText("extras");
            document.charge(2 * (scene.name.size() + scene.extras.size()), value);
        }
    });
    auto isShown = readRoots(document, *scenes, *chosen, scene.nodes);
    spreadDownwards(scene.nodes, isShown);
    for (std::size_t node = 0; node < scene.nodes.size(); ++node) {
        scene.nodes[node].isShown = scene.nodes[node].isShown && isShown[node] == 1;
    }
}

}  // namespace armature::gltf
