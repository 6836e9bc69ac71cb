#include <memory>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

armature_bone_ik_options defaultLimbOptions() noexcept
{
    const BoneIkOptions defaults;
    armature_bone_ik_options options{};
    options.size = sizeof(options);
    options.pole_angle = defaults.poleAngle;
    options.min_angle = defaults.minAngle;
    options.max_angle = defaults.maxAngle;
    options.weight = defaults.weight;
    options.half_life = defaults.halfLife;
    options.softness = defaults.softness;
    options.max_pole_turn = defaults.maxPoleTurn;
    return options;
}

BoneIkOptions limbOptionsAt(const armature_bone_ik_options* given)
{
    const armature_bone_ik_options options = optionsAt(given, defaultLimbOptions(), "armature_bone_ik_options");
    BoneIkOptions result;
    if (options.has_bend_axis) {
        result.bendAxis = vectorAt(options.bend_axis, "the bend axis");
    }
    if (options.has_tip) {
        result.tip = vectorAt(options.tip, "the tip");
    }
    result.poleAngle = options.pole_angle;
    result.minAngle = options.min_angle;
    result.maxAngle = options.max_angle;
    result.weight = options.weight;
    result.halfLife = options.half_life;
    result.softness = options.softness;
    result.maxPoleTurn = options.max_pole_turn;
    return result;
}

armature_bone_look_options defaultLookOptions() noexcept
{
    const BoneLookOptions defaults;
    armature_bone_look_options options{};
    options.size = sizeof(options);
    options.up_space = static_cast<armature_space>(defaults.upSpace);
    write(options.forward, defaults.forward);
    write(options.up_axis, defaults.upAxis);
    write(options.up, defaults.up);
    options.min_yaw = defaults.minYaw;
    options.max_yaw = defaults.maxYaw;
    options.min_pitch = defaults.minPitch;
    options.max_pitch = defaults.maxPitch;
    options.weight = defaults.weight;
    return options;
}

BoneLookOptions lookOptionsAt(const armature_bone_look_options* given)
{
    const armature_bone_look_options options = optionsAt(given, defaultLookOptions(), "armature_bone_look_options");
    BoneLookOptions result;
    result.forward = vectorAt(options.forward, "forward");
    result.upAxis = vectorAt(options.up_axis, "the up axis");
    result.up = vectorAt(options.up, "up");
    result.upSpace = spaceAt(options.up_space);
    if (options.has_ahead) {
        result.ahead = vectorAt(options.ahead, "ahead");
    }
    result.minYaw = options.min_yaw;
    result.maxYaw = options.max_yaw;
    result.minPitch = options.min_pitch;
    result.maxPitch = options.max_pitch;
    result.adjustYaw = options.adjust_yaw;
    result.adjustPitch = options.adjust_pitch;
    result.adjustRoll = options.adjust_roll;
    result.weight = options.weight;
    result.halfLife = options.half_life;
    return result;
}

/// Returns a point in a node's own axes; null: its origin.
glm::vec3 ownPointAt(const float* point)
{
    return point == nullptr ? glm::vec3(0.f) : vectorAt(point, "the point");
}

}  // namespace

// --- limbs -----------------------------------------------------------------------------------------------------------

armature_result armature_bone_ik_options_default(armature_bone_ik_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultLimbOptions(), "armature_bone_ik_options");
}

armature_result armature_bone_ik_create(armature_bone* lower, const armature_bone_ik_options* options, armature_bone_ik** ik)
{
    return guarded([&] {
        requireOut(ik, "ik");
        *ik = make<armature_bone_ik>(contextOf(lower), boneOf(lower), limbOptionsAt(options));
    });
}

armature_result armature_bone_ik_destroy(armature_bone_ik* ik)
{
    return destroyOwned(ik);
}

armature_result armature_bone_ik_set_options(armature_bone_ik* ik, const armature_bone_ik_options* options)
{
    return guarded([&] { objectOf(ik).setOptions(limbOptionsAt(options)); });
}

armature_result armature_bone_ik_set_target(armature_bone_ik* ik, const float point[3], armature_space space)
{
    return guarded([&] { objectOf(ik).setTarget(vectorAt(point, "the point"), spaceAt(space)); });
}

armature_result armature_bone_ik_set_target_node(armature_bone_ik* ik, armature_node* node, const float own_point[3])
{
    return guarded([&] { objectOf(ik).setTarget(objectOf(node), ownPointAt(own_point)); });
}

armature_result armature_bone_ik_set_pole(armature_bone_ik* ik, const float point[3], armature_space space)
{
    return guarded([&] { objectOf(ik).setPole(vectorAt(point, "the point"), spaceAt(space)); });
}

armature_result armature_bone_ik_set_pole_node(armature_bone_ik* ik, armature_node* node, const float own_point[3])
{
    return guarded([&] { objectOf(ik).setPole(objectOf(node), ownPointAt(own_point)); });
}

armature_result armature_bone_ik_clear_pole(armature_bone_ik* ik)
{
    return guarded([&] { objectOf(ik).clearPole(); });
}

armature_result armature_bone_ik_update(armature_bone_ik* ik, double seconds, armature_ik_report* report)
{
    return guarded([&] {
        requireReport(report);
        const BoneIkReport found = objectOf(ik).update(seconds);
        write(report, found, found.isAngleHeld);
    });
}

armature_result armature_bone_ik_reset(armature_bone_ik* ik)
{
    return guarded([&] { objectOf(ik).reset(); });
}

// --- looking ---------------------------------------------------------------------------------------------------------

armature_result armature_bone_look_options_default(armature_bone_look_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultLookOptions(), "armature_bone_look_options");
}

armature_result armature_bone_look_create(armature_bone* bone, const armature_bone_look_options* options, armature_bone_look** look)
{
    return guarded([&] {
        requireOut(look, "look");
        *look = make<armature_bone_look>(contextOf(bone), boneOf(bone), lookOptionsAt(options));
    });
}

armature_result armature_bone_look_destroy(armature_bone_look* look)
{
    return destroyOwned(look);
}

armature_result armature_bone_look_set_options(armature_bone_look* look, const armature_bone_look_options* options)
{
    return guarded([&] { objectOf(look).setOptions(lookOptionsAt(options)); });
}

armature_result armature_bone_look_set_target(armature_bone_look* look, const float point[3], armature_space space)
{
    return guarded([&] { objectOf(look).setTarget(vectorAt(point, "the point"), spaceAt(space)); });
}

armature_result armature_bone_look_set_target_node(armature_bone_look* look, armature_node* node, const float own_point[3])
{
    return guarded([&] { objectOf(look).setTarget(objectOf(node), ownPointAt(own_point)); });
}

armature_result armature_bone_look_update(armature_bone_look* look, double seconds, armature_ik_report* report)
{
    return guarded([&] {
        requireReport(report);
        const BoneLookReport found = objectOf(look).update(seconds);
        write(report, found, found.isPitchHeld || found.isYawHeld);
    });
}

armature_result armature_bone_look_reset(armature_bone_look* look)
{
    return guarded([&] { objectOf(look).reset(); });
}
