#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_graph.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/saved_state.hpp>

#include "rig.hpp"

/// A locomotion graph: a 2D blend space of five clips, three of which have weight, and an additive clip on top.
namespace armature::bench {

namespace {

constexpr std::size_t bones = 64;
constexpr double frame = 1. / 60;

struct Locomotion {
    Locomotion()
    {
        fillSkeleton(skeleton, bones);
        for (std::uint32_t i = 0; i < 5; ++i) {
            clips.push_back(makeGraphClip("clip" + std::to_string(i), AnimationClip::create(dense(i)), skeleton, options));
        }
        GraphClipOptions lean = options;
        lean.isDifference = true;
        clips.push_back(makeGraphClip("lean", makeAdditiveClip(*AnimationClip::create(dense(5))), skeleton, lean));
    }

    static ClipDescription dense(std::uint32_t seed) { return denseClip(bones, ChannelTarget::Kind::Bone, seed + 1); }

    [[nodiscard]] std::shared_ptr<const AnimationGraph> make(TransitionBlend blend = TransitionBlend::CrossFade) const
    {
        GraphDescription description;
        description.parameters = {
            {"x", ParameterKind::Number, 0.2f, -1.f, 1.f}, {"y", ParameterKind::Number, 0.5f, -1.f, 1.f}, {"jump", ParameterKind::Trigger}};
        description.clips = clips;
        description.nodes = {
            {"move",
             BlendSpaceNode{.x = "x",
                            .y = "y",
                            .points = {{"clip0", {0, 0}}, {"clip1", {0, 1}}, {"clip2", {0, -1}}, {"clip3", {1, 0}}, {"clip4", {-1, 0}}}}},
            {"leaning", AdditiveNode{"move", "lean", {0.5f}}},
            {"reach", ModifierNode{"leaning"}},
            {"leap", ClipNode{"clip0"}},
            {"body", StateMachineNode{{{"move", "reach"}, {"jump", "leap"}},
                                      {{.from = "move", .to = "jump", .conditions = {{"jump"}}, .blend = blend},
                                       {.from = "jump", .to = "move", .conditions = {{"jump"}}, .blend = blend}}}}};
        description.root = "body";
        return AnimationGraph::create(description, skeleton);
    }

    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    GraphClipOptions options{.bake = {.framesPerSecond = 30.}};
    std::vector<GraphClip> clips;
};

// Advances the clocks, then samples and blends three clips and an additive clip; time per bone. If `reaches`, a modifier makes an arm reach
// for a point.
void graphPose(benchmark::State& state, bool reaches)
{
    const Locomotion locomotion;
    GraphPlayer player(locomotion.make());
    const BoneIkController arm(*locomotion.skeleton.bones()[11]);
    if (reaches) {
        player.setModifier("reach", [&](JointView joints) { arm.solve(joints, {0.2f, 0.3f, 0.1f}, glm::vec3(0.f, 0.f, 5.f)); });
    }
    Pose pose;
    player.evaluate(pose);
    measure(state, bones, pose.bones.data(), [&] {
        player.advance(frame);
        player.evaluate(pose);
    });
}
BENCHMARK_CAPTURE(graphPose, alone, false)->Name("graph_pose/64");
BENCHMARK_CAPTURE(graphPose, reaches, true)->Name("graph_pose_ik/64");

// Evaluates the pose in the middle of a cross-fade or of an inertialised transition; time per bone.
void graphTransition(benchmark::State& state, TransitionBlend blend)
{
    const Locomotion locomotion;
    GraphPlayer player(locomotion.make(blend));
    Pose pose;
    player.fire("jump");
    player.advance(0.1);
    player.evaluate(pose);
    measure(state, bones, pose.bones.data(), [&] { player.evaluate(pose); });
}
BENCHMARK_CAPTURE(graphTransition, cross_fade, TransitionBlend::CrossFade)->Name("graph_cross_fade/64");
BENCHMARK_CAPTURE(graphTransition, inertialised, TransitionBlend::Inertialise)->Name("graph_inertialised/64");

// The root motion of three clips in a frame, and its weighted mean.
void motionBlend(benchmark::State& state)
{
    Locomotion locomotion;
    std::vector<std::shared_ptr<const RootMotion>> motions;
    for (std::uint32_t i = 0; i < 3; ++i) {
        motions.push_back(RootMotion::create(AnimationClip::create(Locomotion::dense(i)), *locomotion.skeleton.bones()[0]));
    }
    const double weights[] = {0.3, 0.5, 0.2};
    double seconds = 0.;
    RootMotionDelta mean;
    measure(state, 1, &mean, [&] {
        seconds = seconds + frame < 1.9 ? seconds + frame : 0.;
        mean = {};
        for (std::size_t i = 0; i < 3; ++i) {
            mean.add(motions[i]->between(seconds, seconds + frame), weights[i]);
        }
    });
}
BENCHMARK(motionBlend)->Name("motion_blend/3");

// Saves all of a character's changing state into a SavedState that held as much before; time per save.
void graphSave(benchmark::State& state)
{
    const Locomotion locomotion;
    GraphPlayer player(locomotion.make(TransitionBlend::Inertialise));
    player.fire("jump");
    player.advance(0.01);
    SavedState saved;
    saved.save(player);
    measure(state, 1, &saved, [&] { saved.save(player); });
    state.counters["bytes"] = static_cast<double>(saved.size());
}
BENCHMARK(graphSave)->Name("graph_save/64");

// Updates the palettes of a crowd's members, each at its own point of the blend space; time per bone.
void crowdGraph(benchmark::State& state, std::size_t members)
{
    const Locomotion locomotion;
    Crowd crowd(locomotion.skeleton);
    const std::size_t graph = crowd.addGraph(locomotion.make());
    for (std::size_t i = 0; i < members; ++i) {
        const CrowdInstance member = crowd.add();
        crowd.playGraph(member, graph);
        crowd.setParameter(member, std::size_t{0}, static_cast<float>(i % 21) / 10.f - 1.f);
        crowd.setParameter(member, std::size_t{1}, static_cast<float>(i % 17) / 8.f - 1.f);
    }
    crowd.update(frame);
    measure(state, members * bones, crowd.getPalettes().data(), [&] { crowd.update(frame); });
}
BENCHMARK_CAPTURE(crowdGraph, thousand, 1000)->Name("crowd_graph/1000x64")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(crowdGraph, ten_thousand, 10'000)->Name("crowd_graph/10000x64")->Unit(benchmark::kMicrosecond);

// Without a library: samples the clips that have weight into poses of transforms and blends them bone by bone.
void naiveGraphPose(benchmark::State& state)
{
    const Locomotion locomotion;
    std::vector<std::vector<Transform>> poses(4, std::vector<Transform>(bones));
    const float weights[] = {0.3f, 0.5f, 0.2f};
    double seconds = 0.;
    measure(state, bones, poses[0].data(), [&] {
        seconds = seconds + frame < 2. ? seconds + frame : 0.;
        for (std::size_t i = 0; i < 4; ++i) {
            locomotion.clips[i == 3 ? 5 : i].clip->sample(seconds, poses[i]);
        }
        for (std::size_t bone = 0; bone < bones; ++bone) {
            Transform mean = poses[0][bone];
            float sum = weights[0];
            for (std::size_t i = 1; i < 3; ++i) {
                const float share = weights[i] / (sum += weights[i]);
                mean.translation = glm::mix(mean.translation, poses[i][bone].translation, share);
                mean.rotation = glm::slerp(mean.rotation, poses[i][bone].rotation, share);
                mean.scale = glm::mix(mean.scale, poses[i][bone].scale, share);
            }
            const Transform& added = poses[3][bone];
            poses[0][bone] = {mean.translation + 0.5f * added.translation,
                              mean.rotation * glm::slerp(glm::quat(1.f, 0.f, 0.f, 0.f), added.rotation, 0.5f),
                              mean.scale * glm::mix(glm::vec3(1.f), added.scale, 0.5f)};
        }
    });
}
BENCHMARK(naiveGraphPose)->Name("naive_graph_pose/64");

}  // namespace

}  // namespace armature::bench
