#include "framing.hpp"

#include <cmath>

#include <glm/vec3.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/skinned_bounds.hpp>

namespace armature::tools {

namespace {

// Ignores what no picture can show, so that one broken bone does not take the rest out of the picture.
void extendByPlace(Aabb& bounds, const Node& node)
{
    const glm::vec3 place(node.getWorldMatrix()[3]);
    if (std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z)) {
        bounds.extend(place);
    }
}

}  // namespace

Aabb shownBounds(const Scene& scene, bool withBones)
{
    Aabb bounds = computeBounds(scene);
    if (withBones || bounds.isEmpty()) {
        for (const Skeleton* skeleton : scene.skeletons()) {
            for (const Bone* bone : skeleton->bones()) {
                extendByPlace(bounds, *bone);
            }
        }
    }
    if (bounds.isEmpty()) {
        for (const TransformNode* node : scene.nodes()) {
            extendByPlace(bounds, *node);
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
