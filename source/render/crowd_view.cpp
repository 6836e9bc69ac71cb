#include "crowd_view.hpp"

#include <algorithm>
#include <limits>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

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

/// How far a box can go in a direction and still touch the other one. Negative: it never does.
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

/// The disc in a box.
Aabb boundsOf(const DrawOptions::Ground& ground) noexcept
{
    const glm::vec3 middle(ground.center.x, ground.height, ground.center.y);
    const glm::vec3 half(ground.radius, 0.f, ground.radius);
    return {middle - half, middle + half};
}

}  // namespace

Aabb CrowdView::boundsOf(const CrowdPlacement& placement, const CrowdSurfaces& surfaces, const CrowdPalettes& palettes,
                         DrawOptions::Skinning skinning)
{
    const auto palette = palettes.matrices.subspan(placement.palette * palettes.size, palettes.size);
    const bool isDual = skinning == DrawOptions::Skinning::DualQuaternions;
    if (isDual) {
        split_.assign(palette);
    }
    Aabb box;
    for (const CrowdPart& part : surfaces.parts()) {
        const std::span<const float> weights = part.weightsOf(placement);
        box.extend(isDual ? part.bounds->enclose(split_, weights) : part.bounds->enclose(palette, weights));
    }
    return box;
}

void CrowdView::collect(const CrowdSurfaces& surfaces, const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements,
                        const Camera& camera, const DrawOptions& options)
{
    for (auto& group : groups_) {
        group.clear();
    }
    members_.clear();
    boxes_.resize(placements.size());
    isInView_.assign(placements.size(), true);
    bounds_ = {};
    const bool hasShadows = castsShadows(options);
    const ViewFrustum frustum(camera);
    for (std::size_t i = 0; i < placements.size(); ++i) {
        if (options.cullsOutOfView || hasShadows) {
            boxes_[i] = boundsOf(placements[i], surfaces, palettes, options.skinning);
        }
        isInView_[i] = !options.cullsOutOfView || frustum.sees(boxes_[i], placements[i].world);
        if (isInView_[i]) {
            add(placements[i], palettes, true);
            if (hasShadows) {
                bounds_.extend(inWorld(boxes_[i], placements[i].world));
            }
        }
    }
    if (hasShadows) {
        collectCasters(placements, palettes, camera, options);
    }
    for (const auto& group : groups_) {
        members_.insert(members_.end(), group.begin(), group.end());
    }
}

void CrowdView::collectCasters(std::span<const CrowdPlacement> placements, const CrowdPalettes& palettes, const Camera& camera,
                               const DrawOptions& options)
{
    const glm::dvec3 alongLight = -glm::dvec3(SurfacePass::towardsKeyLight(camera, options));
    Aabb lit = bounds_;
    if (options.ground) {
        lit.extend(armature::boundsOf(*options.ground));
    }
    const ViewFrustum frustum(camera);
    for (std::size_t i = 0; !lit.isEmpty() && i < placements.size(); ++i) {
        if (isInView_[i] || boxes_[i].isEmpty()) {
            continue;
        }
        const Aabb box = inWorld(boxes_[i], placements[i].world);
        const double way = wayTo(lit, box, alongLight);
        if (way >= 0. && frustum.sees(boxes_[i], placements[i].world, way * alongLight)) {
            add(placements[i], palettes, false);
            bounds_.extend(box);
        }
    }
}

void CrowdView::add(const CrowdPlacement& placement, const CrowdPalettes& palettes, bool isInView)
{
    const bool isMirrored =
        (glm::determinant(glm::mat3(placement.world)) < 0.f) != (determinant(palettes.matrices[placement.palette * palettes.size]) < 0.);
    groups_[isMirrored ? (isInView ? 3 : 2) : (isInView ? 0 : 1)].push_back(&placement);
}

CrowdRange CrowdView::rangeOf(const CrowdRange& part, bool isMirrored, bool drawsShadows) const noexcept
{
    const std::size_t straight = groups_[0].size() + groups_[1].size();
    const std::size_t unseen = drawsShadows ? 0 : groups_[isMirrored ? 2 : 1].size();
    const std::size_t begin = isMirrored ? straight + unseen : 0;
    const std::size_t end = isMirrored ? members_.size() : straight - unseen;
    const std::size_t first = std::clamp(begin, part.first, part.first + part.count);
    return {first - part.first, std::clamp(end, first, part.first + part.count) - first};
}

}  // namespace armature
