#include "troupe.hpp"

#include <glm/gtc/matrix_transform.hpp>

#include <armature/render/skin_renderer.hpp>
#include <support/random.hpp>

#include "pictures.hpp"
#include "rigs.hpp"

namespace armature::test {

namespace {

std::shared_ptr<const Mesh> makeMorphingTube(std::size_t joints, std::size_t morphTargets)
{
    MeshDescription mesh = makeTube(joints, 0.5f, 0.03f, 4)->getDescription();
    Primitive& primitive = mesh.primitives[0];
    Random random(2);
    for (std::size_t target = 0; target < morphTargets; ++target) {
        MorphTarget& morph = primitive.morphTargets.emplace_back();
        for (const glm::vec3& normal : primitive.normals) {
            morph.positions.push_back(random.real(0.f, 0.06f) * normal);
            morph.normals.push_back(random.vector(-0.2f, 0.2f));
        }
        mesh.morphWeights.push_back(0.f);
    }
    return Mesh::create(std::move(mesh));
}

}  // namespace

Dancer::Dancer(std::size_t joints, std::size_t morphTargets)
    : host(scene.createTransformNode("host"))
    , skeleton(addChain(scene, joints, 0.5f))
    , instance(scene.addMeshInstance(makeMorphingTube(joints, morphTargets), host, &skeleton))
{
    skeleton.setHostNode(&host);
}

Troupe::Troupe(std::size_t count, std::size_t morphTargets) : dancer(joints, morphTargets)
{
    Random random(1);
    for (std::size_t i = 0; i < count; ++i) {
        poseRandomly(dancer.skeleton, random, false);
        poses.push_back(capturePose(dancer.skeleton));
        const auto palette = dancer.skeleton.getFinalMatrices();
        matrices.insert(matrices.end(), palette.begin(), palette.end());
        const glm::vec3 place(random.real(-0.7f, 0.7f), random.real(-0.9f, 0.3f), random.real(-0.5f, 0.5f));
        glm::mat4 world = glm::rotate(glm::translate(glm::mat4(1.f), place), random.real(0.f, 6.f), random.direction());
        world = glm::scale(world, {i % 3 == 1 ? -1.f : 1.f, 1.f, 1.2f});
        placements.push_back({.world = world, .palette = i});
    }
    Random ofWeights(3);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<float>& own = weights.emplace_back();
        for (std::size_t target = 0; target < morphTargets; ++target) {
            own.push_back((i + target) % 3 == 0 ? 0.f : ofWeights.real(-0.3f, 1.f));
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        placements[i].morphWeights = weights[i];
    }
}

support::Picture drawCrowd(const GlFixture& gl, CrowdRenderer& renderer, const Troupe& troupe, std::span<const CrowdPlacement> placements,
                           DrawOptions options)
{
    const auto framebuffer = gl.makeFramebuffer(320, 240);
    framebuffer->bind();
    options.background = glm::vec4(0.f, 0.f, 0.f, 1.f);
    renderer.draw(troupe.dancer.scene, troupe.palettes(), placements, flatCamera(), options);
    return framebuffer->read();
}

support::Picture drawSingly(const GlFixture& gl, const Troupe& troupe, DrawOptions options)
{
    Dancer dancer(Troupe::joints, troupe.weights.empty() ? 0 : troupe.weights[0].size());
    SkinRenderer renderer(gl.context);
    const auto framebuffer = gl.makeFramebuffer(320, 240);
    framebuffer->bind();
    options.background = glm::vec4(0.f, 0.f, 0.f, 1.f);
    for (std::size_t i = 0; i < troupe.poses.size(); ++i) {
        applyPose(dancer.skeleton, troupe.poses[i]);
        dancer.host.setLocalMatrix(troupe.placements[i].world);
        dancer.instance.setMorphWeights(troupe.weights[i]);
        renderer.draw(dancer.scene, flatCamera(), options);
        options.background.reset();
    }
    return framebuffer->read();
}

}  // namespace armature::test
