#pragma once

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/random.hpp>

/// A skeleton, and clips that move it, for the tests of baked clips.
namespace armature::test {

/// Key times at a uniform rate, rounded to floats as in files.
[[nodiscard]] inline std::vector<float> evenTimes(std::size_t keys, double keysPerSecond)
{
    std::vector<float> times;
    for (std::size_t key = 0; key < keys; ++key) {
        times.push_back(static_cast<float>(static_cast<double>(key) / keysPerSecond));
    }
    return times;
}

/// For tests that examine frames and do not care how closely they approximate the clip.
inline constexpr BakeBound anyError{.point = std::numeric_limits<double>::infinity(), .rotation = std::numeric_limits<double>::infinity()};

struct BakedStage {
    /// If rigid, no bone scales.
    explicit BakedStage(std::size_t bones, std::uint64_t seed, bool isRigid = false) : random(seed), skeleton(scene.createSkeleton("rig"))
    {
        for (std::size_t i = 0; i < bones; ++i) {
            BoneOptions options;
            if (i > 0 && i + 1 < bones && !random.chance(0.1)) {
                options.parent = skeleton.bones()[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))];
            }
            options.bind =
                toMat4(Transform{random.vector(-1.f, 1.f), random.rotation(), isRigid ? glm::vec3(1.f) : random.vector(0.8f, 1.2f)});
            skeleton.createBone("bone" + std::to_string(i), options);
        }
        // A parent may come after its child in bones().
        if (bones > 3) {
            skeleton.bones()[0]->setParent(skeleton.bones().back(), Keep::Local);
        }
    }

    /// Adds a channel with random keys for a bone.
    void addChannel(ClipDescription& clip, std::size_t bone, ChannelPath path, Interpolation interpolation, std::vector<float> times)
    {
        const bool isCubic = interpolation == Interpolation::CubicSpline;
        ChannelDescription channel{{ChannelTarget::Kind::Bone, bone, 0, {}}, path, interpolation, clip.timeTracks.size(), 3, {}};
        channel.components = path == ChannelPath::Rotation ? 4 : 3;
        glm::quat rotation = random.rotation();
        for (std::size_t value = 0; value < times.size() * (isCubic ? 3 : 1); ++value) {
            const bool isTangent = isCubic && value % 3 != 1;
            const glm::vec3 v = isTangent ? random.vector(-1.f, 1.f) : random.vector(0.5f, 1.5f);
            if (path == ChannelPath::Rotation) {
                rotation = rotation * glm::angleAxis(random.real(-1.5f, 1.5f), random.direction());
                const glm::quat q = isTangent ? glm::quat(0.f, v.x, v.y, v.z) : random.chance(0.5) ? -rotation : rotation;
                channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
            } else {
                channel.values.insert(channel.values.end(), {v.x, v.y, v.z});
            }
        }
        clip.timeTracks.push_back(std::move(times));
        clip.channels.push_back(std::move(channel));
    }

    /// A clip with random keys for every part of every bone.
    [[nodiscard]] std::shared_ptr<const AnimationClip> movingClip(Interpolation interpolation, const std::vector<float>& times,
                                                                  bool isRigid = false)
    {
        ClipDescription clip;
        clip.name = "moving";
        for (std::size_t bone = 0; bone < skeleton.bones().size(); ++bone) {
            for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation, ChannelPath::Scale}) {
                if (!isRigid || path != ChannelPath::Scale) {
                    addChannel(clip, bone, path, interpolation, times);
                }
            }
        }
        return AnimationClip::create(std::move(clip));
    }

    /// The bones' local poses, in the order of bones(), when the exact clip plays at a time.
    [[nodiscard]] std::vector<Transform> played(const std::shared_ptr<const AnimationClip>& clip, double seconds)
    {
        if (group == nullptr || &group->getClip() != clip.get()) {
            group = &scene.createAnimationGroup(clip);
        }
        group->goTo(seconds);
        std::vector<Transform> pose;
        for (const Bone* bone : skeleton.bones()) {
            pose.push_back(bone->getTransform());
        }
        return pose;
    }

    Random random;
    Scene scene;
    Skeleton& skeleton;
    AnimationGroup* group = nullptr;
};

[[nodiscard]] inline std::vector<Transform> sampled(const BakedClip& clip, double seconds)
{
    std::vector<Transform> pose(clip.boneCount());
    clip.sample(seconds, pose);
    return pose;
}

}  // namespace armature::test
