#include <vector>

#include <benchmark/benchmark.h>

#include <armature/scene/scene.hpp>

#include "moved_nodes.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

// Creates nodes with eight children each.
std::vector<TransformNode*> fillScene(Scene& scene, std::size_t count)
{
    const auto pose = randomPose(count, 5);
    std::vector<TransformNode*> nodes;
    for (std::size_t i = 0; i < count; ++i) {
        nodes.push_back(&scene.createTransformNode("node", i == 0 ? nullptr : nodes[(i - 1) / 8], pose[i]));
    }
    scene.update();
    return nodes;
}

void updateAfterMoving(benchmark::State& state, std::size_t oneIn)
{
    const auto count = static_cast<std::size_t>(state.range(0));
    Scene scene;
    const auto nodes = fillScene(scene, count);
    const auto moved = movedNodes(count, oneIn);
    float x = 0.f;
    for (auto _ : state) {
        x += 0.001f;
        for (const std::size_t node : moved) {
            nodes[node]->setPosition({x, 1.f, 2.f});
        }
        scene.update();
    }
    countItems(state, moved.size());
}

// Writes every node and computes every world matrix; time per node.
void sceneAll(benchmark::State& state)
{
    updateAfterMoving(state, 1);
}
BENCHMARK(sceneAll)->Name("scene_all")->Arg(100'000)->Unit(benchmark::kMillisecond);

// Writes one node in a thousand, most of them leaves; time per written node.
void sceneSparse(benchmark::State& state)
{
    updateAfterMoving(state, 1000);
}
BENCHMARK(sceneSparse)->Name("scene_sparse")->Arg(100'000);

}  // namespace

}  // namespace armature::bench
