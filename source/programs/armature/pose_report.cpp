#include "posed_scene.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <glm/ext/matrix_double4x4.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/math/affine.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/json_writer.hpp"
#include "base/words.hpp"
#include "scene_words.hpp"

namespace armature::tools {

namespace {

using Layout = JsonWriter::Layout;

std::optional<std::size_t> parentNode(const TransformNode& node, const SceneIndices& indices)
{
    const Node* parent = node.getParent();
    return parent != nullptr ? indices.of(parent->asTransformNode()) : std::nullopt;
}

// Returns the node that drives a palette slot; null if the slot has no bone, or no node drives the bone.
const TransformNode* jointNode(const Skeleton& skeleton, std::size_t slot)
{
    const Bone* bone = skeleton.getBoneByIndex(slot);
    return bone != nullptr ? bone->getTransformNode() : nullptr;
}

// Returns joint world * inverse bind, rounded once: far from the origin the two are large and their product is small.
glm::mat4 skinWorld(const Skeleton& skeleton, std::size_t slot)
{
    const Bone* bone = skeleton.getBoneByIndex(slot);
    if (bone == nullptr) {
        return skeleton.getWorldMatrix();
    }
    const TransformNode* node = bone->getTransformNode();
    const glm::mat4 jointWorld = node != nullptr ? node->getWorldMatrix() : bone->getWorldMatrix();
    return glm::mat4(glm::dmat4(jointWorld) * glm::dmat4(bone->getAbsoluteInverseBindMatrix()));
}

void writePosedNodes(JsonWriter& json, const PoseReport& report, const SceneIndices& indices)
{
    json.key("nodes");
    json.beginArray();
    for (std::size_t index = 0; index < report.scene.nodes().size(); ++index) {
        const TransformNode& node = *report.scene.nodes()[index];
        json.beginObject(Layout::Inline);
        json.member("index", index);
        json.member("name", std::string_view(node.getName()));
        json.member("parent", parentNode(node, indices));
        json.member("world", node.getWorldMatrix());
        json.endObject();
    }
    json.endArray();
}

void writeSkin(JsonWriter& json, const Skeleton& skeleton, std::size_t index, const SceneIndices& indices)
{
    const auto palette = skeleton.getFinalMatrices();
    json.beginObject();
    json.member("index", index);
    json.member("name", std::string_view(skeleton.getName()));
    json.member("host", indices.of(skeleton.getHostNode()));
    json.key("joints");
    json.beginArray(Layout::Inline);
    for (std::size_t slot = 0; slot < palette.size(); ++slot) {
        json.value(indices.of(jointNode(skeleton, slot)));
    }
    json.endArray();
    json.key("final");
    json.beginArray();
    for (const Affine& final : palette) {
        json.value(toMat4(final));
    }
    json.endArray();
    json.key("world");
    json.beginArray();
    for (std::size_t slot = 0; slot < palette.size(); ++slot) {
        json.value(skinWorld(skeleton, slot));
    }
    json.endArray();
    json.endObject();
}

std::string_view clipName(const PoseReport& report)
{
    return report.scene.animationGroups()[*report.clip]->getName();
}

void appendPlace(std::string& table, std::string_view index, std::string_view name, const glm::mat4& world)
{
    fmt::format_to(std::back_inserter(table), "{:>7}  {:<32} {:>12.6g} {:>12.6g} {:>12.6g}\n", index, printable(name), world[3][0],
                   world[3][1], world[3][2]);
}

/// Returns whether a skeleton deforms meshes. A skeleton without a palette only poses nodes, which are reported anyway.
bool isSkin(const Skeleton& skeleton)
{
    return !skeleton.getFinalMatrices().empty();
}

}  // namespace

std::string poseAsJson(const PoseReport& report)
{
    const SceneIndices indices(report.scene);
    JsonWriter json;
    json.beginObject();
    json.member("file", report.file);
    json.member("animation", report.clip ? std::optional(clipName(report)) : std::nullopt);
    json.member("time", report.seconds);
    writePosedNodes(json, report, indices);
    json.key("skins");
    json.beginArray();
    for (std::size_t index = 0; index < report.scene.skeletons().size(); ++index) {
        if (!isSkin(*report.scene.skeletons()[index])) {
            continue;
        }
        writeSkin(json, *report.scene.skeletons()[index], index, indices);
    }
    json.endArray();
    json.endObject();
    return json.take();
}

std::string poseAsTable(const PoseReport& report)
{
    const SceneIndices indices(report.scene);
    std::string table =
        report.clip ? fmt::format("{}: animation \"{}\" at {} s\n", printable(report.file), printable(clipName(report)), report.seconds)
                    : fmt::format("{}: the file's own pose\n", printable(report.file));
    table += fmt::format("\n{:>7}  {:<32} {:>12} {:>12} {:>12}\n", "node", "name", "world x", "y", "z");
    for (std::size_t index = 0; index < report.scene.nodes().size(); ++index) {
        const TransformNode& node = *report.scene.nodes()[index];
        appendPlace(table, fmt::format("{}", index), node.getName(), node.getWorldMatrix());
    }
    for (std::size_t index = 0; index < report.scene.skeletons().size(); ++index) {
        const Skeleton& skeleton = *report.scene.skeletons()[index];
        if (!isSkin(skeleton)) {
            continue;
        }
        const auto host = indices.of(skeleton.getHostNode());
        table += fmt::format("\nskin {} \"{}\", host {}\n{:>7}  {:<32} {:>12} {:>12} {:>12}\n", index, printable(skeleton.getName()),
                             host ? fmt::format("node {}", *host) : "none", "joint", "name", "world x", "y", "z");
        for (std::size_t slot = 0; slot < skeleton.getFinalMatrices().size(); ++slot) {
            if (const Bone* bone = skeleton.getBoneByIndex(slot)) {
                appendPlace(table, fmt::format("{}", slot), bone->getName(), bone->getWorldMatrix());
            }
        }
    }
    return table + "\nAll matrices: --json. The posed meshes: --obj OUT.obj.\n";
}

}  // namespace armature::tools
