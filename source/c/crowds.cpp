#include <memory>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

armature_bake_options defaultBakeOptions() noexcept
{
    armature_bake_options options{};
    options.size = sizeof(options);
    options.radius = BakeOptions().radius;
    options.max_rotation_error = BakeBound().rotation;
    return options;
}

BakeOptions bakeOptionsAt(const armature_bake_options* given)
{
    const armature_bake_options options = optionsAt(given, defaultBakeOptions(), "armature_bake_options");
    BakeOptions result;
    if (options.has_frames_per_second) {
        result.framesPerSecond = options.frames_per_second;
    }
    result.isQuantized = options.is_quantized;
    result.radius = options.radius;
    if (options.has_max_error) {
        result.maxError = BakeBound{options.max_point_error, options.max_rotation_error};
    }
    return result;
}

armature_crowd_playback playbackOf(const CrowdPlayback& playback) noexcept
{
    armature_crowd_playback result{};
    result.size = sizeof(result);
    result.loops = playback.loop;
    result.clip = playback.clip;
    result.time = playback.time;
    result.speed_ratio = playback.speedRatio;
    return result;
}

CrowdPlayback playbackAt(const armature_crowd_playback* given)
{
    const auto playback = optionsAt(&at(given, "playback"), playbackOf({}), "armature_crowd_playback");
    return {playback.clip, playback.time, playback.speed_ratio, playback.loops};
}

/// Returns a member that exists.
CrowdInstance memberOf(const armature_crowd* crowd, armature_crowd_member member)
{
    const CrowdInstance instance{member.index, member.generation};
    return objectOf(crowd).contains(instance) ? instance : throw Refusal(ARMATURE_STALE, "the member of the crowd was removed");
}

}  // namespace

// --- baked clips -----------------------------------------------------------------------------------------------------

armature_result armature_bake_options_default(armature_bake_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultBakeOptions(), "armature_bake_options");
}

armature_result armature_baked_clip_create(const armature_clip* clip, const armature_skeleton* skeleton,
                                           const armature_bake_options* options, armature_baked_clip** baked)
{
    return guarded([&] {
        requireOut(baked, "baked");
        *baked = make<armature_baked_clip>(contextOf(clip), BakedClip::create(*objectOf(clip), objectOf(skeleton), bakeOptionsAt(options)));
    });
}

armature_result armature_baked_clip_destroy(armature_baked_clip* baked)
{
    return destroyOwned(baked);
}

armature_result armature_baked_clip_info_of(const armature_baked_clip* baked, armature_baked_clip_info* info)
{
    return guarded([&] {
        const BakedClip& clip = *objectOf(baked);
        armature_baked_clip_info value{};
        value.frame_count = clip.frameCount();
        value.bone_count = clip.boneCount();
        value.memory_size = clip.getMemorySize();
        value.duration = clip.getDuration();
        value.frames_per_second = clip.getFramesPerSecond();
        value.point_error = clip.getError().point;
        value.rotation_error = clip.getError().rotation;
        writeSized(info, at(info, "info").size, value, "armature_baked_clip_info");
    });
}

// --- members ---------------------------------------------------------------------------------------------------------

armature_result armature_crowd_playback_default(armature_crowd_playback* playback, uint32_t size)
{
    return fillDefaults(playback, size, playbackOf({}), "armature_crowd_playback");
}

armature_result armature_crowd_create(const armature_skeleton* rig, armature_crowd** crowd)
{
    return guarded([&] {
        requireOut(crowd, "crowd");
        *crowd = make<armature_crowd>(contextOf(rig), objectOf(rig));
    });
}

armature_result armature_crowd_destroy(armature_crowd* crowd)
{
    return destroyOwned(crowd);
}

armature_result armature_crowd_add_clip(armature_crowd* crowd, const armature_baked_clip* baked, const armature_clip* curves, size_t* index)
{
    return guarded([&] {
        requireOut(index, "index");
        *index = objectOf(crowd).addClip(objectOf(baked), curves == nullptr ? SharedClip() : objectOf(curves));
    });
}

armature_result armature_crowd_add_graph(armature_crowd* crowd, const armature_graph* graph, size_t* index)
{
    return guarded([&] {
        requireOut(index, "index");
        *index = objectOf(crowd).addGraph(objectOf(graph));
    });
}

armature_result armature_crowd_add(armature_crowd* crowd, const armature_crowd_playback* playback, armature_crowd_member* member)
{
    return guarded([&] {
        requireOut(member, "member");
        Crowd& object = objectOf(crowd);
        const CrowdInstance added = playback == nullptr ? object.add() : object.add(playbackAt(playback));
        *member = {added.index, added.generation};
    });
}

armature_result armature_crowd_remove(armature_crowd* crowd, armature_crowd_member member)
{
    return guarded([&] { objectOf(crowd).remove(memberOf(crowd, member)); });
}

armature_result armature_crowd_size(const armature_crowd* crowd, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(crowd).size(); });
}

armature_result armature_crowd_contains(const armature_crowd* crowd, armature_crowd_member member, bool* contains)
{
    return guarded([&] { at(contains, "contains") = objectOf(crowd).contains({member.index, member.generation}); });
}

// --- what members play -----------------------------------------------------------------------------------------------

armature_result armature_crowd_play(armature_crowd* crowd, armature_crowd_member member, const armature_crowd_playback* playback)
{
    return guarded([&] { objectOf(crowd).play(memberOf(crowd, member), playbackAt(playback)); });
}

armature_result armature_crowd_cross_fade(armature_crowd* crowd, armature_crowd_member member, const armature_crowd_playback* playback,
                                          double seconds)
{
    return guarded([&] { objectOf(crowd).crossFade(memberOf(crowd, member), playbackAt(playback), seconds); });
}

armature_result armature_crowd_playback_of(const armature_crowd* crowd, armature_crowd_member member, armature_crowd_playback* playback)
{
    return guarded([&] {
        const auto played = objectOf(crowd).getPlayback(memberOf(crowd, member));
        if (!played) {
            throw Refusal(ARMATURE_NOT_FOUND, "the member plays no clip");
        }
        writeSized(playback, at(playback, "playback").size, playbackOf(*played), "armature_crowd_playback");
    });
}

armature_result armature_crowd_play_graph(armature_crowd* crowd, armature_crowd_member member, size_t graph)
{
    return guarded([&] { objectOf(crowd).playGraph(memberOf(crowd, member), graph); });
}

armature_result armature_crowd_set_parameter(armature_crowd* crowd, armature_crowd_member member, const char* name, float value)
{
    return guarded([&] { objectOf(crowd).setParameter(memberOf(crowd, member), textAt(name, "the name"), value); });
}

armature_result armature_crowd_fire(armature_crowd* crowd, armature_crowd_member member, const char* trigger)
{
    return guarded([&] { objectOf(crowd).fire(memberOf(crowd, member), textAt(trigger, "the trigger")); });
}

armature_result armature_crowd_travel(const armature_crowd* crowd, armature_crowd_member member, armature_root_motion* travel)
{
    return guarded([&] { write(at(travel, "travel"), objectOf(crowd).getTravel(memberOf(crowd, member))); });
}

// --- level of detail, single bones -----------------------------------------------------------------------------------

armature_result armature_crowd_set_frozen(armature_crowd* crowd, armature_crowd_member member, bool frozen)
{
    return guarded([&] { objectOf(crowd).setFrozen(memberOf(crowd, member), frozen); });
}

armature_result armature_crowd_set_culled(armature_crowd* crowd, armature_crowd_member member, bool culled)
{
    return guarded([&] { objectOf(crowd).setCulled(memberOf(crowd, member), culled); });
}

armature_result armature_crowd_set_update_interval(armature_crowd* crowd, armature_crowd_member member, size_t frames)
{
    return guarded([&] { objectOf(crowd).setUpdateInterval(memberOf(crowd, member), frames); });
}

armature_result armature_crowd_set_override(armature_crowd* crowd, armature_crowd_member member, size_t bone,
                                            const armature_transform* local)
{
    return guarded([&] { objectOf(crowd).setOverride(memberOf(crowd, member), bone, transformAt(at(local, "local"))); });
}

armature_result armature_crowd_clear_overrides(armature_crowd* crowd, armature_crowd_member member)
{
    return guarded([&] { objectOf(crowd).clearOverrides(memberOf(crowd, member)); });
}

armature_result armature_crowd_absolute_matrix(const armature_crowd* crowd, armature_crowd_member member, size_t bone, float matrix[16])
{
    return guarded([&] { write(&at(matrix, "the matrix"), objectOf(crowd).getAbsoluteMatrix(memberOf(crowd, member), bone)); });
}

// --- frames ----------------------------------------------------------------------------------------------------------

armature_result armature_crowd_update(armature_crowd* crowd, double seconds, armature_threads threads)
{
    return guarded([&] { objectOf(crowd).update(seconds, threadsAt(threads)); });
}

armature_result armature_crowd_update_into(armature_crowd* crowd, double seconds, float* rows, size_t float_count, armature_threads threads)
{
    return guarded([&] {
        static_assert(sizeof(glm::mat3x4) == 12 * sizeof(float) && alignof(glm::mat3x4) == alignof(float));
        const auto floats = listAt(rows, float_count, "rows");
        auto* const matrices = reinterpret_cast<glm::mat3x4*>(floats.data());
        objectOf(crowd).update(seconds, std::span(matrices, floats.size() / 12), threadsAt(threads));
    });
}

armature_result armature_crowd_palette_size(const armature_crowd* crowd, size_t* palette_size, size_t* capacity)
{
    return guarded([&] {
        const Crowd& object = objectOf(crowd);
        setUnlessNull(palette_size, object.getPaletteSize());
        setUnlessNull(capacity, object.getCapacity());
    });
}

armature_result armature_crowd_palettes(const armature_crowd* crowd, const float** rows, size_t* matrix_count)
{
    return guarded([&] {
        requireOut(matrix_count, "matrix_count");
        const auto matrices = objectOf(crowd).getPalettes();
        at(rows, "rows") = rowsOf(matrices);
        *matrix_count = matrices.size();
    });
}

armature_result armature_crowd_palette(const armature_crowd* crowd, armature_crowd_member member, const float** rows, size_t* matrix_count)
{
    return guarded([&] {
        requireOut(matrix_count, "matrix_count");
        const auto matrices = objectOf(crowd).getPalette(memberOf(crowd, member));
        at(rows, "rows") = rowsOf(matrices);
        *matrix_count = matrices.size();
    });
}
