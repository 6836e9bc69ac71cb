#include "use_motion.hpp"

#include <algorithm>

namespace armature::test {

namespace {

/// Null if there is no clip or no root.
std::shared_ptr<const RootMotion> makeMotion(World& world)
{
    ByteSource& data = world.data;
    const auto clip = world.choose(world.clips);
    Scene* const scene = world.scene();
    RootMotionOptions options;
    if (data.rarely(56)) {
        options.up = data.vector();
        options.directionSnapAngle = data.time();
        options.contactHeight = data.time();
        options.minimumTravel = data.time();
    }
    if (data.flag()) {
        options.source = static_cast<RootMotionSource>(data.below(3));
        options.extractRotation = data.flag();
        options.extractLateralMotion = data.flag();
        options.extractVertical = data.flag();
    }
    for (std::size_t left = data.below(3); left > 0; --left) {
        if (const Node* const foot = world.nodeOrBone()) {
            options.feet.push_back(foot);
        }
    }
    options.facing = data.rarely(56) ? world.nodeOrBone() : nullptr;
    Bone* const bone = data.flag() ? world.bone() : nullptr;
    if (bone != nullptr && clip != nullptr) {
        return RootMotion::create(clip, *bone, options);
    }
    TransformNode* const node = world.node();
    return node != nullptr && scene != nullptr && clip != nullptr
               ? RootMotion::create(clip, *scene, *node, data.flag() ? node->getParent() : nullptr, options)
               : nullptr;
}

}  // namespace

void useMotion(World& world, AnimationLayer& layer)
{
    const auto motion = makeMotion(world);
    if (motion != nullptr) {
        const double from = world.data.time();
        const RootMotionDelta there = motion->between(from, world.data.time(), {.loop = world.data.flag()});
        static_cast<void>(there.then(there.getInverse()));
    }
    layer.setRootMotion(motion);
}

void addTravellingLayer(World& world)
{
    ByteSource& data = world.data;
    Scene* const scene = world.scene();
    Bone* const bone = world.bone();
    if (scene == nullptr || bone == nullptr) {
        return;
    }
    AnimationMixer& mixer = scene->animationMixers().empty() ? scene->createAnimationMixer() : *world.choose(scene->animationMixers());
    AnimationClipBuilder builder("walk");
    for (double seconds = 0.; seconds < 1.; seconds += 0.25) {
        builder.translation(*bone).addKey(seconds, data.vector());
        builder.rotation(*bone).addKey(seconds, data.rotation());
    }
    world.clips.resize(std::min(world.clips.size(), mostClips - 1));
    world.clips.push_back(builder.build());
    const auto motion = makeMotion(world);
    if (motion != nullptr && mixer.layers().size() < mostLayers) {
        AnimationLayer& layer =
            mixer.addLayer(motion->getInPlaceClip(), {.weight = data.weight(), .skeleton = &bone->getSkeleton(), .mayMoveNothing = true});
        layer.setRootMotion(motion);
        layer.play({.loop = data.flag(), .speedRatio = data.time()});
        mixer.setRootMotionNode(world.node());
        scene->animate(data.time());
        static_cast<void>(mixer.getRootMotion().then(motion->getCycle()));
    }
}

}  // namespace armature::test
