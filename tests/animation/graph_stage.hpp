#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_graph.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/random.hpp>

namespace armature::test {

/// A rig of 19 bones with a left and a right side, and clips for it, for tests of graphs.
class GraphStage {
public:
    GraphStage()
    {
        Bone& hips = skeleton.createBone("hips", {.bind = place({0, 1, 0})});
        Bone* above = &hips;
        for (const char* name : {"spine", "chest", "neck", "head"}) {
            above = &skeleton.createBone(name, {.parent = above, .bind = place({0, 0.2f, 0.02f})});
        }
        for (const float side : {1.f, -1.f}) {
            const std::string suffix = side > 0 ? "_L" : "_R";
            Bone* arm = skeleton.findBone("chest");
            for (const char* name : {"shoulder", "arm", "hand"}) {
                arm = &skeleton.createBone(name + suffix, {.parent = arm, .bind = place({0.2f * side, 0, 0})});
            }
            Bone* leg = &hips;
            for (const char* name : {"thigh", "shin", "foot", "toe"}) {
                leg = &skeleton.createBone(name + suffix, {.parent = leg, .bind = place({0.1f * side, -0.3f, 0.01f})});
            }
        }
    }

    /// A looping clip that moves all bones at random around their rest; the hips travel `stride` along z and turn by `turn` about y.
    [[nodiscard]] std::shared_ptr<const AnimationClip> clip(const std::string& name, std::uint64_t seed, double duration,
                                                            float stride = 0.f, float turn = 0.f)
    {
        Random random(seed);
        AnimationClipBuilder builder(name);
        constexpr int keys = 8;
        for (Bone* bone : skeleton.bones()) {
            const glm::vec3 axis = random.direction();
            const float amplitude = random.real(0.1f, 0.5f);
            const float phase = random.real(0.f, 6.f);
            for (int key = 0; key <= keys; ++key) {
                const float part = static_cast<float>(key) / keys;
                const float angle = amplitude * std::sin(phase + part * 2.f * std::numbers::pi_v<float>);
                const glm::quat swing = glm::angleAxis(angle, axis);
                const glm::quat turned = glm::angleAxis(turn * part, glm::vec3(0, 1, 0));
                const bool isHips = bone->getName() == "hips";
                builder.rotation(*bone).addKey(duration * key / keys, isHips ? turned * glm::angleAxis(angle, glm::vec3(1, 0, 0)) : swing);
                if (isHips) {
                    builder.translation(*bone).addKey(duration * key / keys,
                                                      glm::vec3(0, 1.f + 0.05f * std::sin(part * 6.2831853f), stride * part));
                }
            }
        }
        return builder.build();
    }

    /// A clip for graphs, with root motion of the hips if it travels.
    [[nodiscard]] GraphClip graphClip(const std::string& name, std::uint64_t seed, double duration, float stride = 0.f, float turn = 0.f)
    {
        const auto made = clip(name, seed, duration, stride, turn);
        GraphClipOptions options{.bake = {.framesPerSecond = 120.}};
        if (stride != 0.f || turn != 0.f) {
            options.motion = RootMotion::create(made, *skeleton.findBone("hips"), {.source = RootMotionSource::Root});
        }
        return makeGraphClip(name, made, skeleton, options);
    }

    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");

private:
    static glm::mat4 place(const glm::vec3& at) { return toMat4(Transform{.translation = at}); }
};

/// The largest difference between two poses: the distance of translations and of scales, the angle of rotations.
[[nodiscard]] inline double distanceBetween(const Pose& a, const Pose& b)
{
    double most = a.bones.size() == b.bones.size() ? 0. : 1e9;
    for (std::size_t i = 0; i < a.bones.size() && i < b.bones.size(); ++i) {
        most = std::max({most, glm::distance(glm::dvec3(a.bones[i].translation), glm::dvec3(b.bones[i].translation)),
                         glm::distance(glm::dvec3(a.bones[i].scale), glm::dvec3(b.bones[i].scale)),
                         angleBetweenRotations(a.bones[i].rotation, b.bones[i].rotation)});
    }
    return most;
}

[[nodiscard]] inline Pose poseOf(GraphPlayer& player)
{
    Pose pose;
    player.evaluate(pose);
    return pose;
}

/// The pose of a graph's clip at a time, in the order of the rig's bones.
[[nodiscard]] inline Pose poseOf(const GraphClip& clip, double seconds)
{
    Pose pose;
    pose.bones.resize(clip.clip->boneCount());
    clip.clip->sample(seconds, pose.bones);
    return pose;
}

}  // namespace armature::test
