#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/modifier_stack.hpp>
#include <armature/math/transform.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>

namespace armature::test {

/// A clip that moves nodes along x by `speed` metres a second, by default for two seconds; node i starts at x = i.
[[nodiscard]] inline std::shared_ptr<const AnimationClip> movingClip(std::string name, float speed,
                                                                     std::initializer_list<std::size_t> nodes = {0}, float seconds = 2.f)
{
    ClipBuilder builder(std::move(name));
    for (const std::size_t node : nodes) {
        const auto start = static_cast<float>(node);
        builder.node(node).channel(ChannelPath::Translation, Interpolation::Linear, {0.f, seconds},
                                   {start, 0, 0, start + speed * seconds, 0, 0});
    }
    return builder.create();
}

/// A clip of one pose for a bone of skeleton 0.
[[nodiscard]] inline std::shared_ptr<const AnimationClip> poseClip(std::string name, std::size_t bone, const Transform& pose)
{
    const auto& [t, r, s] = pose;
    return ClipBuilder(std::move(name))
        .bone(0, bone)
        .channel(ChannelPath::Translation, Interpolation::Step, {0}, {t.x, t.y, t.z})
        .channel(ChannelPath::Rotation, Interpolation::Step, {0}, {r.x, r.y, r.z, r.w})
        .channel(ChannelPath::Scale, Interpolation::Step, {0}, {s.x, s.y, s.z})
        .create();
}

/// An animation group or a mixer's layer that plays a clip.
template <class Player>
[[nodiscard]] Player& makePlayer(Scene& scene, const std::shared_ptr<const AnimationClip>& clip)
{
    if constexpr (std::is_same_v<Player, AnimationGroup>) {
        return scene.createAnimationGroup(clip);
    } else {
        return scene.createAnimationMixer().addLayer(clip);
    }
}

/// A modifier that puts all joints at one transform.
[[nodiscard]] inline ModifierStack::Function putAll(const Transform& there)
{
    return [there](JointView joints, double) {
        for (std::size_t joint = 0; joint < joints.size(); ++joint) {
            joints.setTransform(joint, there);
        }
    };
}

/// Hips, spine, arm and hand, each below the previous one, and a leg beside the spine. Each rests one metre above its parent.
struct MixerRig {
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    std::vector<Bone*> bones;
    AnimationMixer& mixer = scene.createAnimationMixer();

    MixerRig()
    {
        const Transform up{{0, 1, 0}, {1, 0, 0, 0}, {1, 1, 1}};
        for (const auto& [name, parent] : {std::pair{"hips", -1}, {"spine", 0}, {"arm", 1}, {"hand", 2}, {"leg", 0}}) {
            Bone* const above = parent < 0 ? nullptr : bones[static_cast<std::size_t>(parent)];
            bones.push_back(&skeleton.createBone(name, {.parent = above, .bind = toMat4(up)}));
        }
    }

    [[nodiscard]] glm::vec3 position(std::size_t bone) const { return bones[bone]->getPosition(); }
};

[[nodiscard]] inline Transform at(float x, float y, float z)
{
    return {{x, y, z}, {1, 0, 0, 0}, {1, 1, 1}};
}

}  // namespace armature::test
