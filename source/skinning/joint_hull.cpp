#include "skinning/joint_hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace armature {

namespace {

constexpr std::size_t directionCount = 160;

/// Returns directions spread evenly over the sphere by Fibonacci's spiral (Gonzalez, Measurement of areas on a sphere using Fibonacci and
/// latitude-longitude lattices, 2010).
std::array<glm::dvec3, directionCount> spreadDirections() noexcept
{
    std::array<glm::dvec3, directionCount> directions;
    for (std::size_t i = 0; i < directionCount; ++i) {
        const double z = 1. - (2. * static_cast<double>(i) + 1.) / static_cast<double>(directionCount);
        const double angle = 2. * std::numbers::pi * static_cast<double>(i) / std::numbers::phi;
        const double radius = std::sqrt(1. - z * z);
        directions[i] = {radius * std::cos(angle), radius * std::sin(angle), z};
    }
    return directions;
}

const glm::dvec3& directionAt(std::size_t number) noexcept
{
    static const std::array<glm::dvec3, directionCount> directions = spreadDirections();
    return directions[number];
}

template <class Corners>
double meanReach(const Corners& corners) noexcept
{
    double sum = 0.;
    for (std::size_t direction = 0; direction < directionCount; ++direction) {
        const glm::dvec3 along = directionAt(direction);
        double most = -std::numeric_limits<double>::infinity();
        for (const auto& corner : corners) {
            most = std::max(most, glm::dot(corner.place, along));
        }
        sum += most;
    }
    return sum / static_cast<double>(directionCount);
}

}  // namespace

double widthOf(std::span<const glm::dvec3> points) noexcept
{
    constexpr std::size_t every = 8;
    double sum = 0.;
    for (std::size_t direction = 0; direction < directionCount; direction += every) {
        const glm::dvec3 along = directionAt(direction);
        double most = -std::numeric_limits<double>::infinity();
        for (const glm::dvec3& point : points) {
            most = std::max(most, glm::dot(point, along));
        }
        sum += most;
    }
    return sum * static_cast<double>(every) / static_cast<double>(directionCount);
}

JointHull::JointHull(std::span<const glm::dvec3> points, const JointBox& box, const glm::dvec3& room)
    : tolerance_(1e-9 * std::max({box.half.x, box.half.y, box.half.z}))
{
    for (unsigned i = 0; i < 8; ++i) {
        corners_.push_back({cornerOf(box, i), {i & 1 ? 1 : 0, i & 2 ? 3 : 2, i & 4 ? 5 : 4}});
    }
    for (std::size_t direction = 0; direction < directionCount; ++direction) {
        const glm::dvec3 along = directionAt(direction);
        double& most = offsets_.emplace_back(-std::numeric_limits<double>::infinity());
        for (const glm::dvec3& point : points) {
            most = std::max(most, glm::dot(point, along));
        }
        most += glm::dot(glm::abs(along), room);
    }
}

double JointHull::reachAlong(std::size_t direction) const noexcept
{
    const glm::dvec3 along = directionAt(direction);
    double most = -std::numeric_limits<double>::infinity();
    for (const Corner& corner : corners_) {
        most = std::max(most, glm::dot(corner.place, along));
    }
    return most;
}

double JointHull::looseness() const noexcept
{
    double sum = 0.;
    for (std::size_t direction = 0; direction < directionCount; ++direction) {
        sum += reachAlong(direction) - offsets_[direction];
    }
    return sum / static_cast<double>(directionCount);
}

std::vector<glm::dvec3> JointHull::corners() const
{
    std::vector<glm::dvec3> places;
    for (const Corner& corner : corners_) {
        places.push_back(corner.place);
    }
    return places;
}

/// Returns the corners that remain after the plane of a direction has cut off everything beyond the points.
std::vector<JointHull::Corner> JointHull::cornersCutBy(std::size_t direction) const
{
    const glm::dvec3 along = directionAt(direction);
    std::vector<double> heights;
    for (const Corner& corner : corners_) {
        heights.push_back(glm::dot(corner.place, along));
    }
    std::vector<double> sorted = heights;
    std::ranges::sort(sorted);
    double offset = offsets_[direction];
    for (const double height : sorted) {
        offset = std::abs(height - offset) < tolerance_ ? height + tolerance_ : offset;
    }
    std::vector<Corner> kept;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
        if (heights[i] <= offset) {
            kept.push_back(corners_[i]);
            continue;
        }
        for (std::size_t j = 0; j < corners_.size(); ++j) {
            std::array<int, 3> faces{faces_, 0, 0};
            std::size_t common = 0;
            for (const int face : corners_[i].faces) {
                if (heights[j] <= offset && std::ranges::count(corners_[j].faces, face) != 0 && ++common < 3) {
                    faces[common] = face;
                }
            }
            if (common == 2) {
                const double part = (offset - heights[j]) / (heights[i] - heights[j]);
                kept.push_back({glm::mix(corners_[j].place, corners_[i].place, part), faces});
            }
        }
    }
    return kept;
}

/// Returns the directions, at most `count`, in which the body extends farthest beyond the points, the widest gap first.
std::vector<std::size_t> JointHull::widestGaps(std::size_t count) const
{
    std::vector<std::pair<double, std::size_t>> gaps;
    for (std::size_t direction = 0; direction < directionCount; ++direction) {
        gaps.emplace_back(offsets_[direction] - reachAlong(direction), direction);
    }
    std::ranges::sort(gaps);
    std::vector<std::size_t> directions;
    for (std::size_t i = 0; i < count && gaps[i].first < -4. * tolerance_; ++i) {
        directions.push_back(gaps[i].second);
    }
    return directions;
}

bool JointHull::cut(std::size_t mostCorners)
{
    constexpr std::size_t tried = 12;
    bool isCut = false;
    double width = meanReach(corners_);
    for (bool isSmaller = true; isSmaller; isCut = isCut || isSmaller) {
        isSmaller = false;
        std::vector<Corner> best;
        for (const std::size_t direction : widestGaps(tried)) {
            std::vector<Corner> cut = cornersCutBy(direction);
            const double cutWidth = cut.size() <= mostCorners ? meanReach(cut) : width;
            if (cutWidth < width) {
                width = cutWidth;
                best = std::move(cut);
                isSmaller = true;
            }
        }
        if (isSmaller) {
            corners_ = std::move(best);
            ++faces_;
        }
    }
    return isCut;
}

}  // namespace armature
