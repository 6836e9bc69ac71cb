#include "crowd_sight.hpp"

#include <algorithm>
#include <limits>

#include <glm/common.hpp>
#include <glm/ext/vector_double3.hpp>

#include "draw_list.hpp"
#include "surface_pass.hpp"
#include "view_frustum.hpp"

namespace armature {

namespace {

Aabb inWorld(const Aabb& box, const glm::mat4& world) noexcept
{
    const glm::dvec3 minimum(box.minimum);
    const glm::dvec3 maximum(box.maximum);
    glm::dvec3 middle(world[3]);
    glm::dvec3 half(0.);
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        const glm::dvec3 edge(world[axis]);
        middle += 0.5 * (minimum[axis] + maximum[axis]) * edge;
        half += 0.5 * (maximum[axis] - minimum[axis]) * glm::abs(edge);
    }
    return {glm::vec3(middle - half), glm::vec3(middle + half)};
}

/// Returns the greatest distance, in multiples of `direction`, by which `box` can be moved and touch `other`; negative if it does not touch
/// `other` at any distance.
double wayTo(const Aabb& other, const Aabb& box, const glm::dvec3& direction) noexcept
{
    double begin = 0.;
    double end = std::numeric_limits<double>::infinity();
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        const double ahead = static_cast<double>(other.maximum[axis]) - static_cast<double>(box.minimum[axis]);
        const double behind = static_cast<double>(other.minimum[axis]) - static_cast<double>(box.maximum[axis]);
        const double speed = direction[axis];
        if (speed == 0.) {
            end = behind <= 0. && ahead >= 0. ? end : -1.;
        } else {
            begin = glm::max(begin, (speed > 0. ? behind : ahead) / speed);
            end = glm::min(end, (speed > 0. ? ahead : behind) / speed);
        }
    }
    return begin <= end ? end : -1.;
}

Aabb boundsOf(const DrawOptions::Ground& ground) noexcept
{
    if (!ground.patches.empty()) {
        Aabb all;
        for (const DrawOptions::Ground::Patch& patch : ground.patches) {
            std::ranges::for_each(patch, [&all](const glm::vec3& corner) { all.extend(corner); });
        }
        return all;
    }
    const glm::vec3 middle(ground.center.x, ground.height, ground.center.y);
    const glm::vec3 half(ground.radius, 0.f, ground.radius);
    return {middle - half, middle + half};
}

}  // namespace

void CrowdSight::look(std::span<const PlacedBox> boxes, const Camera& camera, const DrawOptions& options)
{
    sights_.assign(boxes.size(), Sight::Seen);
    bounds_ = {};
    const bool hasShadows = castsShadows(options);
    const ViewFrustum frustum(camera);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (options.cullsOutOfView && !frustum.sees(boxes[i].box, *boxes[i].world)) {
            sights_[i] = Sight::Unseen;
        } else if (hasShadows) {
            bounds_.extend(inWorld(boxes[i].box, *boxes[i].world));
        }
    }
    if (hasShadows && options.cullsOutOfView) {
        findCasters(boxes, camera, options);
    }
}

void CrowdSight::findCasters(std::span<const PlacedBox> boxes, const Camera& camera, const DrawOptions& options)
{
    const glm::dvec3 alongLight = -glm::dvec3(SurfacePass::towardsKeyLight(camera, options));
    Aabb lit = bounds_;
    if (options.ground) {
        lit.extend(boundsOf(*options.ground));
    }
    const ViewFrustum frustum(camera);
    for (std::size_t i = 0; !lit.isEmpty() && i < boxes.size(); ++i) {
        if (sights_[i] != Sight::Unseen || boxes[i].box.isEmpty()) {
            continue;
        }
        const Aabb box = inWorld(boxes[i].box, *boxes[i].world);
        const double way = wayTo(lit, box, alongLight);
        if (way >= 0. && frustum.sees(boxes[i].box, *boxes[i].world, way * alongLight)) {
            sights_[i] = Sight::ShadowOnly;
            bounds_.extend(box);
        }
    }
}

}  // namespace armature
