#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/random.hpp>
#include <support/same_bits.hpp>

#include "node/node_access.hpp"

/// A rig and clips for tests of crowds.
namespace armature::test {

[[nodiscard]] inline Transform randomTransform(Random& random)
{
    return {random.vector(-1.f, 1.f), random.rotation(), random.vector(0.5f, 1.5f)};
}

/// Creates bones in a random tree, some of them helpers, with gaps between the palette slots.
inline void fillRig(Skeleton& skeleton, std::size_t bones, Random& random)
{
    std::size_t slot = 0;
    for (std::size_t i = 0; i < bones; ++i) {
        BoneOptions options;
        if (i > 0 && i + 1 < bones && !random.chance(0.1)) {
            options.parent = skeleton.bones()[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))];
        }
        options.bind = toMat4(randomTransform(random));
        options.isHelper = random.chance(0.1);
        if (!options.isHelper) {
            options.index = slot;
            slot += random.chance(0.1) ? 2u : 1u;
        }
        skeleton.createBone("bone" + std::to_string(i), options);
    }
    if (bones > 1) {  // a parent may come after its child in bones()
        skeleton.bones()[0]->setParent(skeleton.bones().back(), Keep::Local);
    }
}

/// A clip of half a second in which every bone moves between five keys.
[[nodiscard]] inline std::shared_ptr<const AnimationClip> randomClip(std::size_t bones, Random& random)
{
    ClipDescription clip;
    clip.name = "random";
    clip.timeTracks = {{0.f, 0.1f, 0.2f, 0.3f, 0.5f}};
    for (std::size_t bone = 0; bone < bones; ++bone) {
        for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation, ChannelPath::Scale}) {
            ChannelDescription channel;
            channel.target.kind = ChannelTarget::Kind::Bone;
            channel.target.index = bone;
            channel.path = path;
            channel.components = path == ChannelPath::Rotation ? 4 : 3;
            for (std::size_t key = 0; key < clip.timeTracks[0].size(); ++key) {
                const Transform t = randomTransform(random);
                const glm::vec3 v = path == ChannelPath::Translation ? t.translation : t.scale;
                if (path == ChannelPath::Rotation) {
                    channel.values.insert(channel.values.end(), {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w});
                } else {
                    channel.values.insert(channel.values.end(), {v.x, v.y, v.z});
                }
            }
            clip.channels.push_back(std::move(channel));
        }
    }
    return AnimationClip::create(std::move(clip));
}

/// A random rig, and a crowd of it with two clips.
struct Stage {
    explicit Stage(std::size_t bones, std::uint64_t seed = 1) : random(seed), rig("rig")
    {
        fillRig(rig, bones, random);
        crowd = std::make_unique<Crowd>(rig);
        for (auto& clip : clips) {
            clip = BakedClip::create(*randomClip(bones, random), rig, {.framesPerSecond = 30.});
            crowd->addClip(clip);
        }
    }

    /// The palette of the rig in this pose.
    [[nodiscard]] std::vector<glm::mat3x4> paletteOf(const Pose& pose)
    {
        for (std::size_t i = 0; i < pose.bones.size(); ++i) {
            const Node& bone = *rig.bones()[i];
            NodeAccess::hierarchy(bone).setTransform(NodeAccess::slot(bone), pose.bones[i]);  // as it is, not normalised
        }
        const auto palette = rig.getFinalMatrices();
        return {palette.begin(), palette.end()};
    }

    Random random;
    Skeleton rig;
    std::shared_ptr<const BakedClip> clips[2];
    std::unique_ptr<Crowd> crowd;
};

/// The largest difference between corresponding elements.
[[nodiscard]] inline float difference(std::span<const glm::mat3x4> a, std::span<const glm::mat3x4> b)
{
    float largest = 0.f;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (int j = 0; j < 12; ++j) {
            largest = std::max(largest, std::abs(a[i][j / 4][j % 4] - b[i][j / 4][j % 4]));
        }
    }
    return largest;
}

}  // namespace armature::test
