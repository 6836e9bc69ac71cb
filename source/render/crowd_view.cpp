#include "crowd_view.hpp"

#include <algorithm>

#include <glm/matrix.hpp>

#include "draw_list.hpp"

namespace armature {

Aabb CrowdView::boundsOf(const CrowdPlacement& placement, const CrowdSurfaces& surfaces, const CrowdPalettes& palettes)
{
    const auto palette = palettes.matrices.subspan(placement.palette * palettes.size, palettes.size);
    if (surfaces.needsDualQuaternions()) {
        split_.assign(palette);
    }
    Aabb box;
    for (const CrowdPart& part : surfaces.parts()) {
        box.extend(enclose(*part.bounds, part.skinning, palette, split_, part.weightsOf(placement)));
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
    const bool needsBoxes = options.cullsOutOfView || castsShadows(options);
    for (std::size_t i = 0; i < placements.size(); ++i) {
        boxes_[i] = {needsBoxes ? boundsOf(placements[i], surfaces, palettes) : Aabb(), &placements[i].world};
    }
    sight_.look(boxes_, camera, options);
    for (std::size_t i = 0; i < placements.size(); ++i) {
        if (const Sight sight = sight_.sights()[i]; sight != Sight::Unseen) {
            add(placements[i], palettes, sight == Sight::Seen);
        }
    }
    for (const auto& group : groups_) {
        members_.insert(members_.end(), group.begin(), group.end());
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
