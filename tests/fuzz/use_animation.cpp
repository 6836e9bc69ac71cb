#include <array>
#include <utility>

#include "use_motion.hpp"
#include "use_world.hpp"

namespace armature::test {

namespace {

constexpr std::size_t mostGroups = 5;
constexpr std::size_t mostMixers = 3;
constexpr std::size_t mostStacks = 3;
constexpr std::size_t mostModifiers = 4;

ChannelDescription makeChannel(ByteSource& data, const std::vector<std::vector<float>>& tracks)
{
    ChannelDescription channel;
    channel.target.kind = data.flag() ? ChannelTarget::Kind::Node : ChannelTarget::Kind::Bone;
    channel.target.index = data.below(6);
    channel.target.skeleton = data.below(3);
    if (data.flag()) {
        channel.target.name = data.name();
    }
    channel.path = static_cast<ChannelPath>(data.below(4));
    channel.interpolation = static_cast<Interpolation>(data.below(3));
    channel.timeTrack = data.below(tracks.size() + (data.rarely(8) ? 1 : 0));
    channel.components = channel.path == ChannelPath::Rotation ? 4 : channel.path == ChannelPath::Weights ? 1 + data.below(3) : 3;
    const std::size_t keys = channel.timeTrack < tracks.size() ? tracks[channel.timeTrack].size() : 1;
    const std::size_t perKey = channel.components * (channel.interpolation == Interpolation::CubicSpline ? 3 : 1);
    for (std::size_t left = keys * perKey + (data.rarely(8) ? 1 : 0); left > 0; --left) {
        channel.values.push_back(data.rarely(16) ? data.number() : static_cast<float>(data.byte() - 120) / 60.f);
    }
    return channel;
}

std::shared_ptr<const AnimationClip> makeClip(ByteSource& data)
{
    ClipDescription clip;
    clip.name = data.name();
    for (std::size_t track = 1 + data.below(2); track > 0; --track) {
        std::vector<float> times;
        float at = 0.f;
        for (std::size_t key = 1 + data.below(4); key > 0; --key) {
            times.push_back(at);
            at += data.rarely(26) ? data.number() : 0.25f;
        }
        clip.timeTracks.push_back(std::move(times));
    }
    for (std::size_t left = data.below(5); left > 0; --left) {
        clip.channels.push_back(makeChannel(data, clip.timeTracks));
    }
    return AnimationClip::create(std::move(clip));
}

AnimationGroup* chooseGroup(World& world)
{
    Scene* scene = world.scene();
    return scene != nullptr ? world.choose(scene->animationGroups()) : nullptr;
}

AnimationMixer* chooseMixer(World& world)
{
    Scene* scene = world.scene();
    return scene != nullptr ? world.choose(scene->animationMixers()) : nullptr;
}

AnimationLayer* chooseLayer(World& world)
{
    AnimationMixer* mixer = chooseMixer(world);
    return mixer != nullptr ? world.choose(mixer->layers()) : nullptr;
}

void addLayer(World& world)
{
    AnimationMixer* mixer = chooseMixer(world);
    if (mixer == nullptr || world.clips.empty() || mixer->layers().size() >= mostLayers) {
        return;
    }
    LayerOptions options;
    options.weight = world.data.weight();
    options.isAdditive = world.data.flag();
    if (world.data.rarely(56)) {
        options.skeleton = world.skeleton();
    }
    auto clip = world.choose(world.clips);
    if (options.isAdditive && world.data.flag()) {
        clip = makeAdditiveClip(*clip, world.data.time());
    }
    options.mayMoveNothing = true;
    mixer->addLayer(clip, options);
}

void useLayer(World& world, AnimationLayer& layer)
{
    ByteSource& data = world.data;
    AnimationMixer* mixer = chooseMixer(world);
    AnimationLayer* other = mixer != nullptr ? world.choose(mixer->layers()) : nullptr;
    Node* node = world.nodeOrBone();
    switch (data.below(16)) {
    case 0: layer.play({.loop = data.flag(), .speedRatio = data.time()}); break;
    case 1: layer.pause(); break;
    case 2: layer.stop(); break;
    case 3: layer.goTo(data.time()); break;
    case 4: layer.synchronizeWith(other); break;
    case 5: layer.setWeight(data.weight()); break;
    case 6: {
        const float weight = data.weight();
        layer.fadeTo(weight, data.time());
        break;
    }
    case 7: layer.fadeIn(data.time()); break;
    case 8: layer.fadeOut(data.time()); break;
    case 9:
        if (other != nullptr) {
            layer.crossFadeTo(*other, data.time());
        }
        break;
    case 10:
        if (node != nullptr) {
            layer.setMask(*node, data.weight());
        }
        break;
    case 11:
        if (node != nullptr) {
            layer.setSubtreeMask(*node, data.weight());
            static_cast<void>(layer.getMask(*node));
        }
        break;
    case 12: layer.setMask(data.weight()); break;
    case 13: useMotion(world, layer); break;
    case 14:
        if (mixer != nullptr) {
            mixer->setRootMotionNode(data.rarely(56) ? nullptr : world.node());
            static_cast<void>(mixer->getRootMotion());
        }
        break;
    default:
        if (mixer != nullptr) {
            mixer->removeLayer(layer);
        }
        break;
    }
}

ModifierStack* chooseStack(World& world)
{
    Scene* scene = world.scene();
    return scene != nullptr ? world.choose(scene->modifierStacks()) : nullptr;
}

// Everything that the modifier writes is chosen here, because modifiers run whenever the scene is animated.
void addModifier(World& world, ModifierStack& stack)
{
    const std::size_t which = world.data.below(8);
    const Transform by{world.data.vector(), world.data.rotation(), world.data.vector()};
    stack.add("modifier",
              [which, by, &stack, isLast = world.data.rarely(16)](JointView joints, double) {
                  if (joints.size() != 0) {
                      joints.setTransform(which % joints.size(), by);  // refused if a number is not finite
                  }
                  if (isLast) {
                      stack.remove(*stack.modifiers()[which % stack.modifiers().size()]);
                  }
              },
              {.weight = static_cast<float>(world.data.below(3)) / 2.f});
}

void useModifier(World& world, ModifierStack& stack)
{
    ModifierStack::Modifier& modifier = *world.choose(stack.modifiers());
    Bone* const bone = world.bone();
    switch (world.data.below(7)) {
    case 0: modifier.setWeight(static_cast<float>(world.data.byte()) / 200.f); break;
    case 1: modifier.fadeTo(static_cast<float>(world.data.below(3)) / 2.f, world.data.time()); break;
    case 2: modifier.setEnabled(world.data.flag()); break;
    case 3: modifier.setMask(static_cast<float>(world.data.below(3)) / 2.f); break;
    case 4:
        if (bone != nullptr) {
            modifier.setSubtreeMask(*bone, static_cast<float>(world.data.below(3)) / 2.f);
        }
        break;
    case 5: stack.moveBefore(modifier, world.data.flag() ? world.choose(stack.modifiers()) : nullptr); break;
    default: stack.remove(modifier); break;
    }
}

constexpr auto operationsOnAnimation = std::to_array<Operation>({
    {[](World& world) {
         if (world.clips.size() < mostClips) {
             world.clips.push_back(makeClip(world.data));
         }
     },
     false},
    {[](World& world) {
         Scene* scene = world.scene();
         if (scene != nullptr && !world.clips.empty() && scene->animationGroups().size() < mostGroups) {
             scene->createAnimationGroup(world.choose(world.clips), {.mayMoveNothing = true});
         }
     },
     false},
    {[](World& world) {
         if (AnimationGroup* group = chooseGroup(world)) {
             PlayOptions options;
             options.loop = world.data.flag();
             if (world.data.flag()) {
                 options.speedRatio = world.data.time();
             }
             if (world.data.rarely(56)) {
                 options.from = world.data.time();
             }
             if (world.data.rarely(56)) {
                 options.to = world.data.time();
             }
             group->play(options);
         }
     },
     false},
    {[](World& world) {
         if (AnimationGroup* group = chooseGroup(world)) {
             switch (world.data.below(6)) {
             case 0: group->pause(); break;
             case 1: group->stop(); break;
             case 2: group->goTo(world.data.time()); break;
             case 3: group->setSpeedRatio(world.data.time()); break;
             case 4: group->setLooping(world.data.flag()); break;
             default: group->apply(); break;
             }
             static_cast<void>(toString(*group));
         }
     },
     false},
    {[](World& world) {
         if (AnimationGroup* group = chooseGroup(world)) {
             const double seconds = world.data.byte() / 128.;
             Subscription event = group->addEvent(seconds, [&world, group] {
                 static_cast<void>(group->getCurrentTime());
                 if (world.data.rarely(56)) {
                     group->stop();
                 }
                 world.runNested();
             });
             if (!world.data.rarely()) {
                 event.release();
             }
         }
     },
     false},
    {[](World& world) {
         if (Scene* scene = world.scene()) {
             scene->animate(world.data.rarely(56) ? world.data.time() : world.data.byte() / 100.);
         }
     },
     false},
    {[](World& world) {
         if (Scene* scene = world.scene()) {
             scene->animate(world.data.byte() / 100.);
         }
     },
     false},
    {[](World& world) {
         if (Scene* scene = world.scene(); scene != nullptr && scene->animationMixers().size() < mostMixers) {
             scene->createAnimationMixer();
         }
     },
     false},
    {[](World& world) {
         if (Scene* scene = world.scene(); scene != nullptr && world.depth == 0 && !scene->animationMixers().empty()) {
             scene->removeAnimationMixer(*world.choose(scene->animationMixers()));
         }
     },
     false},
    {[](World& world) {
        Scene* scene = world.scene();
        Skeleton* skeleton = world.skeleton();
        if (scene != nullptr && skeleton != nullptr && scene->modifierStacks().size() < mostStacks) {
            scene->createModifierStack(*skeleton);
        }
    }},
    {[](World& world) {
         if (Scene* scene = world.scene(); scene != nullptr && world.depth == 0 && !scene->modifierStacks().empty()) {
             scene->removeModifierStack(*world.choose(scene->modifierStacks()));
         }
     },
     false},
    {[](World& world) {
        if (ModifierStack* stack = chooseStack(world); stack != nullptr && stack->modifiers().size() < mostModifiers) {
            addModifier(world, *stack);
        }
    }},
    {[](World& world) {
         if (ModifierStack* stack = chooseStack(world); stack != nullptr && !stack->modifiers().empty()) {
             useModifier(world, *stack);
         }
     },
     false},
    {[](World& world) { addLayer(world); }, false},
    {[](World& world) { addTravellingLayer(world); }, false},
    {[](World& world) {
         if (AnimationLayer* layer = chooseLayer(world)) {
             useLayer(world, *layer);
         }
     },
     false},
    {[](World& world) {
         if (AnimationLayer* layer = chooseLayer(world)) {
             useLayer(world, *layer);
         }
     },
     false},
    {[](World& world) {
         if (AnimationLayer* layer = chooseLayer(world)) {
             layer
                 ->addEvent(world.data.byte() / 128.,
                            [&world, layer] {
                                static_cast<void>(layer->getWeight());
                                world.runNested();
                            })
                 .release();
         }
     },
     false},
});

}  // namespace

std::span<const Operation> animationOperations()
{
    return operationsOnAnimation;
}

}  // namespace armature::test
