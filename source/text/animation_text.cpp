#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/trigonometric.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/animation/clip_bounds.hpp>
#include <armature/animation/clip_edits.hpp>
#include <armature/animation/inertialization.hpp>
#include <armature/animation/modifier_stack.hpp>
#include <armature/animation/reduce_keys.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/cooked/cooked_file.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/text.hpp>

#include "animation/clip/channel_targets.hpp"
#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

std::string toString(const AnimationClip& clip)
{
    return fmt::format("{}: {:.6g} s, {}, {}", shown(clip.getName()), clip.getDuration(), counted(clip.channels().size(), "channel"),
                       counted(clip.timeTrackCount(), "time track"));
}

std::string toString(const ClipDescription& clip)
{
    return fmt::format("{}: {}, {}", shown(clip.name), counted(clip.channels.size(), "channel"),
                       counted(clip.timeTracks.size(), "time track"));
}

std::string toString(const ChannelDescription& channel)
{
    return fmt::format("{} of {}: {}, time track {}, {}", toString(channel.path), toString(channel.target), toString(channel.interpolation),
                       channel.timeTrack, counted(channel.values.size(), "number"));
}

std::string toString(const AnimationChannel& channel)
{
    return fmt::format("{} of {}: {}, time track {}, {}", toString(channel.path), toString(channel.target), toString(channel.interpolation),
                       channel.timeTrack, toString(channel.values));
}

std::string toString(const ChannelValues& values)
{
    return counted(values.size(), "number");
}

std::string toString(const ChannelTarget& target)
{
    const std::string name = !target.path.empty() ? target.path : !target.name.empty() ? target.name : placeInLists(target);
    return target.property.empty() ? name : fmt::format("{} of {}", target.property, name);
}

std::string toString(const TargetIdentity& identity)
{
    return identity.isSet() ? "set" : "not set";
}

std::string toString(const UnboundChannel& channel)
{
    return fmt::format("channel {}: {} ({})", channel.channel, shown(channel.target), toString(channel.reason));
}

std::string toString(const AnimationTrack& track)
{
    return fmt::format("{} of {}: {}, {}", toString(track.getPath()), toString(track.getTarget()), toString(track.getInterpolation()),
                       counted(track.keyCount(), "key"));
}

std::string toString(const AnimationClipBuilder& builder)
{
    return fmt::format("{}: {}", shown(builder.getName()), counted(builder.trackCount(), "track"));
}

std::string toString(const ReducedClip& reduced)
{
    return fmt::format("{} of {}; off by {}", counted(reduced.keysAfter, "key"), reduced.keysBefore, toString(reduced.error));
}

std::string toString(const Inertialization& inertialization)
{
    const std::string state =
        inertialization.isActive() ? fmt::format("fading for {:.6g} s", inertialization.getElapsed()) : std::string("at rest");
    return fmt::format("{}: {}", counted(inertialization.boneCount(), "bone"), state);
}

std::string toString(const RootMotion& motion)
{
    const std::string cycle = motion.getSource() == RootMotionSource::None
                                  ? std::string("stays where it is")
                                  : fmt::format("{} in {:.6g} s, from the {}", toString(motion.getCycle()), motion.getClip()->getDuration(),
                                                motion.getSource() == RootMotionSource::Root ? "root" : "feet");
    return fmt::format("{}: {}", shown(motion.getClip()->getName()), cycle);
}

std::string toString(const RootMotionDelta& delta)
{
    return fmt::format("{} and {} degrees", fieldText(delta.offset), numberText(glm::degrees(delta.turn)));
}

std::string toString(const ClipPlayer& player)
{
    const char* state = player.isPlaying() ? "playing" : player.isPaused() ? "paused" : "stopped";
    return fmt::format("{}: {} at {:.6g} s of {:.6g} s, speed {:.6g}{}", shown(player.getName()), state, player.getCurrentTime(),
                       player.getClip().getDuration(), player.getSpeedRatio(), player.isLooping() ? ", looping" : "");
}

std::string toString(const AnimationLayer& layer)
{
    return fmt::format("{}, weight {:.6g}{}", toString(static_cast<const ClipPlayer&>(layer)), layer.getWeight(),
                       layer.isAdditive() ? ", additive" : "");
}

std::string toString(const AnimationTargets& targets)
{
    return fmt::format("{}, {}, {}", counted(targets.nodes().size(), "node"), counted(targets.skeletons().size(), "skeleton"),
                       counted(targets.meshInstances().size(), "mesh instance"));
}

std::string toString(const AnimationMixer& mixer)
{
    std::string text = counted(mixer.layers().size(), "layer");
    for (const AnimationLayer* layer : mixer.layers()) {
        text += "\n  " + toString(*layer);
    }
    return text;
}

std::string toString(const ModifierStack::Modifier& modifier)
{
    return fmt::format("{}: weight {:.6g}{}", shown(modifier.getName()), modifier.getWeight(), modifier.isEnabled() ? "" : ", disabled");
}

std::string toString(const ModifierStack& stack)
{
    std::string text = counted(stack.modifiers().size(), "modifier");
    for (const ModifierStack::Modifier* modifier : stack.modifiers()) {
        text += "\n  " + toString(*modifier);
    }
    return text;
}

std::string toString(const ClipBounds& bounds)
{
    return fmt::format("bounds over time, of {}", counted(bounds.boneCount(), "bone"));
}

std::string toString(const BakedClip& clip)
{
    return fmt::format("{}: {:.6g} s, {} at {:.6g} a second, {}, {}{}; off by {}", shown(clip.getName()), clip.getDuration(),
                       counted(clip.frameCount(), "frame"), clip.getFramesPerSecond(), counted(clip.boneCount(), "bone"),
                       counted(clip.getMemorySize(), "byte"), clip.isQuantized() ? ", quantised" : "", toString(clip.getError()));
}

std::string toString(const Crowd& crowd)
{
    return fmt::format("{}, {} of {}", counted(crowd.size(), "member"), counted(crowd.getCapacity(), "palette"),
                       counted(crowd.getPaletteSize(), "matrix", "matrices"));
}

std::string toString(const CrowdInstance& instance)
{
    return fmt::format("member {}, generation {}", instance.index, instance.generation);
}

namespace {

std::string contentText(std::size_t skeletons, std::size_t clips, std::size_t bakedClips, std::size_t crowds)
{
    return fmt::format("{}, {}, {}, {}", counted(skeletons, "skeleton"), counted(clips, "clip"), counted(bakedClips, "baked clip"),
                       counted(crowds, "crowd"));
}

}  // namespace

std::string toString(const CookedFile& file)
{
    return fmt::format("{} in {}",
                       contentText(file.count(CookedKind::Skeleton), file.count(CookedKind::Clip), file.count(CookedKind::BakedClip),
                                   file.count(CookedKind::Crowd)),
                       counted(file.bytes().size(), "byte"));
}

std::string toString(const CookedCrowd& crowd)
{
    return fmt::format("{}: skeleton {}, baked clips [{}]", shown(crowd.name), crowd.skeleton, fmt::join(crowd.bakedClips, ", "));
}

std::string toString(const CookedDescription& description)
{
    return contentText(description.skeletons.size(), description.clips.size(), description.bakedClips.size(), description.crowds.size());
}

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const BakeBound&);
template ARMATURE_API std::string membersText(const BakeError&);
template ARMATURE_API std::string membersText(const BakeOptions&);
template ARMATURE_API std::string membersText(const BakedPosition&);
template ARMATURE_API std::string membersText(const CookedOptions&);
template ARMATURE_API std::string membersText(const CrowdPlayback&);
template ARMATURE_API std::string membersText(const GroupOptions&);
template ARMATURE_API std::string membersText(const LayerOptions&);
template ARMATURE_API std::string membersText(const ModifierOptions&);
template ARMATURE_API std::string membersText(const PlayOptions&);
template ARMATURE_API std::string membersText(const ReduceOptions&);
template ARMATURE_API std::string membersText(const RootMotionOptions&);
template ARMATURE_API std::string membersText(const TimeMark&);

}  // namespace armature
