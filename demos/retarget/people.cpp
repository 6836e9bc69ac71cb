#include "people.hpp"

#include <string>

#include <glm/gtc/matrix_transform.hpp>

#include "../model_parts.hpp"

namespace retarget {
namespace {

// Moves the bone's children along the bone, that is, along its own +Y, and stretches the bone's skin to match.
void stretch(armature::Bone& bone, float factor)
{
    for (armature::Bone* const child : bone.getSkeleton().bones()) {
        if (child->getParentBone() == &bone) {
            child->setPosition(child->getPosition() * glm::vec3(1.f, factor, 1.f));
        }
    }
    bone.setAbsoluteInverseBindMatrix(glm::scale(glm::mat4(1.f), {1.f, factor, 1.f}) * bone.getAbsoluteInverseBindMatrix());
}

float lengthTo(const armature::Bone& bone)
{
    return glm::length(bone.getPosition());
}

}  // namespace

void setProportions(armature::Scene& character, const Proportions& proportions)
{
    armature::Skeleton& skeleton = demos::skeletonOf(character);
    const float leg = lengthTo(demos::boneOf(skeleton, "shinLeft")) + lengthTo(demos::boneOf(skeleton, "footLeft"));
    for (const std::string side : {"Left", "Right"}) {
        stretch(demos::boneOf(skeleton, "thigh" + side), proportions.legs);
        stretch(demos::boneOf(skeleton, "shin" + side), proportions.legs);
        stretch(demos::boneOf(skeleton, "upperArm" + side), proportions.arms);
        stretch(demos::boneOf(skeleton, "forearm" + side), proportions.arms);
    }
    stretch(demos::boneOf(skeleton, "spine"), proportions.trunk);
    stretch(demos::boneOf(skeleton, "chest"), proportions.trunk);
    armature::Bone& hips = demos::boneOf(skeleton, "hips");
    hips.setPosition(hips.getPosition() + glm::vec3(0.f, (proportions.legs - 1.f) * leg, 0.f));
    for (armature::Bone* const bone : skeleton.bones()) {
        bone->setRestMatrix(bone->getLocalMatrix());
    }
}

}  // namespace retarget
