#include "people.hpp"

#include <stdexcept>
#include <string>

#include <glm/gtc/matrix_transform.hpp>

namespace retarget {
namespace {

armature::Bone& find(armature::Skeleton& skeleton, const std::string& name)
{
    armature::Bone* const bone = skeleton.findBone(name);
    if (bone == nullptr) {
        throw std::invalid_argument("the model has no bone " + name);
    }
    return *bone;
}

// Bones lie along their own +Y: what is at their ends moves on, and their skin is stretched to there.
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
    if (character.skeletons().empty()) {
        throw std::invalid_argument("the model has no skeleton");
    }
    armature::Skeleton& skeleton = *character.skeletons().front();
    const float leg = lengthTo(find(skeleton, "shinLeft")) + lengthTo(find(skeleton, "footLeft"));
    for (const std::string side : {"Left", "Right"}) {
        stretch(find(skeleton, "thigh" + side), proportions.legs);
        stretch(find(skeleton, "shin" + side), proportions.legs);
        stretch(find(skeleton, "upperArm" + side), proportions.arms);
        stretch(find(skeleton, "forearm" + side), proportions.arms);
    }
    stretch(find(skeleton, "spine"), proportions.trunk);
    stretch(find(skeleton, "chest"), proportions.trunk);
    armature::Bone& hips = find(skeleton, "hips");
    hips.setPosition(hips.getPosition() + glm::vec3(0.f, (proportions.legs - 1.f) * leg, 0.f));
    for (armature::Bone* const bone : skeleton.bones()) {
        bone->setRestMatrix(bone->getLocalMatrix());
    }
}

}  // namespace retarget
