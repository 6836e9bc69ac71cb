#include "framing.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/skinned_bounds.hpp>

namespace armature::tools {

namespace {

// Ignores what no picture can show, so that one broken bone does not take the rest out of the picture.
void extend(Aabb& bounds, const glm::mat4& world, float radius)
{
    const glm::vec3 place(world[3]);
    if (std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z) && std::isfinite(radius)) {
        bounds.extend(place - radius);
        bounds.extend(place + radius);
    }
}

// Half the mean distance from joint to joint: as far as drawn bones stick out beyond their joints (see SkeletonViewOptions::leafLength).
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

void extendByBones(Aabb& bounds, const Skeleton& skeleton)
{
    const float reach = boneReach(skeleton);
    for (const Bone* bone : skeleton.bones()) {
        const glm::mat4 world = bone->getWorldMatrix();
        const bool hasOwnLength = !bone->hasChildren() && bone->getLength();
        extend(bounds, world, hasOwnLength ? std::max(reach, *bone->getLength() * glm::length(glm::vec3(world[1]))) : reach);
    }
}

}  // namespace

Aabb shownBounds(const Scene& scene, bool withBones)
{
    Aabb bounds = computeBounds(scene);
    if (withBones || bounds.isEmpty()) {
        for (const Skeleton* skeleton : scene.skeletons()) {
            extendByBones(bounds, *skeleton);
        }
    }
    if (bounds.isEmpty()) {
        for (const TransformNode* node : scene.nodes()) {
            extend(bounds, node->getWorldMatrix(), 0.f);
        }
    }
    return bounds;
}

double frameTime(double duration, std::size_t frame, std::size_t frames) noexcept
{
    return duration * static_cast<double>(frame) / static_cast<double>(frames);
}

Aabb shownBounds(Scene& scene, AnimationGroup& clip, std::size_t frames, bool withBones)
{
    Aabb bounds;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        clip.goTo(frameTime(clip.getClip().getDuration(), frame, frames));
        bounds.extend(shownBounds(scene, withBones));
    }
    return bounds;
}

}  // namespace armature::tools
