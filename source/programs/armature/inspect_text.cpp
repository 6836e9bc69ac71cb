#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/gltf_names.hpp>
#include <armature/math/decompose.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "inspect.hpp"
#include "scene_words.hpp"

namespace armature::tools {

namespace {

std::string orNone(const std::optional<std::size_t>& index)
{
    return index ? fmt::format("{}", *index) : "none";
}

// Appends the title of a section, unless the section is empty.
void appendTitle(std::string& text, std::string_view title, std::size_t count)
{
    if (count > 0) {
        text += fmt::format("\n{}\n", title);
    }
}

// Returns whether all components are within a millionth of `scale` of 0, so that they may be mere rounding errors.
template <typename Vector>
bool isNearZero(const Vector& vector, float scale)
{
    return glm::all(glm::lessThanEqual(glm::abs(vector), Vector(1e-6f * scale)));
}

glm::vec3 tidy(const glm::vec3& vector)
{
    const glm::vec3 size = glm::abs(vector);
    const float smallest = 1e-6f * std::max({size.x, size.y, size.z});
    return glm::mix(glm::vec3(0.f), vector, glm::greaterThan(size, glm::vec3(smallest)));
}

// Describes the translation, rotation (x y z w) and scale of a matrix; leaves out those that change nothing.
std::string describeTransform(const glm::mat4& matrix)
{
    const Decomposition parts = decompose(matrix);
    const glm::vec3 t = tidy(parts.transform.translation);
    const glm::quat& rotation = parts.transform.rotation;
    const glm::vec3 turn = tidy({rotation.x, rotation.y, rotation.z});
    const glm::vec3& s = parts.transform.scale;
    std::string text;
    if (t != glm::vec3(0.f)) {
        text += fmt::format(" t({:.4g} {:.4g} {:.4g})", t.x, t.y, t.z);
    }
    if (!isNearZero(turn, 1.f)) {
        text += fmt::format(" r({:.4g} {:.4g} {:.4g} {:.4g})", turn.x, turn.y, turn.z, rotation.w);
    }
    if (!isNearZero(s - 1.f, 5.f)) {
        text += fmt::format(" s({:.4g} {:.4g} {:.4g})", s.x, s.y, s.z);
    }
    if (!parts.isExact()) {
        text += " sheared or singular";
    }
    return text.empty() ? "identity" : text.substr(1);
}

void appendNodes(std::string& text, const Scene& scene, const SceneIndices& indices)
{
    std::map<const Node*, std::string> contents;
    for (std::size_t index = 0; index < scene.meshInstances().size(); ++index) {
        const MeshInstance& instance = *scene.meshInstances()[index];
        contents[&instance.getNode()] += fmt::format("  [mesh {}{}]", index, instance.getSkeleton() ? ", skinned" : "");
    }
    for (std::size_t index = 0; index < scene.skeletons().size(); ++index) {
        contents[scene.skeletons()[index]->getHostNode()] += fmt::format("  [host of skeleton {}]", index);
    }
    std::vector<const Node*> roots;
    std::copy_if(scene.nodes().begin(), scene.nodes().end(), std::back_inserter(roots),
                 [](const Node* node) { return node->getParent() == nullptr || node->getParent()->isBone(); });
    appendTitle(text, "nodes", scene.nodes().size());
    appendTree(text, roots, [&](const Node& node) {
        const auto content = contents.find(&node);
        return fmt::format("{} {}{}{}", orNone(indices.of(node.asTransformNode())), inQuotes(node.getName()),
                           node.isSelfEnabled() ? "" : "  (not shown)", content == contents.end() ? "" : content->second);
    });
}

std::string describeBone(const Bone& bone, const SceneIndices& indices)
{
    const std::string bind = describeTransform(bone.getBindMatrix());
    const std::string rest = describeTransform(bone.getRestMatrix());
    std::string text = bone.getIndex() ? fmt::format("{} ", *bone.getIndex()) : "(helper) ";
    text += inQuotes(bone.getName());
    if (const auto node = indices.of(bone.getTransformNode())) {
        text += fmt::format("  node {}", *node);
    }
    text += fmt::format("  bind {}", bind);
    return rest == bind ? text + "  rest = bind" : text + "  rest " + rest;
}

void appendSkeletons(std::string& text, const Scene& scene, const SceneIndices& indices)
{
    for (std::size_t index = 0; index < scene.skeletons().size(); ++index) {
        const Skeleton& skeleton = *scene.skeletons()[index];
        const std::vector<const Bone*> roots = skeleton.getRoots();
        text += fmt::format("\nskeleton {} {}: {}, {}, host node {}\n", index, inQuotes(skeleton.getName()),
                            counted(skeleton.bones().size(), "bone"), counted(roots.size(), "root"),
                            orNone(indices.of(skeleton.getHostNode())));
        appendTree(text, std::vector<const Node*>(roots.begin(), roots.end()), [&](const Node& node) {
            return node.isBone() ? describeBone(*node.asBone(), indices) : fmt::format("node {}", inQuotes(node.getName()));
        });
    }
}

void appendMeshes(std::string& text, const Scene& scene, const SceneIndices& indices)
{
    appendTitle(text, "meshes", scene.meshInstances().size());
    for (std::size_t index = 0; index < scene.meshInstances().size(); ++index) {
        const MeshInstance& instance = *scene.meshInstances()[index];
        text += fmt::format("  {} {} at node {}{}\n", index, inQuotes(instance.getName()), orNone(indices.of(&instance.getNode())),
                            instance.getSkeleton() ? fmt::format(", skeleton {}", orNone(indices.of(instance.getSkeleton()))) : "");
        const auto& primitives = instance.getMesh()->primitives();
        for (std::size_t number = 0; number < primitives.size(); ++number) {
            const Primitive& primitive = primitives[number];
            text += fmt::format("      {}: {}, {}, {} a vertex", gltfName(primitive.topology),
                                counted(primitive.positions.size(), "vertex", "vertices"), counted(triangleCount(primitive), "triangle"),
                                counted(primitive.skin.influencesPerVertex, "influence"));
            text += fmt::format("{}, material {}\n",
                                primitive.morphTargets.empty() ? "" : ", " + counted(primitive.morphTargets.size(), "morph target"),
                                orNone(instance.getMaterial(number)));
        }
    }
}

void appendClips(std::string& text, const Scene& scene)
{
    appendTitle(text, "animations", scene.animationGroups().size());
    for (std::size_t index = 0; index < scene.animationGroups().size(); ++index) {
        const AnimationClip& clip = scene.animationGroups()[index]->getClip();
        std::map<std::string, std::size_t> kinds;
        for (const AnimationChannel& channel : clip.channels()) {
            ++kinds[fmt::format("{} {}", gltfName(channel.path), gltfName(channel.interpolation))];
        }
        std::vector<std::string> parts;
        parts.reserve(kinds.size());
        for (const auto& [kind, count] : kinds) {
            parts.push_back(fmt::format("{} {}", count, kind));
        }
        text += fmt::format("  {} {}: {:.6g} s, {}, {}{}{}\n", index, inQuotes(clip.getName()), clip.getDuration(),
                            counted(clip.channels().size(), "channel"), counted(keyCount(clip), "key"), parts.empty() ? "" : ": ",
                            fmt::join(parts, ", "));
    }
}

void appendMaterials(std::string& text, const Scene& scene)
{
    appendTitle(text, "materials", scene.materials().size());
    for (std::size_t index = 0; index < scene.materials().size(); ++index) {
        const Material& material = scene.materials()[index];
        const glm::vec4& color = material.baseColor;
        text += fmt::format("  {} {}: base colour ({:.4g} {:.4g} {:.4g} {:.4g}){}, metallic {:.4g}, roughness {:.4g}, {}{}{}\n", index,
                            inQuotes(material.name), color.r, color.g, color.b, color.a,
                            material.baseColorTexture ? fmt::format(" with image {}", material.baseColorTexture->image) : "",
                            material.metallic, material.roughness, gltfName(material.alphaMode),
                            material.doubleSided ? ", double-sided" : "", material.unlit ? ", unlit" : "");
    }
}

}  // namespace

std::string inspectAsText(std::string_view file, const Scene& scene)
{
    const SceneIndices indices(scene);
    std::string text = fmt::format("{}: {}, {}, {}, {}, {}, {}, {}\n", printable(file), counted(scene.nodes().size(), "node"),
                                   counted(scene.skeletons().size(), "skeleton"), counted(scene.meshInstances().size(), "mesh", "meshes"),
                                   counted(scene.animationGroups().size(), "animation"), counted(scene.materials().size(), "material"),
                                   counted(scene.images().size(), "image"), counted(scene.warnings().size(), "warning"));
    appendNodes(text, scene, indices);
    appendSkeletons(text, scene, indices);
    appendMeshes(text, scene, indices);
    appendClips(text, scene);
    appendMaterials(text, scene);
    appendVrm(text, scene, indices);
    appendTitle(text, "warnings", scene.warnings().size());
    for (const std::string& warning : scene.warnings()) {
        text += fmt::format("  {}\n", printable(warning));
    }
    return text;
}

}  // namespace armature::tools
