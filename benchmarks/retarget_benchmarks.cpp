#include <algorithm>
#include <memory>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/retarget/foot_lock.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "models.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

/// The project's character as the source and a second one as the target; both are poses.
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
    IkMemory memory;
};

// A frame of one character; time per bone of the target.
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

// Bakes the character's walk for a second one; time per bone and key of the source.
void retargetWalk(benchmark::State& state, bool holdsFeet)
{
    RetargetStage stage;
    const AnimationClip& walk = stage.scene->findAnimationGroup("walk")->getClip();
    std::size_t keys = 0;
    for (std::size_t track = 0; track < walk.timeTrackCount(); ++track) {
        keys = std::max(keys, walk.timeTrack(track).size());
    }
    RetargetClipOptions options;
    if (holdsFeet) {
        options.feet = FootLockOptions{};
    }
    for (auto _ : state) {
        benchmark::DoNotOptimize(retargetClip(walk, stage.skeleton, stage.skeleton, stage.retargeter, options).keyCount);
    }
    countItems(state, stage.target.bones.size() * keys);
}
BENCHMARK_CAPTURE(retargetWalk, plain, false)->Name("retarget/clip")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(retargetWalk, feet, true)->Name("retarget/clip_with_feet")->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace armature::bench
