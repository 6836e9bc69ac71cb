#include "register.hpp"

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <armature/animation/animation_clip.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/mesh/mesh.hpp>

#include "models.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

// Loads a file in memory up to the first palettes; time per file.
void load(benchmark::State& state, const Model& model)
{
    for (auto _ : state) {
        const auto scene = loadScene(model.bytes, model.name);
        for (const Skeleton* skeleton : scene->skeletons()) {
            benchmark::DoNotOptimize(skeleton->getFinalMatrices().data());
        }
    }
    countItems(state, 1);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(model.bytes.size()));
}

constexpr std::size_t bones = 64;

/// Returns a mesh with about 100 KB of vertices.
MeshDescription sampleMesh()
{
    constexpr std::uint32_t vertices = 2000;
    Primitive primitive;
    for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
        const auto place = static_cast<float>(vertex);
        primitive.positions.emplace_back(place, 0.5f * place, 1.f);
        primitive.normals.emplace_back(0.f, 1.f, 0.f);
        primitive.textureCoordinates[0].emplace_back(0.f, 1.f);
        primitive.indices.insert(primitive.indices.end(), {vertex, (vertex + 1) % vertices, (vertex + 2) % vertices});
        const auto joint = static_cast<std::uint16_t>(vertex % bones);
        primitive.skin.joints.insert(primitive.skin.joints.end(), {joint, 0, 0, 0});
        primitive.skin.weights.insert(primitive.skin.weights.end(), {0.75f, 0.25f, 0.f, 0.f});
    }
    primitive.skin.influencesPerVertex = 4;
    MeshDescription mesh;
    mesh.primitives.push_back(std::move(primitive));
    return mesh;
}

/// A file with `parts` clips of 156 KB each, and as many meshes.
Model makeModel(std::size_t parts)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    fillSkeleton(skeleton, bones);
    for (std::size_t part = 0; part < parts; ++part) {
        scene.createAnimationGroup(AnimationClip::create(denseClip(bones, ChannelTarget::Kind::Bone, static_cast<std::uint32_t>(part))));
        scene.addMeshInstance(Mesh::create(sampleMesh()), scene.createTransformNode("mesh"), &skeleton);
    }
    const std::filesystem::path file = std::filesystem::temp_directory_path() / ("armature-bench-" + std::to_string(::getpid()) + ".glb");
    static_cast<void>(saveGltf(scene, file));
    Model model = readModel("parts", file);
    std::filesystem::remove(file);
    return model;
}

// Files from a third of a megabyte to fifty; the time per byte should stay the same.
void loadParts(benchmark::State& state)
{
    const Model model = makeModel(static_cast<std::size_t>(state.range(0)));
    load(state, model);
    state.counters["megabytes"] = static_cast<double>(model.bytes.size()) * 1e-6;
    state.counters["ns_per_byte"] = benchmark::Counter(static_cast<double>(model.bytes.size()) * 1e-9,
                                                       benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(loadParts)->Name("load_glb_parts")->Arg(1)->Arg(4)->Arg(40)->Arg(180)->Unit(benchmark::kMicrosecond);

}  // namespace

void registerLoading()
{
    benchmark::RegisterBenchmark("load_glb", load, character())->Unit(benchmark::kMicrosecond);
    for (const Model& model : foreignModels()) {
        benchmark::RegisterBenchmark(("load_glb/" + model.name).c_str(), load, model)->Unit(benchmark::kMicrosecond);
    }
}

}  // namespace armature::bench
