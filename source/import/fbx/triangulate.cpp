#include "import/fbx/meshes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

namespace armature::fbx {

namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// Returns the polygon's normal, whose length is twice the polygon's area (Newell).
glm::dvec3 normalOf(std::span<const glm::dvec3> points)
{
    glm::dvec3 normal(0.);
    for (std::size_t corner = 0; corner < points.size(); ++corner) {
        normal += glm::cross(points[corner] - points[0], points[(corner + 1) % points.size()] - points[0]);
    }
    return normal;
}

/// Projects the polygon to two dimensions, with its normal pointing towards the viewer.
std::vector<glm::dvec2> flattened(std::span<const glm::dvec3> points, const glm::dvec3& normal)
{
    const glm::dvec3 size = glm::abs(normal);
    const glm::length_t away = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
    const glm::length_t right = (away + 1) % 3;
    const glm::length_t up = (away + 2) % 3;
    const double sign = normal[away] < 0. ? -1. : 1.;
    std::vector<glm::dvec2> flat;
    flat.reserve(points.size());
    for (const glm::dvec3& point : points) {
        flat.emplace_back(sign * point[right], point[up]);
    }
    return flat;
}

/// Returns twice the signed area of a triangle; positive if its corners are in anticlockwise order.
double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool isConvex(const std::vector<glm::dvec2>& flat)
{
    for (std::size_t corner = 0; corner < flat.size(); ++corner) {
        if (turn(flat[corner], flat[(corner + 1) % flat.size()], flat[(corner + 2) % flat.size()]) < 0.) {
            return false;
        }
    }
    return true;
}

class EarCutter {
public:
    explicit EarCutter(const std::vector<glm::dvec2>& flat) : flat_(flat), left_(flat.size())
    {
        std::iota(left_.begin(), left_.end(), std::uint32_t{0});
    }

    void cut(std::vector<Triangle>& outTriangles)
    {
        std::size_t at = 0;
        std::size_t failures = 0;
        // The next ear is usually near. The limit bounds the time for polygons designed to hide their ears.
        std::size_t attempts = 16 * left_.size();
        while (left_.size() > 3 && failures < left_.size() && attempts-- > 0) {
            at %= left_.size();
            if (!isEar(at)) {
                ++at;
                ++failures;
                continue;
            }
            outTriangles.push_back({corner(at, -1), left_[at], corner(at, 1)});
            left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(at));
            failures = 0;
        }
        for (std::size_t next = 2; next < left_.size(); ++next) {  // the last triangle, or a fan if no ear was found
            outTriangles.push_back({left_[0], left_[next - 1], left_[next]});
        }
    }

private:
    [[nodiscard]] std::uint32_t corner(std::size_t at, int offset) const
    {
        return left_[offset < 0 ? (at + left_.size() - 1) % left_.size() : (at + 1) % left_.size()];
    }

    [[nodiscard]] bool isEar(std::size_t at) const
    {
        const std::uint32_t before = corner(at, -1);
        const std::uint32_t tip = left_[at];
        const std::uint32_t after = corner(at, 1);
        if (turn(flat_[before], flat_[tip], flat_[after]) <= 0.) {
            return false;
        }
        return std::ranges::none_of(left_, [&](std::uint32_t other) {
            return other != before && other != tip && other != after && turn(flat_[before], flat_[tip], flat_[other]) >= 0.
                   && turn(flat_[tip], flat_[after], flat_[other]) >= 0. && turn(flat_[after], flat_[before], flat_[other]) >= 0.;
        });
    }

    const std::vector<glm::dvec2>& flat_;
    std::vector<std::uint32_t> left_;
};

}  // namespace

void triangulate(std::span<const glm::dvec3> points, std::vector<Triangle>& outTriangles)
{
    if (points.size() > 3 && points.size() <= mostCornersWithEars) {
        const auto flat = flattened(points, normalOf(points));
        if (!isConvex(flat)) {
            EarCutter(flat).cut(outTriangles);
            return;
        }
    }
    for (std::uint32_t next = 2; next < points.size(); ++next) {
        outTriangles.push_back({0, next - 1, next});
    }
}

}  // namespace armature::fbx
