#pragma once

#include <stdexcept>
#include <string>

#include <armature/armature.hpp>

/// Lookups for the parts of a model that a demo needs. All throw std::invalid_argument that names the missing part.
namespace demos {

template <class Part>
[[nodiscard]] Part& need(Part* part, const std::string& what)
{
    if (part == nullptr) {
        throw std::invalid_argument("the model has no " + what);
    }
    return *part;
}

/// The model's first skeleton.
[[nodiscard]] inline armature::Skeleton& skeletonOf(armature::Scene& model)
{
    return need(model.skeletons().empty() ? nullptr : model.skeletons().front(), "skeleton");
}

/// The node that carries the skeleton through the world.
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
