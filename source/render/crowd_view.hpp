#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <armature/render/crowd_renderer.hpp>

#include "crowd_sight.hpp"
#include "crowd_surfaces.hpp"

namespace armature {

/// A run of consecutive members.
struct CrowdRange {
    std::size_t first = 0;
    std::size_t count = 0;
};

/// The members of a crowd that a frame draws: those in view and, if there are shadows, those whose shadows may fall into the view.
class CrowdView final {
public:
    /// Collects the members of a frame. Their boxes come from `surfaces`. O(placements * joints).
    void collect(const CrowdSurfaces& surfaces, const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements,
                 const Camera& camera, const DrawOptions& options);

    /// The members in draw order: unmirrored in view, unmirrored out of view, mirrored out of view, mirrored in view; each group in the
    /// given order. Thus, the members that a pass draws without mirroring are consecutive, and so are those that it draws mirrored.
    [[nodiscard]] std::span<const CrowdPlacement* const> members() const noexcept { return members_; }
    /// Returns the mirrored or the unmirrored members among those of `part`, a range of members(), that a pass draws, as a range counted
    /// from the first member of `part`. A pass that draws shadows includes members out of view.
    [[nodiscard]] CrowdRange rangeOf(const CrowdRange& part, bool isMirrored, bool drawsShadows) const noexcept;

    [[nodiscard]] std::size_t inViewCount() const noexcept { return groups_[0].size() + groups_[3].size(); }
    [[nodiscard]] std::size_t shadowCount() const noexcept { return groups_[1].size() + groups_[2].size(); }
    /// A box around all members, in world space. Empty without shadows.
    [[nodiscard]] const Aabb& bounds() const noexcept { return sight_.bounds(); }

private:
    [[nodiscard]] Aabb boundsOf(const CrowdPlacement& placement, const CrowdSurfaces& surfaces, const CrowdPalettes& palettes);
    void add(const CrowdPlacement& placement, const CrowdPalettes& palettes, bool isInView);
    std::vector<PlacedBox> boxes_;  // one for each placement, in skeleton space
    CrowdSight sight_;
    std::array<std::vector<const CrowdPlacement*>, 4> groups_;  // in the order of members_
    std::vector<const CrowdPlacement*> members_;
    DualQuaternionPalette split_;
};

}  // namespace armature
