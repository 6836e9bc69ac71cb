#include "ground_below.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/math/aabb.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "framing.hpp"

namespace armature::tools {

DrawOptions::Ground findGround(Scene& scene, AnimationGroup* moving)
{
    constexpr std::size_t moments = 24;
    std::vector<glm::vec3> points;
    for (std::size_t i = 0; i < (moving != nullptr ? moments : 1); ++i) {
        if (moving != nullptr) {
            moving->goTo(frameTime(moving->getClip().getDuration(), i, moments));
        }
        appendPosedPositions(scene, points);
        for (const Skeleton* skeleton : scene.skeletons()) {
            for (const Bone* bone : scene.meshInstances().empty() ? skeleton->bones() : std::span<Bone* const>()) {
                points.push_back(glm::vec3(bone->getWorldMatrix()[3]));
            }
        }
    }
    Aabb box;
    for (const glm::vec3& point : points) {
        if (std::isfinite(point.x + point.y + point.z)) {
            box.extend(point);
        }
    }
    const glm::vec3 size = box.isEmpty() ? glm::vec3(1.f) : glm::max(box.getSize(), glm::vec3(1e-6f));
    const glm::vec3 middle = box.isEmpty() ? glm::vec3(0.f) : box.getCenter();
    DrawOptions::Ground ground;
    ground.height = middle.y - 0.5f * size.y;
    ground.center = {middle.x, middle.z};
    ground.radius = std::max(1.2f * glm::length(glm::vec2(size.x, size.z)), 0.8f * size.y);
    ground.color = glm::vec3(0.3f, 0.31f, 0.33f);
    return ground;
}

}  // namespace armature::tools
