#include <memory>

#include <armature/animation/animation_layer.hpp>
#include <armature/animation/animation_mixer.hpp>

#include "players.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

armature_layer_options defaultLayerOptions() noexcept
{
    armature_layer_options options{};
    options.size = sizeof(options);
    options.weight = 1.f;
    return options;
}

LayerOptions layerOptionsAt(const armature_layer_options* given)
{
    const armature_layer_options options = optionsAt(given, defaultLayerOptions(), "armature_layer_options");
    LayerOptions result;
    result.weight = options.weight;
    result.isAdditive = options.is_additive;
    result.skeleton = objectOrNull(options.skeleton);
    return result;
}

}  // namespace

// --- mixers ----------------------------------------------------------------------------------------------------------

armature_result armature_scene_create_mixer(armature_scene* scene, armature_mixer** mixer)
{
    return guarded([&] {
        requireOut(mixer, "mixer");
        *mixer = handleOf<armature_mixer>(contextOf(scene), objectOf(scene).createAnimationMixer());
    });
}

armature_result armature_scene_remove_mixer(armature_scene* scene, armature_mixer* mixer)
{
    return guarded([&] { objectOf(scene).removeAnimationMixer(objectOf(mixer)); });
}

armature_result armature_mixer_set_paused(armature_mixer* mixer, bool paused)
{
    return guarded([&] { paused ? objectOf(mixer).pause() : objectOf(mixer).resume(); });
}

armature_result armature_mixer_set_speed_ratio(armature_mixer* mixer, double speed_ratio)
{
    return guarded([&] { objectOf(mixer).setSpeedRatio(speed_ratio); });
}

armature_result armature_layer_options_default(armature_layer_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultLayerOptions(), "armature_layer_options");
}

armature_result armature_mixer_add_layer(armature_mixer* mixer, const armature_clip* clip, const armature_layer_options* options,
                                         armature_layer** layer)
{
    return guarded([&] {
        requireOut(layer, "layer");
        armature_context& context = contextOf(mixer);
        *layer = handleOf<armature_layer>(context, objectOf(mixer).addLayer(objectOf(clip), layerOptionsAt(options)));
    });
}

armature_result armature_mixer_add_layer_of_group(armature_mixer* mixer, const armature_group* group, const armature_layer_options* options,
                                                  armature_layer** layer)
{
    return guarded([&] {
        requireOut(layer, "layer");
        armature_context& context = contextOf(mixer);
        *layer = handleOf<armature_layer>(context, objectOf(mixer).addLayer(objectOf(group), layerOptionsAt(options)));
    });
}

armature_result armature_mixer_remove_layer(armature_mixer* mixer, armature_layer* layer)
{
    return guarded([&] { objectOf(mixer).removeLayer(objectOf(layer)); });
}

// --- playing a layer -------------------------------------------------------------------------------------------------

armature_result armature_layer_play(armature_layer* layer, const armature_play_options* options)
{
    return guarded([&] { objectOf(layer).play(playOptionsAt(options)); });
}

armature_result armature_layer_pause(armature_layer* layer)
{
    return guarded([&] { objectOf(layer).pause(); });
}

armature_result armature_layer_stop(armature_layer* layer)
{
    return guarded([&] { objectOf(layer).stop(); });
}

armature_result armature_layer_go_to(armature_layer* layer, double seconds)
{
    return guarded([&] { objectOf(layer).goTo(seconds); });
}

armature_result armature_layer_set_speed_ratio(armature_layer* layer, double speed_ratio)
{
    return guarded([&] { objectOf(layer).setSpeedRatio(speed_ratio); });
}

armature_result armature_layer_playback(const armature_layer* layer, armature_playback* playback)
{
    return guarded([&] { writePlayback(objectOf(layer), playback); });
}

armature_result armature_layer_warnings(const armature_layer* layer, armature_strings** warnings)
{
    return guarded([&] {
        requireOut(warnings, "warnings");
        *warnings = make<armature_strings>(contextOf(layer), objectOf(layer).getWarnings());
    });
}

armature_result armature_layer_add_event(armature_layer* layer, double seconds, armature_callback action, void* user)
{
    return guarded([&] { addEvent(objectOf(layer), seconds, action, user); });
}

// --- weights ---------------------------------------------------------------------------------------------------------

armature_result armature_layer_set_weight(armature_layer* layer, float weight)
{
    return guarded([&] { objectOf(layer).setWeight(weight); });
}

armature_result armature_layer_weight(const armature_layer* layer, float* weight, bool* is_active)
{
    return guarded([&] {
        const AnimationLayer& object = objectOf(layer);
        at(weight, "weight") = object.getWeight();
        setUnlessNull(is_active, object.isActive());
    });
}

armature_result armature_layer_fade_to(armature_layer* layer, float weight, double seconds)
{
    return guarded([&] { objectOf(layer).fadeTo(weight, seconds); });
}

armature_result armature_layer_fade_in(armature_layer* layer, double seconds)
{
    return guarded([&] { objectOf(layer).fadeIn(seconds); });
}

armature_result armature_layer_fade_out(armature_layer* layer, double seconds)
{
    return guarded([&] { objectOf(layer).fadeOut(seconds); });
}

armature_result armature_layer_cross_fade_to(armature_layer* layer, armature_layer* other, double seconds)
{
    return guarded([&] { objectOf(layer).crossFadeTo(objectOf(other), seconds); });
}

armature_result armature_layer_synchronize_with(armature_layer* layer, armature_layer* leader)
{
    return guarded([&] { objectOf(layer).synchronizeWith(objectOrNull(leader)); });
}

armature_result armature_layer_set_mask(armature_layer* layer, const armature_node* target, bool with_descendants, float weight)
{
    return guarded([&] {
        AnimationLayer& object = objectOf(layer);
        if (target == nullptr) {
            object.setMask(weight);
        } else if (with_descendants) {
            object.setSubtreeMask(objectOf(target), weight);
        } else {
            object.setMask(objectOf(target), weight);
        }
    });
}
