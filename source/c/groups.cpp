#include <memory>

#include <armature/animation/animation_group.hpp>

#include "players.hpp"

using namespace armature;
using namespace armature::capi;

armature_result armature_scene_create_group(armature_scene* scene, const armature_clip* clip, armature_group** group)
{
    return guarded([&] {
        requireOut(group, "group");
        armature_context& context = contextOf(scene);
        *group = handleOf<armature_group>(context, objectOf(scene).createAnimationGroup(objectOf(clip)));
    });
}

armature_result armature_scene_remove_group(armature_scene* scene, armature_group* group)
{
    return guarded([&] { objectOf(scene).removeAnimationGroup(objectOf(group)); });
}

armature_result armature_group_name(const armature_group* group, const char** name)
{
    return guarded([&] { at(name, "name") = objectOf(group).getName().c_str(); });
}

armature_result armature_group_clip(const armature_group* group, armature_clip** clip)
{
    return guarded([&] {
        requireOut(clip, "clip");
        *clip = make<armature_clip>(contextOf(group), objectOf(group).shareClip());
    });
}

armature_result armature_group_play(armature_group* group, const armature_play_options* options)
{
    return guarded([&] { objectOf(group).play(playOptionsAt(options)); });
}

armature_result armature_group_pause(armature_group* group)
{
    return guarded([&] { objectOf(group).pause(); });
}

armature_result armature_group_stop(armature_group* group)
{
    return guarded([&] { objectOf(group).stop(); });
}

armature_result armature_group_go_to(armature_group* group, double seconds)
{
    return guarded([&] { objectOf(group).goTo(seconds); });
}

armature_result armature_group_set_speed_ratio(armature_group* group, double speed_ratio)
{
    return guarded([&] { objectOf(group).setSpeedRatio(speed_ratio); });
}

armature_result armature_group_playback(const armature_group* group, armature_playback* playback)
{
    return guarded([&] { writePlayback(objectOf(group), playback); });
}

armature_result armature_group_warnings(const armature_group* group, armature_strings** warnings)
{
    return guarded([&] {
        requireOut(warnings, "warnings");
        *warnings = make<armature_strings>(contextOf(group), objectOf(group).getWarnings());
    });
}

armature_result armature_group_add_event(armature_group* group, double seconds, armature_callback action, void* user)
{
    return guarded([&] { addEvent(objectOf(group), seconds, action, user); });
}
