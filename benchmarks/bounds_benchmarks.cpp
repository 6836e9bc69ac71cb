#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>

#include "models.hpp"
#include "register.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

/// A tube along y with four rings of vertices for every joint, each vertex moved by its joint and the next.
std::shared_ptr<const Mesh> tube(std::size_t joints)
{
    constexpr std::size_t around = 16;
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = 2;
    for (std::size_t ring = 0; ring < 4 * joints; ++ring) {
        for (std::size_t i = 0; i < around; ++i) {
            const float angle = 6.2831853f * static_cast<float>(i) / around;
            primitive.positions.emplace_back(0.1f * std::cos(angle), 0.05f * static_cast<float>(ring), 0.1f * std::sin(angle));
            const auto joint = static_cast<std::uint16_t>(ring / 4);
            primitive.skin.joints.push_back(joint);
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(std::min<std::size_t>(joint + 1, joints - 1)));
            const float weight = 1.f - 0.25f * static_cast<float>(ring % 4);
            primitive.skin.weights.push_back(weight);
            primitive.skin.weights.push_back(1.f - weight);
        }
    }
    return Mesh::create(description);
}

// Encloses a tube by the boxes of its joints; time per joint.
void jointBounds(benchmark::State& state, bool isDual)
{
    const auto joints = static_cast<std::size_t>(state.range(0));
    const JointBounds bounds(*tube(joints));
    std::vector<Affine> palette;
    for (std::size_t i = 0; i < joints; ++i) {
        const float part = 0.01f * static_cast<float>(i);
        palette.push_back(toAffine(Transform{{part, 0.f, -part}, glm::angleAxis(part, glm::vec3(0.6f, 0.f, 0.8f)), glm::vec3(1.f)}));
    }
    DualQuaternionPalette dual;
    dual.assign(palette);
    for (auto _ : state) {
        benchmark::DoNotOptimize(isDual ? bounds.enclose(dual) : bounds.enclose(palette));
    }
    countItems(state, joints);
}
BENCHMARK_CAPTURE(jointBounds, linear, false)->Name("joint_bounds")->Arg(16)->Arg(64)->Arg(256);
BENCHMARK_CAPTURE(jointBounds, dual, true)->Name("joint_bounds_dual")->Arg(16)->Arg(64)->Arg(256);

// Encloses the skinned meshes of a file in a pose of its first clip; time per joint.
void fileBounds(benchmark::State& state, const Model& model, bool isDual)
{
    const auto scene = loadScene(model.bytes, model.name);
    scene->animationGroups()[0]->play();
    scene->animationGroups()[0]->advance(0.4);
    std::vector<JointBounds> bounds;
    std::vector<std::span<const Affine>> palettes;
    std::vector<DualQuaternionPalette> duals;
    std::size_t joints = 0;
    for (const MeshInstance* instance : scene->meshInstances()) {
        if (instance->getSkeleton() != nullptr) {
            bounds.emplace_back(*instance->getMesh());
            palettes.push_back(instance->getSkeleton()->getFinalMatrices(instance->getInverseBindSet()));
            duals.emplace_back().assign(palettes.back());
            joints += bounds.back().jointCount();
        }
    }
    for (auto _ : state) {
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            benchmark::DoNotOptimize(isDual ? bounds[i].enclose(duals[i]) : bounds[i].enclose(palettes[i]));
        }
    }
    countItems(state, joints);
    state.counters["joints"] = static_cast<double>(joints);
}

// Encloses the project's character by the boxes of its joints, or by skinning every vertex; time per joint.
void characterBounds(benchmark::State& state, bool isExact)
{
    const Model model = character();
    const auto scene = loadScene(model.bytes, model.name);
    scene->animationGroups()[0]->play();
    scene->animationGroups()[0]->advance(0.4);
    std::vector<JointBounds> bounds;
    std::size_t joints = 0;
    for (const MeshInstance* instance : scene->meshInstances()) {
        bounds.emplace_back(*instance->getMesh());
        joints += bounds.back().jointCount();
    }
    for (auto _ : state) {
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            const MeshInstance& instance = *scene->meshInstances()[i];
            const Skeleton* const skeleton = instance.getSkeleton();
            if (isExact || skeleton == nullptr) {
                benchmark::DoNotOptimize(computeBounds(instance));
            } else {
                benchmark::DoNotOptimize(
                    bounds[i].enclose(skeleton->getFinalMatrices(instance.getInverseBindSet()), instance.getMorphWeights()));
            }
        }
    }
    countItems(state, joints);
}
BENCHMARK_CAPTURE(characterBounds, boxes, false)->Name("joint_bounds/character");
BENCHMARK_CAPTURE(characterBounds, exact, true)->Name("naive_joint_bounds/character");

}  // namespace

void registerBounds()
{
    benchmark::RegisterBenchmark("joint_bounds_dual/character", fileBounds, character(), true);
    for (const Model& model : foreignModels()) {
        benchmark::RegisterBenchmark(("joint_bounds/" + model.name).c_str(), fileBounds, model, false);
        benchmark::RegisterBenchmark(("joint_bounds_dual/" + model.name).c_str(), fileBounds, model, true);
    }
}

}  // namespace armature::bench
