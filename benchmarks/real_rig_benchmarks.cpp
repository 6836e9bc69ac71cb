#include "register.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "models.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

// Bones linked to nodes, as a file has them: moves every node and computes all final matrices; time per bone.
void update(benchmark::State& state, const Model& model)
{
    const auto scene = loadScene(model.bytes, model.name);
    Skeleton& skeleton = *scene->skeletons()[0];
    std::vector<std::pair<TransformNode*, Transform>> joints;
    for (const Bone* bone : skeleton.bones()) {
        joints.emplace_back(bone->getTransformNode(), bone->getTransformNode()->getTransform());
    }
    for (auto _ : state) {
        for (const auto& [node, transform] : joints) {
            node->setTransform(transform);
        }
        benchmark::DoNotOptimize(skeleton.getFinalMatrices().data());
        benchmark::ClobberMemory();
    }
    countItems(state, skeleton.bones().size());
    state.counters["bones"] = static_cast<double>(skeleton.bones().size());
}

// Plays the file's longest clip on its nodes at 60 frames per second; time per channel.
void play(benchmark::State& state, const Model& model)
{
    const auto scene = loadScene(model.bytes, model.name);
    AnimationGroup* group = scene->animationGroups()[0];
    for (AnimationGroup* other : scene->animationGroups()) {
        group = other->getClip().getDuration() > group->getClip().getDuration() ? other : group;
    }
    group->play();
    for (auto _ : state) {
        group->advance(1. / 60.);
    }
    countItems(state, group->getClip().channels().size());
    state.counters["channels"] = static_cast<double>(group->getClip().channels().size());
}

}  // namespace

void registerRealRigs()
{
    const auto add = [](const Model& model) {
        benchmark::RegisterBenchmark(("linked_update/" + model.name).c_str(), update, model);
        benchmark::RegisterBenchmark(("group_advance/" + model.name).c_str(), play, model);
    };
    add(character());
    for (const Model& model : foreignModels()) {
        add(model);
    }
}

}  // namespace armature::bench
