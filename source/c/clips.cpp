#include <memory>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/import/load_scene.hpp>

#include "arguments.hpp"
#include "import_options.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

ChannelTarget targetOf(const armature_channel& channel, ChannelPath path)
{
    if (channel.node != nullptr) {
        return ChannelTarget::of(objectOf(channel.node));
    }
    std::string name(utf8At(channel.target, "the channel's target"));
    if (path == ChannelPath::Property) {
        return ChannelTarget::curve(std::move(name));
    }
    ChannelTarget target;
    target.name = std::move(name);
    return target;
}

/// Appends a channel and its times to a description, which checks them.
void addChannel(ClipDescription& description, const armature_channel& channel)
{
    ChannelDescription added;
    added.path = enumeratorAt(channel.path, ChannelPath::Property, "the channel's path");
    added.interpolation = enumeratorAt(channel.interpolation, Interpolation::CubicSpline, "the channel's interpolation");
    added.target = targetOf(channel, added.path);
    added.components = channel.components;
    added.timeTrack = description.timeTracks.size();
    const std::size_t perKey = added.interpolation == Interpolation::CubicSpline ? 3 : 1;
    // No value has so many components: AnimationClip::create() says so.
    constexpr std::size_t most = 1u << 20;
    if (channel.components > most || channel.key_count > most * most) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT, "a channel has " + std::to_string(channel.key_count) + " keys of "
                                                     + std::to_string(channel.components) + " components, which is too much");
    }
    const auto times = listAt(channel.times, channel.key_count, "the channel's times");
    const auto values = listAt(channel.values, channel.key_count * channel.components * perKey, "the channel's values");
    description.timeTracks.emplace_back(times.begin(), times.end());
    added.values.assign(values.begin(), values.end());
    description.channels.push_back(std::move(added));
}

const AnimationClip& clipOf(const armature_clip* clip)
{
    return *objectOf(clip);
}

const AnimationChannel& channelAt(const armature_clip* clip, std::size_t index)
{
    return elementAt(clipOf(clip).channels(), index, "channel");
}

}  // namespace

armature_result armature_clip_create(armature_context* context, const char* name, const armature_channel* channels, size_t channel_count,
                                     armature_clip** clip)
{
    return guarded([&] {
        requireOut(clip, "clip");
        ClipDescription description;
        description.name = utf8At(name, "the name");
        for (const armature_channel& channel : listAt(channels, channel_count, "channels")) {
            addChannel(description, channel);
        }
        *clip = make<armature_clip>(at(context, "the context"), AnimationClip::create(std::move(description)));
    });
}

armature_result armature_clip_destroy(armature_clip* clip)
{
    return destroyOwned(clip);
}

armature_result armature_clip_name(const armature_clip* clip, const char** name)
{
    return guarded([&] { at(name, "name") = clipOf(clip).getName().c_str(); });
}

armature_result armature_clip_duration(const armature_clip* clip, double* seconds)
{
    return guarded([&] { at(seconds, "seconds") = clipOf(clip).getDuration(); });
}

armature_result armature_clip_channel_count(const armature_clip* clip, size_t* count)
{
    return guarded([&] { at(count, "count") = clipOf(clip).channels().size(); });
}

armature_result armature_clip_channel(const armature_clip* clip, size_t index, armature_channel* channel)
{
    return guarded([&] {
        const AnimationChannel& found = channelAt(clip, index);
        const auto times = clipOf(clip).timeTrack(found.timeTrack);
        armature_channel view{};
        view.target = found.target.name.c_str();
        view.path = static_cast<armature_path>(found.path);
        view.interpolation = static_cast<armature_interpolation>(found.interpolation);
        view.times = times.data();
        view.key_count = times.size();
        view.components = found.components;
        at(channel, "channel") = view;
    });
}

armature_result armature_clip_channel_values(const armature_clip* clip, size_t index, float* values, size_t count)
{
    return guarded([&] {
        const ChannelValues& all = channelAt(clip, index).values;
        requireCount(count, all.size(), "values");
        const auto out = listAt(values, count, "values");
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = all[i];
        }
    });
}

armature_result armature_clip_sample(const armature_clip* clip, size_t channel, double seconds, float* value, size_t count)
{
    return guarded([&] { clipOf(clip).sample(channel, seconds, listAt(value, count, "value")); });
}

armature_result armature_clip_make_additive(const armature_clip* clip, const armature_clip* reference, double seconds,
                                            armature_clip** difference)
{
    return guarded([&] {
        requireOut(difference, "difference");
        *difference = make<armature_clip>(contextOf(clip), makeAdditiveClip(clipOf(clip), clipOf(reference), seconds));
    });
}

// --- clips of files --------------------------------------------------------------------------------------------------

armature_result armature_clips_load(armature_context* context, const char* file, const armature_load_options* options,
                                    armature_clips** clips)
{
    return guarded([&] {
        requireOut(clips, "clips");
        armature_context& owner = at(context, "the context");
        auto list = std::make_unique<std::vector<armature_clip*>>();
        for (SharedClip& clip : loadClips(pathAt(file), importOptionsAt(options))) {
            list->push_back(make<armature_clip>(owner, std::move(clip)));
        }
        *clips = own<armature_clips>(owner, std::move(list));
    });
}

armature_result armature_clips_count(const armature_clips* clips, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(clips).size(); });
}

armature_result armature_clips_get(const armature_clips* clips, size_t index, armature_clip** clip)
{
    return guarded([&] { at(clip, "clip") = elementAt(std::span(objectOf(clips)), index, "clip"); });
}

armature_result armature_clips_destroy(armature_clips* clips)
{
    return destroyOwned(clips);
}
