#include "bone_ends.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/bone.hpp>

namespace armature::tools {

namespace {

constexpr float usualTail = 0.07f;  // metres, as in VRM 0.x; for a leaf without a length whose origin is its parent's

}  // namespace

Bone* firstChildOf(const Bone& bone)
{
    for (Node& child : bone.getChildren()) {
        if (Bone* const found = child.asBone()) {
            return found;
        }
    }
    return nullptr;
}

glm::vec3 endOf(const Bone& bone)
{
    if (const Bone* const child = firstChildOf(bone)) {
        return child->getPosition();
    }
    if (const auto length = bone.getLength()) {
        return {0.f, *length, 0.f};
    }
    const glm::vec3 fromParent = bone.getPosition();
    const float length = glm::length(fromParent);
    return length > 1e-6f ? glm::inverse(bone.getRotationQuaternion()) * fromParent : glm::vec3(0.f, usualTail, 0.f);
}

}  // namespace armature::tools
