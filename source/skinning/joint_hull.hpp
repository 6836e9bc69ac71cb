#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include "skinning/joint_box.hpp"

namespace armature {

/// Returns how far points reach along a direction, on average over some directions.
[[nodiscard]] double widthOf(std::span<const glm::dvec3> points) noexcept;

/// A convex body around points, with few corners: a box from which planes have cut off parts without points.
///
/// Exactly three faces meet at each corner: a plane that would come too close to a corner is moved away from the points. So two corners are
/// joined by an edge if they have two faces in common, and nothing else needs to be stored.
class JointHull {
public:
    /// Starts with `box`. Cuts will leave `room` around the points, along the axes of bind space.
    JointHull(std::span<const glm::dvec3> points, const JointBox& box, const glm::dvec3& room);

    /// Cuts off parts, each time by the plane that takes away most among a few that are tried, as long as the body shrinks and has at most
    /// `mostCorners` corners.
    /// Returns whether it shrank. O(directions * corners) for each plane tried.
    bool cut(std::size_t mostCorners);

    /// Returns how much farther the body reaches than the points, on average over all directions.
    [[nodiscard]] double looseness() const noexcept;
    [[nodiscard]] std::vector<glm::dvec3> corners() const;

private:
    struct Corner {
        glm::dvec3 place{0.};
        std::array<int, 3> faces{};
    };

    [[nodiscard]] double reachAlong(std::size_t direction) const noexcept;
    [[nodiscard]] std::vector<Corner> cornersCutBy(std::size_t direction) const;
    [[nodiscard]] std::vector<std::size_t> widestGaps(std::size_t count) const;

    std::vector<Corner> corners_;
    std::vector<double> offsets_;  // reach of the points, plus the room, along each direction
    double tolerance_;
    int faces_ = 6;
};

}  // namespace armature
