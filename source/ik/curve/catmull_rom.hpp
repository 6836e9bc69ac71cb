#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include "skeleton/posed_joint.hpp"

namespace armature {

/// A centripetal Catmull-Rom spline through points. The parameter u counts segments: point(k) is the k-th point, and points equal to their
/// predecessor are skipped. At each end, the curve continues as if its end segment were mirrored at the end point. Keeps its memory for the
/// next curve.
class CatmullRom {
public:
    /// The number of intervals into which a segment is divided to measure its length.
    static constexpr std::size_t samples = 16;

    /// Builds the curve through `points`, mapped by `frame`. Returns false, without a curve, if no two points differ.
    bool build(std::span<const glm::vec3> points, const Frame& frame);

    /// The largest parameter, at least 1.
    [[nodiscard]] double end() const noexcept { return static_cast<double>(segments_.size()); }
    /// The point at parameter `u`, which lies in [0, end()].
    [[nodiscard]] glm::dvec3 point(double u) const noexcept;
    /// The curve's direction at its end. Unit length.
    [[nodiscard]] const glm::dvec3& endDirection() const noexcept { return endDirection_; }
    [[nodiscard]] double length() const noexcept { return lengths_.back(); }
    /// The curve's length from its beginning to `u`.
    [[nodiscard]] double lengthTo(double u) const noexcept;
    /// The inverse of lengthTo(): returns the parameter at a length in [0, length()].
    [[nodiscard]] double parameterAt(double length) const noexcept;

private:
    /// One cubic, ((a t + b) t + c) t + d for t in [0, 1].
    struct Segment {
        glm::dvec3 a;
        glm::dvec3 b;
        glm::dvec3 c;
        glm::dvec3 d;

        [[nodiscard]] double lengthBetween(double from, double to) const noexcept;
    };

    [[nodiscard]] glm::dvec3 pointOrMirrored(std::ptrdiff_t index) const noexcept;
    void addSegment(std::size_t first, const Frame& frame);

    std::vector<glm::dvec3> points_;
    std::vector<Segment> segments_;
    std::vector<double> lengths_;  // the curve's length from its beginning to each sample
    glm::dvec3 endDirection_{0.};
};

}  // namespace armature
