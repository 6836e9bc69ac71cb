#include "scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace character {
namespace {

using Nodes = std::array<armature::TransformNode*, jointCount>;

// Converts from sRGB to linear by IEC 61966-2-1, rounded so that every machine's pow gives the same number.
float linearComponent(std::uint32_t color, unsigned shift)
{
    const float value = static_cast<float>((color >> shift) & 0xffu) / 255.f;
    const float linear = value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
    return std::round(linear * 1e4f) / 1e4f;
}

glm::vec3 linearColor(std::uint32_t color)
{
    return {linearComponent(color, 16), linearComponent(color, 8), linearComponent(color, 0)};
}

void addMaterials(const std::vector<PaintedMesh>& meshes, armature::Scene& scene)
{
    for (const PaintedMesh& mesh : meshes) {
        const Material& material = materials[static_cast<std::size_t>(mesh.paint)];
        scene.addMaterial({.name = std::string(material.name),
                           .baseColor = glm::vec4(linearColor(material.color), 1.f),
                           .emissive = linearColor(material.glow),
                           .metallic = material.metallic,
                           .roughness = material.roughness});
    }
}

Nodes createNodes(const Rig& rig, armature::Scene& scene)
{
    Nodes nodes{};
    for (std::size_t i = 0; i < jointCount; ++i) {
        const auto joint = static_cast<Joint>(i);
        armature::TransformNode* parent = i > 0 ? nodes[indexOf(rig[i].parent)] : nullptr;
        nodes[i] = &scene.createTransformNode(
            rig[i].name, parent, {.translation = localTranslation(rig, Pose(), joint), .rotation = localRotation(rig, Pose(), joint)});
    }
    return nodes;
}

// The root carries the skeleton and is not one of its bones: bone i is the rig's joint i + 1.
armature::Skeleton& createSkeleton(const Rig& rig, const Nodes& nodes, armature::Scene& scene)
{
    armature::Skeleton& skeleton = scene.createSkeleton("explorer");
    std::array<armature::Bone*, jointCount> bones{};
    for (std::size_t i = 1; i < jointCount; ++i) {
        // The inverse of "turn by the orientation, then move to the head".
        const glm::quat back = glm::conjugate(rig[i].orientation);
        glm::mat4 inverseBind(glm::mat3_cast(back));
        inverseBind[3] = glm::vec4(back * -rig[i].head, 1.f);
        bones[i] = &skeleton.createBone(
            rig[i].name, {.parent = bones[indexOf(rig[i].parent)], .bind = nodes[i]->getLocalMatrix(), .absoluteInverseBind = inverseBind});
        bones[i]->linkTransformNode(nodes[i], armature::LinkMode::ForwardWrites);
    }
    skeleton.setHostNode(nodes[0]);
    return skeleton;
}

armature::Primitive primitiveOf(const PaintedMesh& mesh, std::size_t material)
{
    armature::Primitive primitive;
    primitive.positions = mesh.positions;
    primitive.normals = mesh.normals;
    primitive.indices.assign(mesh.indices.begin(), mesh.indices.end());
    primitive.material = material;
    primitive.skin.influencesPerVertex = 4;
    for (std::size_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint8_t weight = mesh.weights[vertex][i];
            primitive.skin.weights.push_back(static_cast<float>(weight) / 255.f);
            primitive.skin.joints.push_back(weight > 0 ? static_cast<std::uint16_t>(mesh.joints[vertex][i] - 1) : std::uint16_t{0});
        }
    }
    return primitive;
}

armature::MeshDescription meshOf(const std::vector<PaintedMesh>& meshes)
{
    armature::MeshDescription mesh{.name = "explorer"};
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        mesh.primitives.push_back(primitiveOf(meshes[i], i));
    }
    return mesh;
}

std::shared_ptr<const armature::AnimationClip> clipOf(const Clip& clip, const Nodes& nodes)
{
    armature::ClipDescription description{.name = std::string(clip.name)};
    for (const Channel& channel : clip.channels) {
        description.channels.push_back(
            {.target = armature::ChannelTarget::of(*nodes[indexOf(channel.joint)]),
             .path = channel.isRotation ? armature::ChannelPath::Rotation : armature::ChannelPath::Translation,
             .interpolation = channel.isCubic ? armature::Interpolation::CubicSpline : armature::Interpolation::Linear,
             .timeTrack = description.timeTracks.size(),
             .components = channel.isRotation ? 4u : 3u,
             .values = channel.values});
        description.timeTracks.push_back(channel.times);
    }
    return armature::AnimationClip::create(std::move(description));
}

}  // namespace

std::unique_ptr<armature::Scene> makeScene(const Rig& rig, const std::vector<PaintedMesh>& meshes, const std::vector<Clip>& clips)
{
    auto scene = std::make_unique<armature::Scene>();
    scene->setName("explorer");
    addMaterials(meshes, *scene);
    const Nodes nodes = createNodes(rig, *scene);
    armature::Skeleton& skeleton = createSkeleton(rig, nodes, *scene);
    scene->addMeshInstance(meshOf(meshes), scene->createTransformNode("explorer"), &skeleton);
    for (const Clip& clip : clips) {
        scene->createAnimationGroup(clipOf(clip, nodes));
    }
    return scene;
}

}  // namespace character
