#include "bind_beside.hpp"

#include <algorithm>

#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

namespace {

Aabb jointsAtBind(const Scene& scene)
{
    Aabb box;
    for (const Skeleton* skeleton : scene.skeletons()) {
        const glm::mat4 world = skeleton->getWorldMatrix();
        for (const Bone* bone : skeleton->bones()) {
            box.extend(glm::vec3((world * bone->getAbsoluteBindMatrix())[3]));
        }
    }
    return box;
}

}  // namespace

const glm::vec3& BindBeside::offsetFor(const Scene& scene)
{
    if (!offset_) {
        const Aabb bound = jointsAtBind(scene);
        Aabb shown = computeBounds(scene);
        for (const Skeleton* skeleton : scene.skeletons()) {
            for (const Bone* bone : skeleton->bones()) {
                shown.extend(glm::vec3(bone->getWorldMatrix()[3]));
            }
        }
        const bool isSomewhere = !bound.isEmpty() && !shown.isEmpty();
        const float gap = 0.15f * std::max(shown.getSize().x, shown.getSize().y);
        offset_ = isSomewhere ? glm::vec3(shown.maximum.x - bound.minimum.x + gap, 0.f, 0.f) : glm::vec3(0.f);
    }
    return *offset_;
}

Aabb BindBeside::boxOf(const Scene& scene)
{
    Aabb box = jointsAtBind(scene);
    box.minimum += offsetFor(scene);
    box.maximum += offsetFor(scene);
    return box;
}

}  // namespace armature::tools
