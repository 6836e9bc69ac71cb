#pragma once

#include <string>

#include "import/assimp/worker_scene.hpp"

/// The order of values in a worker's answer. The same functions write and read: `Archive` is either a ByteWriter, with const values, or a
/// ByteReader.
namespace armature::foreign {

constexpr std::uint64_t magicAndVersion = 0x0000'0002'4D52'4157;  // "WARM", version 2
constexpr std::uint64_t bytesOfMaterial = 512;
constexpr std::uint64_t bytesOfImage = 128;

constexpr auto exchangeText = [](auto& archive, auto& text) { archive.text(text); };
constexpr auto exchangePlain = [](auto& archive, auto& plain) { archive.plain(plain); };

constexpr auto exchangeNode = [](auto& archive, auto& node) {
    archive.optional(node.parent, exchangePlain);
    archive.plain(node.transform);
    archive.optional(node.matrix, exchangePlain);
    archive.text(node.name);
    archive.text(node.extras);
    archive.value(node.isShown);
    archive.optional(node.boneLength, exchangePlain);
};

constexpr auto exchangeSkin = [](auto& archive, auto& skin) {
    archive.plains(skin.joints);
    archive.plains(skin.inverseBinds);
    archive.optional(skin.root, exchangePlain);
    archive.text(skin.name);
};

constexpr auto exchangeInstance = [](auto& archive, auto& instance) {
    archive.plain(instance.node);
    archive.plain(instance.mesh);
    archive.optional(instance.skin, exchangePlain);
    archive.plains(instance.morphWeights);
};

constexpr auto exchangeMorphTarget = [](auto& archive, auto& target) {
    archive.plains(target.positions);
    archive.plains(target.normals);
    archive.plains(target.tangents);
};

constexpr auto exchangePrimitive = [](auto& archive, auto& primitive) {
    archive.choice(primitive.topology, PrimitiveTopology::TriangleFan);
    archive.plains(primitive.positions);
    archive.plains(primitive.normals);
    archive.plains(primitive.tangents);
    archive.plains(primitive.textureCoordinates[0]);
    archive.plains(primitive.textureCoordinates[1]);
    archive.plains(primitive.colors);
    archive.plains(primitive.indices);
    archive.plain(primitive.skin.influencesPerVertex);
    archive.plains(primitive.skin.joints);
    archive.plains(primitive.skin.weights);
    archive.list(primitive.morphTargets, sizeof(MorphTarget), exchangeMorphTarget);
    archive.optional(primitive.material, exchangePlain);
};

constexpr auto exchangeMesh = [](auto& archive, auto& mesh) {
    archive.text(mesh.name);
    archive.list(mesh.primitives, sizeof(Primitive), exchangePrimitive);
    archive.plains(mesh.morphWeights);
    archive.list(mesh.morphTargetNames, sizeof(std::string), exchangeText);
    archive.text(mesh.extras);
};

constexpr auto exchangeTexture = [](auto& archive, auto& texture) {
    archive.plain(texture.image);
    archive.plain(texture.textureCoordinates);
    archive.choice(texture.wrapS, TextureWrap::MirroredRepeat);
    archive.choice(texture.wrapT, TextureWrap::MirroredRepeat);
    archive.choice(texture.magnification, TextureFilter::LinearMipmapLinear);
    archive.choice(texture.minification, TextureFilter::LinearMipmapLinear);
    archive.plain(texture.offset);
    archive.plain(texture.rotation);
    archive.plain(texture.scale);
};

constexpr auto exchangeMaterial = [](auto& archive, auto& material) {
    archive.text(material.name);
    archive.plain(material.baseColor);
    archive.plain(material.emissive);
    archive.plain(material.metallic);
    archive.plain(material.roughness);
    archive.plain(material.normalScale);
    archive.plain(material.occlusionStrength);
    archive.choice(material.alphaMode, AlphaMode::Blend);
    archive.plain(material.alphaCutoff);
    archive.value(material.doubleSided);
    archive.value(material.unlit);
    archive.text(material.extras);
    for (auto* texture : material.textures()) {
        archive.optional(*texture, exchangeTexture);
    }
};

constexpr auto exchangeImage = [](auto& archive, auto& image) {
    archive.text(image.name);
    archive.text(image.mimeType);
    archive.plains(image.bytes);
};

constexpr auto exchangeTimes = [](auto& archive, auto& times) { archive.plains(times); };

constexpr auto exchangeChannel = [](auto& archive, auto& channel) {
    archive.plain(channel.target.index);
    archive.choice(channel.path, ChannelPath::Weights);
    archive.choice(channel.interpolation, Interpolation::CubicSpline);
    archive.plain(channel.timeTrack);
    archive.plain(channel.components);
    archive.plains(channel.values);
};

constexpr auto exchangeClip = [](auto& archive, auto& clip) {
    archive.text(clip.name);
    archive.list(clip.timeTracks, importing::bytesOfTimeTrack, exchangeTimes);
    archive.list(clip.channels, importing::bytesOfChannel, exchangeChannel);
};

constexpr auto exchangeFinding = [](auto& archive, auto& finding) {
    archive.choice(finding.kind, FindingKind::ClipWithoutKeys);
    archive.text(finding.name);
};

constexpr auto exchangeScene = [](auto& archive, auto& worker) {
    auto& scene = worker.scene;
    archive.text(scene.name);
    archive.text(scene.extras);
    archive.list(scene.nodes, importing::bytesOfNode, exchangeNode);
    archive.list(scene.skins, sizeof(importing::SkinDescription), exchangeSkin);
    archive.list(worker.meshes, importing::bytesOfMesh, exchangeMesh);
    archive.list(scene.instances, importing::bytesOfInstance, exchangeInstance);
    archive.list(scene.materials, bytesOfMaterial, exchangeMaterial);
    archive.list(scene.images, bytesOfImage, exchangeImage);
    archive.list(scene.clips, importing::bytesOfClip, exchangeClip);
    archive.list(worker.findings, sizeof(Finding), exchangeFinding);
};

}  // namespace armature::foreign
