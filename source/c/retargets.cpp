#include <memory>
#include <utility>
#include <vector>

#include <armature/import/retarget_json.hpp>
#include <armature/retarget/foot_lock.hpp>
#include <armature/retarget/humanoid_map.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retargeter.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

HumanoidRole roleAt(const char* name)
{
    const std::string_view text = textAt(name, "the role");
    const auto role = humanoidRoleNamed(text);
    if (!role) {
        refuseUnknown("role", text);
    }
    return *role;
}

/// Returns the application's map of a skeleton, or one that is made for it.
HumanoidMap mapOf(const armature_skeleton* skeleton, const armature_humanoid_map* map)
{
    return map == nullptr ? HumanoidMap::create(objectOf(skeleton)) : objectOf(map).map;
}

armature_retarget_options defaultRetargetOptions() noexcept
{
    armature_retarget_options options{};
    options.size = sizeof(options);
    options.aligns_rest = true;
    options.aligns_facing = true;
    options.scale = 1.;
    return options;
}

RetargetOptions retargetOptionsAt(const armature_retarget_options* given)
{
    const armature_retarget_options options = optionsAt(given, defaultRetargetOptions(), "armature_retarget_options");
    RetargetOptions result;
    result.alignsRest = options.aligns_rest;
    result.alignsFacing = options.aligns_facing;
    if (options.has_scale) {
        result.scale = options.scale;
    }
    if (options.has_offset) {
        result.offset = glm::dvec3(options.offset[0], options.offset[1], options.offset[2]);
    }
    return result;
}

}  // namespace

// --- humanoid maps ---------------------------------------------------------------------------------------------------

armature_result armature_humanoid_map_create(const armature_skeleton* skeleton, armature_humanoid_map** map)
{
    return guarded([&] {
        requireOut(map, "map");
        *map = make<armature_humanoid_map>(contextOf(skeleton), NamedMap{HumanoidMap::create(objectOf(skeleton)), {}});
    });
}

armature_result armature_humanoid_map_destroy(armature_humanoid_map* map)
{
    return destroyOwned(map);
}

armature_result armature_humanoid_map_refusal(armature_humanoid_map* map, const char** reason)
{
    return guarded([&] {
        requireOut(reason, "reason");
        NamedMap& object = objectOf(map);
        object.refusal = object.map.getRefusal();
        *reason = object.refusal.c_str();
    });
}

armature_result armature_humanoid_map_find(const armature_humanoid_map* map, const char* role, size_t* bone, float* confidence)
{
    return guarded([&] {
        const HumanoidMatch* const match = objectOf(map).map.find(roleAt(role));
        if (match == nullptr) {
            throw Refusal(ARMATURE_NOT_FOUND, "no bone has the role " + std::string(role));
        }
        setUnlessNull(bone, match->bone);
        setUnlessNull(confidence, match->confidence);
    });
}

armature_result armature_humanoid_map_set(armature_humanoid_map* map, const char* role, size_t bone)
{
    return guarded([&] { objectOf(map).map.set(roleAt(role), bone); });
}

armature_result armature_humanoid_map_clear(armature_humanoid_map* map, const char* role)
{
    return guarded([&] { objectOf(map).map.clear(roleAt(role)); });
}

// --- retarget maps ---------------------------------------------------------------------------------------------------

armature_result armature_retarget_map_of_humanoids(const armature_skeleton* source, const armature_humanoid_map* source_map,
                                                   const armature_skeleton* target, const armature_humanoid_map* target_map,
                                                   armature_retarget_map** map)
{
    return guarded([&] {
        requireOut(map, "map");
        RetargetMap made = RetargetMap::ofHumanoids(mapOf(source, source_map), mapOf(target, target_map));
        made.addTwists(objectOf(target));
        *map = make<armature_retarget_map>(contextOf(target), std::move(made));
    });
}

armature_result armature_retarget_map_of_names(const armature_skeleton* source, const armature_skeleton* target,
                                               const armature_bone_names* renamed, size_t renamed_count, armature_retarget_map** map)
{
    return guarded([&] {
        requireOut(map, "map");
        std::vector<std::pair<std::string, std::string>> names;
        for (const armature_bone_names& pair : listAt(renamed, renamed_count, "renamed")) {
            names.emplace_back(textAt(pair.source, "the source's name"), textAt(pair.target, "the target's name"));
        }
        *map = make<armature_retarget_map>(contextOf(target), RetargetMap::ofNames(objectOf(source), objectOf(target), names));
    });
}

armature_result armature_retarget_map_load(const char* file, const armature_skeleton* source, const armature_skeleton* target,
                                           armature_retarget_map** map)
{
    return guarded([&] {
        requireOut(map, "map");
        *map = make<armature_retarget_map>(contextOf(target), loadRetargetMapJson(pathAt(file), objectOf(source), objectOf(target)));
    });
}

armature_result armature_retarget_map_add_chain(armature_retarget_map* map, const armature_skeleton* source, const char* source_top,
                                                const char* source_end, const armature_skeleton* target, const char* target_top,
                                                const char* target_end)
{
    return guarded([&] {
        objectOf(map).addChain(objectOf(source), textAt(source_top, "the source's top"), textAt(source_end, "the source's end"),
                               objectOf(target), textAt(target_top, "the target's top"), textAt(target_end, "the target's end"));
    });
}

armature_result armature_retarget_map_pair_count(const armature_retarget_map* map, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(map).pairs.size(); });
}

armature_result armature_retarget_map_destroy(armature_retarget_map* map)
{
    return destroyOwned(map);
}

// --- retargeters -----------------------------------------------------------------------------------------------------

armature_result armature_retarget_options_default(armature_retarget_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultRetargetOptions(), "armature_retarget_options");
}

armature_result armature_retargeter_create(const armature_skeleton* source, const armature_skeleton* target,
                                           const armature_retarget_map* map, const armature_retarget_options* options,
                                           armature_retargeter** retargeter)
{
    return guarded([&] {
        requireOut(retargeter, "retargeter");
        *retargeter =
            make<armature_retargeter>(contextOf(target), objectOf(source), objectOf(target), objectOf(map), retargetOptionsAt(options));
    });
}

armature_result armature_retargeter_destroy(armature_retargeter* retargeter)
{
    return destroyOwned(retargeter);
}

armature_result armature_retargeter_retarget(const armature_retargeter* retargeter, armature_skeleton* source, armature_skeleton* target)
{
    return guarded([&] { objectOf(retargeter).retarget(objectOf(source), objectOf(target)); });
}

armature_result armature_retargeter_travel(const armature_retargeter* retargeter, double* scale, double offset[3])
{
    return guarded([&] {
        const Retargeter& object = objectOf(retargeter);
        setUnlessNull(scale, object.getScale());
        if (offset != nullptr) {
            const glm::dvec3 found = object.getOffset();
            for (glm::length_t i = 0; i < 3; ++i) {
                offset[i] = found[i];
            }
        }
    });
}

armature_result armature_retargeter_convert_clip(const armature_retargeter* retargeter, const armature_clip* clip,
                                                 const armature_skeleton* source, armature_skeleton* target, bool holds_feet,
                                                 armature_clip** converted)
{
    return guarded([&] {
        requireOut(converted, "converted");
        RetargetClipOptions options;
        if (holds_feet) {
            options.feet = FootLockOptions();
        }
        RetargetedClip result = retargetClip(*objectOf(clip), objectOf(source), objectOf(target), objectOf(retargeter), options);
        *converted = make<armature_clip>(contextOf(target), std::move(result.clip));
    });
}
