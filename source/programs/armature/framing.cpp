#include "framing.hpp"

#include <algorithm>
#include <vector>

#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

namespace {

// Returns half the mean distance between joints: how far drawn bones extend beyond their joints (see SkeletonViewOptions::leafLength).
float boneReach(const Skeleton& skeleton)
{
    float sum = 0.f;
    std::size_t count = 0;
    for (const Bone* bone : skeleton.bones()) {
        if (const Bone* parent = bone->getParentBone()) {
            sum += glm::distance(glm::vec3(bone->getWorldMatrix()[3]), glm::vec3(parent->getWorldMatrix()[3]));
            ++count;
        }
    }
    return count > 0 ? 0.5f * sum / static_cast<float>(count) : 0.5f;
}

void addBones(CameraFit& fit, const Skeleton& skeleton)
{
    const float reach = boneReach(skeleton);
    for (const Bone* bone : skeleton.bones()) {
        const glm::mat4 world = bone->getWorldMatrix();
        const bool hasOwnLength = bone->getChildren().empty() && bone->getLength();
        fit.add(glm::vec3(world[3]), hasOwnLength ? std::max(reach, *bone->getLength() * glm::length(glm::vec3(world[1]))) : reach);
    }
}

}  // namespace

bool showsMeshes(const Scene& scene)
{
    return std::ranges::any_of(scene.meshInstances(), [](const MeshInstance* instance) {
        return instance->getNode().isEnabled() && !instance->getMesh()->primitives().empty();
    });
}

void addShown(CameraFit& fit, const Scene& scene, bool withBones)
{
    std::vector<glm::vec3> positions;
    appendPosedPositions(scene, positions);
    for (const glm::vec3& position : positions) {
        fit.add(position);
    }
    const bool hasMeshes = !positions.empty();
    if (withBones || !hasMeshes) {
        for (const Skeleton* skeleton : scene.skeletons()) {
            addBones(fit, *skeleton);
        }
    }
    if (!hasMeshes && scene.skeletons().empty()) {
        for (const TransformNode* node : scene.nodes()) {
            fit.add(node->getPosition(Space::World));
        }
    }
}

double frameTime(double duration, std::size_t frame, std::size_t frames) noexcept
{
    return duration * static_cast<double>(frame) / static_cast<double>(frames);
}

void addShown(CameraFit& fit, const Scene& scene, AnimationGroup& clip, std::size_t frames, bool withBones)
{
    for (std::size_t frame = 0; frame < frames; ++frame) {
        clip.goTo(frameTime(clip.getClip().getDuration(), frame, frames));
        addShown(fit, scene, withBones);
    }
}

}  // namespace armature::tools
