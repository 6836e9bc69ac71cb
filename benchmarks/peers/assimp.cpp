#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <benchmark/benchmark.h>

#include "../models.hpp"
#include "../register.hpp"
#include "../rig.hpp"

namespace armature::bench {

namespace {

void addWorldMatrices(const aiNode& node, const aiMatrix4x4& parent, std::map<std::string, aiMatrix4x4>& worlds)
{
    const aiMatrix4x4 world = parent * node.mTransformation;
    worlds[node.mName.C_Str()] = world;
    for (unsigned int i = 0; i < node.mNumChildren; ++i) {
        addWorldMatrices(*node.mChildren[i], world, worlds);
    }
}

std::vector<aiMatrix4x4> firstPalettes(const aiScene& scene)
{
    std::map<std::string, aiMatrix4x4> worlds;
    addWorldMatrices(*scene.mRootNode, aiMatrix4x4(), worlds);
    std::vector<aiMatrix4x4> palettes;
    for (unsigned int m = 0; m < scene.mNumMeshes; ++m) {
        for (unsigned int b = 0; b < scene.mMeshes[m]->mNumBones; ++b) {
            const aiBone& bone = *scene.mMeshes[m]->mBones[b];
            palettes.push_back(worlds[bone.mName.C_Str()] * bone.mOffsetMatrix);
        }
    }
    return palettes;
}

// Loads a file in memory up to the first palettes, as load_glb does, with only the post-processing that a renderer cannot do without.
void load(benchmark::State& state, const Model& model)
{
    for (auto _ : state) {
        Assimp::Importer importer;
        const aiScene* scene = importer.ReadFileFromMemory(model.bytes.data(), model.bytes.size(), aiProcess_LimitBoneWeights, "glb");
        if (scene == nullptr) {
            state.SkipWithError(importer.GetErrorString());
            return;
        }
        benchmark::DoNotOptimize(firstPalettes(*scene).data());
    }
    countItems(state, 1);
}

}  // namespace

void registerAssimp()
{
    benchmark::RegisterBenchmark("assimp_load_glb", load, character())->Unit(benchmark::kMicrosecond);
    for (const Model& model : foreignModels()) {
        benchmark::RegisterBenchmark(("assimp_load_glb/" + model.name).c_str(), load, model)->Unit(benchmark::kMicrosecond);
    }
}

}  // namespace armature::bench
