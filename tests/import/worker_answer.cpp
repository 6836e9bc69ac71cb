#include "worker_answer.hpp"

#include <cstdint>
#include <optional>

#include "import/assimp/byte_writer.hpp"
#include "import/assimp/exchange_decoding.hpp"

namespace armature::test {

using namespace foreign;

WorkerScene fullScene()
{
    WorkerScene worker;
    auto& scene = worker.scene;
    scene.name = "scene";
    scene.extras = R"({"a":1})";
    scene.nodes.resize(3);
    scene.nodes[0].name = "root";
    scene.nodes[0].matrix = glm::mat4(1.f);
    (*scene.nodes[0].matrix)[3] = {1.f, 2.f, 3.f, 1.f};
    scene.nodes[1].parent = 0;
    scene.nodes[1].name = "bone\n";
    scene.nodes[1].transform.translation = {4.f, 5.f, 6.f};
    scene.nodes[1].boneLength = 0.5f;
    scene.nodes[2].parent = 1;
    scene.nodes[2].extras = "[]";
    scene.nodes[2].isShown = false;
    scene.skins.push_back({.joints = {1, 2}, .inverseBinds = {glm::mat4(1.f), glm::mat4(2.f)}, .root = 1, .name = "skin"});
    MeshDescription mesh{.name = "mesh", .morphWeights = {0.25f}, .morphTargetNames = {"smile"}, .extras = "{}"};
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::TriangleStrip;
    primitive.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}};
    primitive.normals.assign(3, {0.f, 0.f, 1.f});
    primitive.tangents.assign(3, {1.f, 0.f, 0.f, -1.f});
    primitive.textureCoordinates[0].assign(3, {0.5f, 0.25f});
    primitive.textureCoordinates[1].assign(3, {0.125f, 0.75f});
    primitive.colors.assign(3, {1.f, 0.5f, 0.25f, 1.f});
    primitive.indices = {0, 1, 2};
    primitive.skin = {.influencesPerVertex = 2, .joints = {0, 1, 1, 0, 0, 1}, .weights = {1.f, 0.f, 0.5f, 0.5f, 0.75f, 0.25f}};
    primitive.morphTargets = {{.positions = std::vector<glm::vec3>(3, {0.f, 0.f, 1.f}),
                               .normals = std::vector<glm::vec3>(3, {0.f, 1.f, 0.f}),
                               .tangents = std::vector<glm::vec3>(3, {1.f, 0.f, 0.f})}};
    primitive.material = 0;
    worker.meshes.push_back(mesh);
    scene.instances.push_back({.node = 2, .mesh = 0, .skin = 0, .morphWeights = {0.5f}});
    Material material{.name = "skin", .roughness = 0.5f, .alphaMode = AlphaMode::Mask, .doubleSided = true, .extras = "1"};
    material.normalTexture = TextureReference{.image = 0, .wrapT = TextureWrap::ClampToEdge, .rotation = 0.5f};
    scene.materials.push_back(material);
    scene.images.push_back({.name = "picture", .mimeType = "image/png", .bytes = {std::byte{1}, std::byte{2}}});
    ClipDescription clip{.name = "walk", .timeTracks = {{0.f, 1.f}}};
    clip.channels.push_back({.path = ChannelPath::Scale, .interpolation = Interpolation::Step, .values = {1.f, 1.f, 1.f, 2.f, 2.f, 2.f}});
    clip.channels.back().target.index = 1;
    scene.clips.push_back(clip);
    worker.findings.push_back({.kind = FindingKind::TimesBeforeZero, .name = "walk"});
    return worker;
}

std::vector<std::byte> meshAnswer()
{
    gltf::DracoMesh mesh{
        .outcome = gltf::DracoOutcome::Decoded,
        .attributes = {{.isThere = true, .components = 3, .isConverted = true}, {.isThere = true, .components = 1, .isConverted = true}}};
    mesh.bytes.resize(3 * 3 * 4 + 3 * 1 + 3 * 4, std::byte{1});
    const std::uint64_t charged = 100;
    ByteWriter writer;
    exchangeDracoMesh(writer, mesh, charged);
    return writer.take();
}

std::vector<std::byte> viewAnswer()
{
    const std::optional<std::vector<std::byte>> view(std::in_place, 8, std::byte{2});
    ByteWriter writer;
    exchangeView(writer, view);
    return writer.take();
}

}  // namespace armature::test
