#include "bind_beside.hpp"

#include <algorithm>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

std::optional<BindBeside> placeBindBeside(const Scene& scene)
{
    Aabb now;
    Aabb bound;
    for (const Skeleton* skeleton : scene.skeletons()) {
        const glm::mat4 world = skeleton->getWorldMatrix();
        for (const Bone* bone : skeleton->bones()) {
            now.extend(glm::vec3((world * bone->getAbsoluteMatrix())[3]));
            bound.extend(glm::vec3((world * bone->getAbsoluteBindMatrix())[3]));
        }
    }
    if (now.isEmpty() || bound.isEmpty()) {
        return std::nullopt;
    }
    const float gap = 0.15f * std::max(now.getSize().y, now.getSize().x);
    const glm::vec3 offset{now.maximum.x - bound.minimum.x + gap, 0.f, 0.f};
    return BindBeside{offset, {bound.minimum + offset, bound.maximum + offset}};
}

}  // namespace armature::tools
