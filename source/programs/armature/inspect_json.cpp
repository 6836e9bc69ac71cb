#include <array>
#include <string_view>

#include <glm/gtc/type_ptr.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/gltf_names.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include "inspect.hpp"

namespace armature::tools {

namespace {

using Layout = JsonWriter::Layout;

template <typename Vector>
std::span<const float> numbersOf(const Vector& vector)
{
    return {glm::value_ptr(vector), static_cast<std::size_t>(vector.length())};
}

void member(JsonWriter& json, std::string_view name, std::span<const float> numbers)
{
    json.key(name);
    json.value(numbers);
}

void writeTransform(JsonWriter& json, const Transform& transform)
{
    const glm::quat& rotation = transform.rotation;
    member(json, "translation", numbersOf(transform.translation));
    member(json, "rotation", numbersOf(glm::vec4(rotation.x, rotation.y, rotation.z, rotation.w)));
    member(json, "scale", numbersOf(transform.scale));
}

void writeNodes(JsonWriter& json, const Scene& scene, const SceneIndices& indices)
{
    json.key("nodes");
    json.beginArray();
    for (std::size_t index = 0; index < scene.nodes().size(); ++index) {
        const TransformNode& node = *scene.nodes()[index];
        json.beginObject(Layout::Inline);
        json.member("index", index);
        json.member("name", std::string_view(node.getName()));
        const Node* parent = node.getParent();
        json.member("parent", parent != nullptr ? indices.of(parent->asTransformNode()) : std::nullopt);
        json.member("shown", node.isEnabled());
        json.member("camera", node.getCamera());
        json.member("light", node.getLight());
        writeTransform(json, node.getTransform());
        json.endObject();
    }
    json.endArray();
}

void writeBone(JsonWriter& json, const Bone& bone, const SceneIndices& indices)
{
    json.beginObject(Layout::Inline);
    json.member("index", indices.of(&bone));
    json.member("slot", bone.getIndex());
    json.member("name", std::string_view(bone.getName()));
    json.member("node", indices.of(bone.getTransformNode()));
    json.member("parent", indices.of(bone.getParentBone()));
    json.member("length", bone.getLength());
    json.member("bind", bone.getBindMatrix());
    json.member("rest", bone.getRestMatrix());
    json.member("inverseBind", bone.getAbsoluteInverseBindMatrix());
    json.endObject();
}

void writeSkeletons(JsonWriter& json, const Scene& scene, const SceneIndices& indices)
{
    json.key("skeletons");
    json.beginArray();
    for (std::size_t index = 0; index < scene.skeletons().size(); ++index) {
        const Skeleton& skeleton = *scene.skeletons()[index];
        json.beginObject();
        json.member("index", index);
        json.member("name", std::string_view(skeleton.getName()));
        json.member("host", indices.of(skeleton.getHostNode()));
        json.key("roots");
        json.beginArray(Layout::Inline);
        for (const Bone* root : skeleton.getRoots()) {
            json.value(indices.of(root));
        }
        json.endArray();
        json.key("bones");
        json.beginArray();
        for (const Bone* bone : skeleton.bones()) {
            writeBone(json, *bone, indices);
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

void writePrimitive(JsonWriter& json, const MeshInstance& instance, std::size_t number)
{
    const Primitive& primitive = instance.getMesh()->primitives()[number];
    json.beginObject(Layout::Inline);
    json.member("topology", gltfName(primitive.topology));
    json.member("vertices", primitive.positions.size());
    json.member("indices", primitive.indices.size());
    json.member("triangles", triangleCount(primitive));
    json.member("influencesPerVertex", primitive.skin.influencesPerVertex);
    json.member("morphTargets", primitive.morphTargets.size());
    json.member("hasNormals", !primitive.normals.empty());
    json.member("hasTextureCoordinates", !primitive.textureCoordinates[0].empty());
    json.member("hasColors", !primitive.colors.empty());
    json.member("material", instance.getMaterial(number));
    json.endObject();
}

void writeMeshes(JsonWriter& json, const Scene& scene, const SceneIndices& indices)
{
    json.key("meshes");
    json.beginArray();
    for (std::size_t index = 0; index < scene.meshInstances().size(); ++index) {
        const MeshInstance& instance = *scene.meshInstances()[index];
        json.beginObject();
        json.member("index", index);
        json.member("name", std::string_view(instance.getName()));
        json.member("node", indices.of(&instance.getNode()));
        json.member("skeleton", indices.of(instance.getSkeleton()));
        json.key("primitives");
        json.beginArray();
        for (std::size_t number = 0; number < instance.getMesh()->primitives().size(); ++number) {
            writePrimitive(json, instance, number);
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

void writeChannel(JsonWriter& json, const AnimationClip& clip, const AnimationChannel& channel)
{
    constexpr std::array<std::string_view, 6> kinds{"node", "bone", "material", "camera", "light", "curve"};
    const auto times = clip.timeTrack(channel.timeTrack);
    json.beginObject(Layout::Inline);
    json.member(kinds[static_cast<std::size_t>(channel.target.kind)], channel.target.index);
    if (!channel.target.property.empty()) {
        json.member("property", std::string_view(channel.target.property));
    }
    if (channel.target.kind == ChannelTarget::Kind::Bone) {
        json.member("skeleton", channel.target.skeleton);
    }
    json.member("path", gltfName(channel.path));
    json.member("interpolation", gltfName(channel.interpolation));
    json.member("keys", times.size());
    json.member("from", times.front());
    json.member("to", times.back());
    json.endObject();
}

void writeClips(JsonWriter& json, const Scene& scene)
{
    json.key("animations");
    json.beginArray();
    for (std::size_t index = 0; index < scene.animationGroups().size(); ++index) {
        const AnimationClip& clip = scene.animationGroups()[index]->getClip();
        json.beginObject();
        json.member("index", index);
        json.member("name", std::string_view(clip.getName()));
        json.member("duration", clip.getDuration());
        json.key("channels");
        json.beginArray();
        for (const AnimationChannel& channel : clip.channels()) {
            writeChannel(json, clip, channel);
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

void writeCameras(JsonWriter& json, const Scene& scene)
{
    json.key("cameras");
    json.beginArray();
    for (const SceneCamera& camera : scene.cameras()) {
        json.beginObject(Layout::Inline);
        json.member("name", std::string_view(camera.name));
        json.member("orthographic", camera.isOrthographic);
        if (camera.isOrthographic) {
            member(json, "halfSize", numbersOf(camera.halfSize));
        } else {
            json.member("verticalFieldOfView", camera.verticalFieldOfView);
            json.member("aspectRatio", camera.aspectRatio);
        }
        json.member("near", camera.nearPlane);
        json.member("far", camera.farPlane);
        json.endObject();
    }
    json.endArray();
}

void writeLights(JsonWriter& json, const Scene& scene)
{
    json.key("lights");
    json.beginArray();
    for (const SceneLight& light : scene.lights()) {
        json.beginObject(Layout::Inline);
        json.member("name", std::string_view(light.name));
        json.member("type", toString(light.type));
        member(json, "color", numbersOf(light.color));
        json.member("intensity", light.intensity);
        json.member("range", light.range);
        if (light.type == LightType::Spot) {
            json.member("innerConeAngle", light.innerConeAngle);
            json.member("outerConeAngle", light.outerConeAngle);
        }
        json.endObject();
    }
    json.endArray();
}

void writeLooks(JsonWriter& json, const Scene& scene)
{
    json.key("materials");
    json.beginArray();
    for (const Material& material : scene.materials()) {
        json.beginObject(Layout::Inline);
        json.member("name", std::string_view(material.name));
        member(json, "baseColor", numbersOf(material.baseColor));
        json.member("baseColorImage", material.baseColorTexture ? std::optional(material.baseColorTexture->image) : std::nullopt);
        json.member("metallic", material.metallic);
        json.member("roughness", material.roughness);
        json.member("alphaMode", gltfName(material.alphaMode));
        json.member("doubleSided", material.doubleSided);
        json.member("unlit", material.unlit);
        json.endObject();
    }
    json.endArray();
    json.key("images");
    json.beginArray();
    for (const Image& image : scene.images()) {
        json.beginObject(Layout::Inline);
        json.member("name", std::string_view(image.name));
        json.member("mimeType", std::string_view(image.mimeType));
        json.member("bytes", image.bytes.size());
        json.endObject();
    }
    json.endArray();
}

}  // namespace

std::string inspectAsJson(std::string_view file, const Scene& scene)
{
    const SceneIndices indices(scene);
    JsonWriter json;
    json.beginObject();
    json.member("version", inspectVersion);
    json.member("file", file);
    writeNodes(json, scene, indices);
    writeSkeletons(json, scene, indices);
    writeMeshes(json, scene, indices);
    writeClips(json, scene);
    writeLooks(json, scene);
    writeCameras(json, scene);
    writeLights(json, scene);
    writeVrm(json, scene, indices);
    json.key("warnings");
    json.beginArray();
    for (const std::string& warning : scene.warnings()) {
        json.value(std::string_view(warning));
    }
    json.endArray();
    json.endObject();
    return json.take();
}

}  // namespace armature::tools
