#include "register.hpp"

#include <stdexcept>

#include <benchmark/benchmark.h>

#include <armature/import/load_scene.hpp>

#include "models.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

// A file in memory to the first palettes; by file.
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

}  // namespace

void registerLoading()
{
    benchmark::RegisterBenchmark("load_glb", load, character())->Unit(benchmark::kMicrosecond);
    for (const Model& model : foreignModels()) {
        benchmark::RegisterBenchmark(("load_glb/" + model.name).c_str(), load, model)->Unit(benchmark::kMicrosecond);
    }
}

}  // namespace armature::bench
