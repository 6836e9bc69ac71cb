#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "base/words.hpp"
#include "import/gltf/writer/writer.hpp"

// Scenes, nodes and skins (glTF 2.0, sections 3.5, 3.7.3; KHR_node_visibility, KHR_skeleton_bone).
namespace armature::gltf {

namespace {

/// Whether two lists of numbers are equal bit for bit; 0 and -0 differ.
bool isSame(std::span<const float> a, std::span<const float> b)
{
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i])) {
            return false;
        }
    }
    return true;
}

class NodeWriter {
public:
    explicit NodeWriter(WriterContext& context)
        : context_(context)
        , nodes_(context.scene.nodes)
        , children_(nodes_.size())
        , rootOf_(nodes_.size())
        , isTreeShown_(nodes_.size(), false)
        , constraints_(constraintsByNode(context.scene))
    {
        for (std::size_t node = 0; node < nodes_.size(); ++node) {
            if (nodes_[node].parent) {
                children_[*nodes_[node].parent].push_back(node);
            }
        }
        findTrees();
        instances_.resize(nodes_.size(), nullptr);
        for (const importing::InstanceDescription& instance : context.scene.instances) {
            instances_[instance.node] = &instance;
        }
    }

    // The scene contains only trees in which at least one node is shown, initially or by a clip.
    void writeScene()
    {
        JsonWriter& json = context_.json;
        json.member("scene", std::size_t{0});
        json.key("scenes");
        json.beginArray();
        json.beginObject(JsonWriter::Layout::Inline);
        context_.memberUnlessEmpty("name", context_.scene.name);
        std::vector<std::size_t> roots;
        for (std::size_t node = 0; node < nodes_.size(); ++node) {
            if (!nodes_[node].parent && isTreeShown_[node]) {
                roots.push_back(node);
            }
        }
        writeIndices("nodes", roots);
        context_.writeExtras(context_.scene.extras);
        json.endObject();
        json.endArray();
    }

    void write()
    {
        if (nodes_.empty()) {
            return;
        }
        context_.json.key("nodes");
        context_.json.beginArray();
        for (std::size_t node = 0; node < nodes_.size(); ++node) {
            writeNode(node);
        }
        context_.json.endArray();
    }

private:
    void findTrees()
    {
        std::vector<std::size_t> open;
        for (std::size_t root = 0; root < nodes_.size(); ++root) {
            if (nodes_[root].parent) {
                continue;
            }
            open.assign(1, root);
            while (!open.empty()) {
                const std::size_t node = open.back();
                open.pop_back();
                rootOf_[node] = root;
                isTreeShown_[root] = isTreeShown_[root] || nodes_[node].isShown || isMoved(node);
                open.insert(open.end(), children_[node].begin(), children_[node].end());
            }
        }
    }

    void writeIndices(std::string_view name, const std::vector<std::size_t>& indices)
    {
        if (indices.empty()) {
            return;
        }
        context_.json.key(name);
        context_.json.beginArray(JsonWriter::Layout::Inline);
        for (const std::size_t index : indices) {
            context_.json.value(index);
        }
        context_.json.endArray();
    }

    void writeNode(std::size_t number)
    {
        const importing::NodeDescription& node = nodes_[number];
        JsonWriter& json = context_.json;
        json.beginObject(JsonWriter::Layout::Inline);
        context_.memberUnlessEmpty("name", node.name);
        writeIndices("children", children_[number]);
        if (node.matrix) {
            json.member("matrix", *node.matrix);
        } else {
            writeTransform(node.transform);
        }
        if (const auto* instance = instances_[number]) {
            json.member("mesh", instance->mesh);
            if (instance->skin) {
                json.member("skin", *instance->skin);
            }
            if (!instance->morphWeights.empty()) {
                json.member("weights", std::span<const float>(instance->morphWeights));
            }
        }
        if (node.camera) {
            json.member("camera", *node.camera);
        }
        writeExtensions(number, isTreeShown_[rootOf_[number]], isMoved(number));
        context_.writeExtras(node.extras);
        json.endObject();
    }

    void writeTransform(const Transform& transform)
    {
        const auto writeUnless = [this](std::string_view name, std::span<const float> numbers, std::span<const float> fallback) {
            if (!isSame(numbers, fallback)) {
                context_.json.member(name, numbers);
            }
        };
        constexpr std::array none{0.f, 0.f, 0.f};
        constexpr std::array unit{1.f, 1.f, 1.f};
        constexpr std::array unturned{0.f, 0.f, 0.f, 1.f};
        const glm::quat& rotation = transform.rotation;
        writeUnless("translation", {&transform.translation.x, 3}, none);
        writeUnless("rotation", std::array{rotation.x, rotation.y, rotation.z, rotation.w}, unturned);
        writeUnless("scale", {&transform.scale.x, 3}, unit);
    }

    /// Whether a clip animates the node's visibility.
    [[nodiscard]] bool isMoved(std::size_t node) const { return context_.isMoved(ChannelTarget::Kind::Node, node, "isEnabled"); }

    void writeExtensions(std::size_t number, bool isInScene, bool isSwitched)
    {
        const importing::NodeDescription& node = nodes_[number];
        ExtensionsWriter extensions(context_);
        if (isInScene && (!node.isShown || isSwitched)) {
            JsonWriter& json = extensions.begin("KHR_node_visibility");
            json.member("visible", node.isShown);
            json.endObject();
        }
        if (node.light) {
            JsonWriter& json = extensions.begin("KHR_lights_punctual");
            json.member("light", *node.light);
            json.endObject();
        }
        if (constraints_[number] != nullptr) {
            writeNodeConstraint(context_, *constraints_[number], extensions);
        }
        const std::string kept = node.boneLength ? withBoneLength(node.extensions, node.boneLength) : node.extensions;
        extensions.keep(
            {.json = kept, .place = fmt::format("node {}", inQuotes(node.name)), .numbers = node.numbers, .owner = NumberedThing::Node});
        extensions.end();
    }

    WriterContext& context_;
    const std::vector<importing::NodeDescription>& nodes_;
    std::vector<std::vector<std::size_t>> children_;
    std::vector<std::size_t> rootOf_;
    std::vector<bool> isTreeShown_;  ///< For each root, whether any node in its tree is ever shown.
    std::vector<const VrmConstraint*> constraints_;
    std::vector<const importing::InstanceDescription*> instances_;
};

bool areIdentities(const std::vector<glm::mat4>& matrices)
{
    const glm::mat4 identity(1.f);
    for (const glm::mat4& matrix : matrices) {
        if (!isSame({glm::value_ptr(matrix), 16}, {glm::value_ptr(identity), 16})) {
            return false;
        }
    }
    return true;
}

}  // namespace

void writeNodes(WriterContext& context)
{
    NodeWriter writer(context);
    writer.writeScene();
    writer.write();
}

void writeCameras(WriterContext& context)
{
    if (context.scene.cameras.empty()) {
        return;
    }
    JsonWriter& json = context.json;
    json.key("cameras");
    json.beginArray();
    for (const SceneCamera& camera : context.scene.cameras) {
        json.beginObject(JsonWriter::Layout::Inline);
        context.memberUnlessEmpty("name", camera.name);
        const std::string_view type = camera.isOrthographic ? "orthographic" : "perspective";
        json.member("type", type);
        json.key(type);
        json.beginObject();
        if (camera.isOrthographic) {
            json.member("xmag", camera.halfSize.x);
            json.member("ymag", camera.halfSize.y);
        } else {
            if (camera.aspectRatio) {
                json.member("aspectRatio", *camera.aspectRatio);
            }
            json.member("yfov", camera.verticalFieldOfView);
        }
        if (camera.farPlane) {
            json.member("zfar", *camera.farPlane);
        }
        json.member("znear", camera.nearPlane);
        json.endObject();
        writeKeptExtensions(context, {.json = camera.extensions, .place = fmt::format("camera {}", inQuotes(camera.name))});
        context.writeExtras(camera.extras);
        json.endObject();
    }
    json.endArray();
}

void writeSkins(WriterContext& context)
{
    if (context.scene.skins.empty()) {
        return;
    }
    JsonWriter& json = context.json;
    json.key("skins");
    json.beginArray();
    for (const importing::SkinDescription& skin : context.scene.skins) {
        json.beginObject(JsonWriter::Layout::Inline);
        context.memberUnlessEmpty("name", skin.name);
        if (skin.root) {
            json.member("skeleton", *skin.root);
        }
        if (!areIdentities(skin.inverseBinds)) {
            const std::span<const glm::mat4> matrices = std::span(skin.inverseBinds).first(skin.joints.size());
            json.member("inverseBindMatrices",
                        context.pool.add(matrices, {.components = 16, .use = ViewUse::InverseBinds}, matrices.size()));
        }
        json.key("joints");
        json.beginArray();
        for (const std::size_t joint : skin.joints) {
            json.value(joint);
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

}  // namespace armature::gltf
