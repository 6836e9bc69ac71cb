#pragma once

#include <stdexcept>
#include <string>

#include <armature/armature.hpp>

/// The parts that a demo needs of its model. All throw std::invalid_argument that says what the model lacks.
namespace demos {

template <class Part>
[[nodiscard]] Part& need(Part* part, const std::string& what)
{
    if (part == nullptr) {
        throw std::invalid_argument("the model has no " + what);
    }
    return *part;
}

/// The first.
[[nodiscard]] inline armature::Skeleton& skeletonOf(armature::Scene& model)
{
    return need(model.skeletons().empty() ? nullptr : model.skeletons().front(), "skeleton");
}

/// What carries the skeleton through the world.
[[nodiscard]] inline armature::TransformNode& hostOf(armature::Skeleton& skeleton)
{
    return need(skeleton.getHostNode(), "node that carries the skeleton");
}

[[nodiscard]] inline armature::Bone& boneOf(armature::Skeleton& skeleton, const std::string& name)
{
    return need(skeleton.findBone(name), "bone " + name);
}

[[nodiscard]] inline armature::AnimationGroup& clipOf(armature::Scene& model, const std::string& name)
{
    return need(model.findAnimationGroup(name), "clip " + name);
}

}  // namespace demos
