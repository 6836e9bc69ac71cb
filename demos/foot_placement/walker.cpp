#include "walker.hpp"

#include <array>

#include <armature/import/load_scene.hpp>

#include "../model_parts.hpp"
#include "course.hpp"

namespace foot_placement {
namespace {

constexpr float metresASecond = 0.98f;  // speed of the character's walk, whose clip stays on the spot

// The ground is probed under the heel and slightly ahead of the toes, so that a foot is lifted in time for the next step. Both points are
// known in skeleton space in the bind pose.
armature::FootPlacementLeg leg(armature::Skeleton& skeleton, const char* footName)
{
    armature::Bone& foot = demos::boneOf(skeleton, footName);
    const glm::mat4 toFoot = foot.getAbsoluteInverseBindMatrix();
    const glm::vec3 ankle = foot.getAbsoluteBindMatrix()[3];
    const auto probe = [&](float z) { return glm::vec3(toFoot * glm::vec4(ankle.x, 0.f, z, 1.f)); };
    return {.foot = &foot, .probes = {{probe(0.24f), probe(-0.06f)}}};
}

}  // namespace

Walker::Walker(const std::filesystem::path& model, float floor, bool placesFeet) : scene_(armature::loadScene(model)), floor_(floor)
{
    armature::Skeleton& skeleton = demos::skeletonOf(*scene_);
    host_ = &demos::hostOf(skeleton);
    demos::clipOf(*scene_, "walk").play({.loop = true});
    if (placesFeet) {
        const std::array legs{leg(skeleton, "footLeft"), leg(skeleton, "footRight")};
        placement_.emplace(
            legs, [floor](const glm::vec3& at) { return groundAt(at.z, floor); },
            armature::FootPlacementOptions{.pelvis = skeleton.findBone("hips"), .footHalfLife = 0.03f, .pelvisHalfLife = 0.08f});
    }
    advance(0.);
}

void Walker::advance(double seconds)
{
    distance_ += metresASecond * static_cast<float>(seconds);
    if (distance_ > courseLength) {
        distance_ -= courseLength;
        if (placement_) {
            placement_->reset();
        }
    }
    scene_->animate(seconds);
    host_->setPosition({0.f, floor_ + meanHeightAt(distance_), distance_});
    if (placement_) {
        placement_->update(seconds);
    }
}

}  // namespace foot_placement
