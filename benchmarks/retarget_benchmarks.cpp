#include <memory>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/retarget/foot_lock.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "models.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

/// The project's character as a source, and another one of its kind as a target; both are poses.
struct RetargetStage {
    RetargetStage()
        : scene(loadScene(character().bytes, character().name))
        , skeleton(*scene->skeletons()[0])
        , retargeter(skeleton, skeleton, RetargetMap::ofHumanoids(skeleton, skeleton))
        , feet(retargeter, skeleton, skeleton)
        , source(captureRestPose(skeleton))
        , target(source)
    {
        for (Transform& bone : source.bones) {
            bone.rotation = bone.rotation * glm::angleAxis(0.2f, glm::vec3(0.6f, 0.8f, 0.f));
        }
    }

    std::unique_ptr<Scene> scene;
    Skeleton& skeleton;
    Retargeter retargeter;
    FootLock feet;
    Pose source;
    Pose target;
    std::vector<double> memory;
};

// A frame of one character; by bone of the target.
void retarget(benchmark::State& state, bool holdsFeet)
{
    RetargetStage stage;
    for (auto _ : state) {
        stage.retargeter.retarget(JointView(stage.skeleton, stage.source), JointView(stage.skeleton, stage.target));
        if (holdsFeet) {
            stage.feet.solve(JointView(stage.skeleton, stage.source), JointView(stage.skeleton, stage.target), 1. / 60., stage.memory);
        }
        benchmark::DoNotOptimize(stage.target.bones.data());
        benchmark::ClobberMemory();
    }
    countItems(state, stage.target.bones.size());
}
BENCHMARK_CAPTURE(retarget, pose, false)->Name("retarget/character");
BENCHMARK_CAPTURE(retarget, feet, true)->Name("retarget/character_with_feet");

}  // namespace

}  // namespace armature::bench
