#include <memory>
#include <vector>

#include <armature/ik/foot_placement.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

armature_foot_placement_options defaultFeetOptions() noexcept
{
    const FootPlacementOptions defaults;
    armature_foot_placement_options options{};
    options.size = sizeof(options);
    write(options.up, defaults.up);
    options.max_drop = defaults.maxDrop;
    options.max_rise = defaults.maxRise;
    options.lift_begin = defaults.liftBegin;
    options.lift_end = defaults.liftEnd;
    options.weight = defaults.weight;
    return options;
}

FootPlacementOptions feetOptionsAt(const armature_foot_placement_options* given)
{
    const armature_foot_placement_options options = optionsAt(given, defaultFeetOptions(), "armature_foot_placement_options");
    FootPlacementOptions result;
    result.pelvis = boneOrNull(options.pelvis);
    result.up = vectorAt(options.up, "up");
    result.animatedGround = vectorAt(options.animated_ground, "the animated ground");
    result.maxDrop = options.max_drop;
    result.maxRise = options.max_rise;
    result.liftBegin = options.lift_begin;
    result.liftEnd = options.lift_end;
    result.weight = options.weight;
    result.footHalfLife = options.foot_half_life;
    result.pelvisHalfLife = options.pelvis_half_life;
    return result;
}

/// Returns a query that calls a function of the application.
GroundQuery queryOf(armature_ground_query query, void* user)
{
    if (query == nullptr) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT, "the query is null");
    }
    return [query, user](const glm::vec3& place) -> std::optional<GroundPoint> {
        const float point[3] = {place.x, place.y, place.z};
        float ground[3] = {place.x, place.y, place.z};
        float normal[3] = {0.f, 1.f, 0.f};
        if (!query(user, point, ground, normal)) {
            return std::nullopt;
        }
        return GroundPoint{vectorAt(ground, "the ground"), vectorAt(normal, "the normal")};
    };
}

}  // namespace

armature_result armature_foot_placement_options_default(armature_foot_placement_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultFeetOptions(), "armature_foot_placement_options");
}

armature_result armature_foot_placement_create(armature_bone* const* feet, size_t foot_count, armature_ground_query query, void* user,
                                               const armature_foot_placement_options* options, armature_foot_placement** placement)
{
    return guarded([&] {
        requireOut(placement, "placement");
        std::vector<FootPlacementLeg> legs;
        for (armature_bone* const foot : listAt(feet, foot_count, "feet")) {
            legs.push_back({.foot = &boneOf(foot)});
        }
        armature_context& context = contextOf(at(feet, "feet"));
        *placement = make<armature_foot_placement>(context, legs, queryOf(query, user), feetOptionsAt(options));
    });
}

armature_result armature_foot_placement_destroy(armature_foot_placement* placement)
{
    return destroyOwned(placement);
}

armature_result armature_foot_placement_update(armature_foot_placement* placement, double seconds, float* pelvis_offset,
                                               armature_ik_status* status)
{
    return guarded([&] {
        const FootPlacementReport report = objectOf(placement).update(seconds);
        setUnlessNull(pelvis_offset, report.pelvisOffset);
        setUnlessNull(status, static_cast<armature_ik_status>(report.status));
    });
}

armature_result armature_foot_placement_reset(armature_foot_placement* placement)
{
    return guarded([&] { objectOf(placement).reset(); });
}
