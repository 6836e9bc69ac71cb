#include "surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

namespace character {
namespace {

struct Box {
    glm::vec3 low{1e3f};
    glm::vec3 high{-1e3f};
};

// Samples on a coarse lattice that is symmetric about x = 0; every sample inside the solid or near its surface widens the box.
Box findBounds(const Field& solid)
{
    constexpr float step = 0.04f;
    Box box;
    for (int x = -18; x <= 18; ++x) {
        for (int y = -2; y <= 50; ++y) {
            for (int z = -14; z <= 14; ++z) {
                const glm::vec3 point = step * glm::vec3(x, y, z);
                if (solid(point) < step) {
                    box.low = glm::min(box.low, point - step);
                    box.high = glm::max(box.high, point + step);
                }
            }
        }
    }
    if (box.low.x > box.high.x) {
        throw std::logic_error("character: a part of the body has no inside");
    }
    return box;
}

/// Distances at the corners of cubic cells, and each cell's vertex.
class Lattice {
public:
    Lattice(const Field& solid, const Box& box, float cellSize) : cellSize_(cellSize)
    {
        for (int axis = 0; axis < 3; ++axis) {
            first_[axis] = static_cast<int>(std::floor(box.low[axis] / cellSize)) - 1;
            count_[axis] = static_cast<int>(std::ceil(box.high[axis] / cellSize)) + 2 - first_[axis];
        }
        distances_.resize(static_cast<std::size_t>(count_.x) * static_cast<std::size_t>(count_.y) * static_cast<std::size_t>(count_.z));
        vertices_.resize(distances_.size(), none);
        forEachCorner([&](const glm::ivec3& corner) { distances_[slot(corner)] = solid(pointOf(corner)); });
    }

    static constexpr std::uint32_t none = 0xffffffffu;

    [[nodiscard]] float distance(const glm::ivec3& corner) const { return distances_[slot(corner)]; }
    [[nodiscard]] std::uint32_t& vertex(const glm::ivec3& cell) { return vertices_[slot(cell)]; }
    // Computed from whole numbers, so that -x is exactly the mirror image of x.
    [[nodiscard]] glm::vec3 pointOf(const glm::ivec3& corner) const { return cellSize_ * glm::vec3(corner + first_); }

    template <class Function>
    void forEachCorner(const Function& function) const
    {
        for (int x = 0; x < count_.x; ++x) {
            for (int y = 0; y < count_.y; ++y) {
                for (int z = 0; z < count_.z; ++z) {
                    function(glm::ivec3(x, y, z));
                }
            }
        }
    }
    [[nodiscard]] bool isLastAlongAnyAxis(const glm::ivec3& corner) const { return glm::any(glm::equal(corner, count_ - 1)); }

private:
    [[nodiscard]] std::size_t slot(const glm::ivec3& corner) const
    {
        const int index = (corner.x * count_.y + corner.y) * count_.z + corner.z;
        return static_cast<std::size_t>(index);
    }

    float cellSize_;
    glm::ivec3 first_{0};
    glm::ivec3 count_{0};
    std::vector<float> distances_;
    std::vector<std::uint32_t> vertices_;
};

/// Four vertices, counter-clockwise seen from outside.
using Quad = std::array<std::uint32_t, 4>;

constexpr std::array<glm::ivec3, 3> axes{glm::ivec3(1, 0, 0), glm::ivec3(0, 1, 0), glm::ivec3(0, 0, 1)};

// Places one vertex in each cell that the surface passes through: the mean of the points where it cuts the cell's edges.
void placeVertices(Lattice& lattice, Surface& surface)
{
    lattice.forEachCorner([&](const glm::ivec3& cell) {
        if (lattice.isLastAlongAnyAxis(cell)) {
            return;
        }
        glm::vec3 sum(0.f);
        int cuts = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const glm::ivec3 u = axes[(axis + 1) % 3];
            const glm::ivec3 v = axes[(axis + 2) % 3];
            for (const glm::ivec3& start : {cell, cell + u, cell + v, cell + u + v}) {
                const float a = lattice.distance(start);
                const float b = lattice.distance(start + axes[axis]);
                if ((a < 0.f) != (b < 0.f)) {
                    sum += glm::mix(lattice.pointOf(start), lattice.pointOf(start + axes[axis]), a / (a - b));
                    ++cuts;
                }
            }
        }
        if (cuts > 0) {
            lattice.vertex(cell) = static_cast<std::uint32_t>(surface.positions.size());
            surface.positions.push_back(sum / static_cast<float>(cuts));
        }
    });
}

// Makes one quad for each lattice edge that the surface cuts: it joins the vertices of the four cells around the edge.
std::vector<Quad> joinVertices(Lattice& lattice)
{
    std::vector<Quad> quads;
    lattice.forEachCorner([&](const glm::ivec3& corner) {
        if (lattice.isLastAlongAnyAxis(corner)) {
            return;
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const glm::ivec3 u = axes[(axis + 1) % 3];
            const glm::ivec3 v = axes[(axis + 2) % 3];
            const bool startsInside = lattice.distance(corner) < 0.f;
            const bool endsInside = lattice.distance(corner + axes[axis]) < 0.f;
            if (startsInside == endsInside) {
                continue;
            }
            const std::uint32_t second = lattice.vertex(corner - v);
            const std::uint32_t fourth = lattice.vertex(corner - u);
            quads.push_back(
                {lattice.vertex(corner - u - v), endsInside ? fourth : second, lattice.vertex(corner), endsInside ? second : fourth});
        }
    });
    return quads;
}

glm::vec3 gradient(const Field& solid, const glm::vec3& point)
{
    constexpr float step = 5e-4f;
    glm::vec3 slope;
    for (int axis = 0; axis < 3; ++axis) {
        glm::vec3 offset(0.f);
        offset[axis] = step;
        slope[axis] = solid(point + offset) - solid(point - offset);
    }
    return slope / (2.f * step);
}

void moveOntoSurface(const Field& solid, glm::vec3& point, float farthest)
{
    for (int round = 0; round < 3; ++round) {
        const glm::vec3 slope = gradient(solid, point);
        const float steepness = std::max(glm::dot(slope, slope), 0.05f);
        glm::vec3 move = -solid(point) / steepness * slope;
        const float length = glm::length(move);
        if (length > farthest) {
            move *= farthest / length;
        }
        point += move;
    }
}

// For each vertex, the mean of the vertices that share an edge of a quad with it.
std::vector<glm::vec3> meansOfNeighbours(const std::vector<Quad>& quads, const std::vector<glm::vec3>& positions)
{
    std::vector<glm::vec3> sums(positions.size(), glm::vec3(0.f));
    std::vector<float> counts(positions.size(), 0.f);
    for (const Quad& quad : quads) {
        for (std::size_t corner = 0; corner < 4; ++corner) {
            for (const std::size_t neighbour : {(corner + 1) % 4, (corner + 3) % 4}) {
                sums[quad[corner]] += positions[quad[neighbour]];
                counts[quad[corner]] += 1.f;
            }
        }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] /= counts[i];
    }
    return sums;
}

// Moves each vertex half-way to the mean of its neighbours, but only along the surface.
void spreadEvenly(const Field& solid, const std::vector<Quad>& quads, std::vector<glm::vec3>& positions)
{
    const std::vector<glm::vec3> means = meansOfNeighbours(quads, positions);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const glm::vec3 normal = glm::normalize(gradient(solid, positions[i]));
        const glm::vec3 move = means[i] - positions[i];
        positions[i] += 0.5f * (move - glm::dot(move, normal) * normal);
    }
}

// How well a triangle lies in the surface: the cosine between its normal and the mean of its corners' normals, or 0 if it has no area.
float agreement(const Surface& surface, std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
    const auto& p = surface.positions;
    const glm::vec3 cross = glm::cross(p[b] - p[a], p[c] - p[a]);
    const float area = glm::length(cross);
    const glm::vec3 normal = glm::normalize(surface.normals[a] + surface.normals[b] + surface.normals[c]);
    return area > 1e-9f ? glm::dot(cross / area, normal) : 0.f;
}

// Halves a quad along the shorter diagonal, unless the other one gives triangles that lie clearly better in the surface.
void halve(Surface& surface, const Quad& quad)
{
    const auto& [a, b, c, d] = quad;
    const auto& p = surface.positions;
    const float alongAC = std::min(agreement(surface, a, b, c), agreement(surface, a, c, d));
    const float alongBD = std::min(agreement(surface, b, c, d), agreement(surface, b, d, a));
    const bool isACShorter = glm::distance(p[a], p[c]) <= glm::distance(p[b], p[d]);
    const bool useAC = std::min(alongAC, alongBD) > 0.8f ? isACShorter : alongAC >= alongBD;
    const std::array<std::uint32_t, 6> corners = useAC ? std::array{a, b, c, a, c, d} : std::array{b, c, d, b, d, a};
    surface.indices.insert(surface.indices.end(), corners.begin(), corners.end());
}

}  // namespace

Surface triangulate(const Field& solid, float cellSize)
{
    Lattice lattice(solid, findBounds(solid), cellSize);
    Surface surface;
    placeVertices(lattice, surface);
    const std::vector<Quad> quads = joinVertices(lattice);
    for (int round = 0; round < 4; ++round) {
        spreadEvenly(solid, quads, surface.positions);
        for (glm::vec3& position : surface.positions) {
            moveOntoSurface(solid, position, 0.5f * cellSize);
        }
    }
    for (const glm::vec3& position : surface.positions) {
        surface.normals.push_back(glm::normalize(gradient(solid, position)));
    }
    for (const Quad& quad : quads) {
        halve(surface, quad);
    }
    return surface;
}

Surface mirrored(const Surface& surface)
{
    Surface result = surface;
    for (std::size_t i = 0; i < result.positions.size(); ++i) {
        result.positions[i] = mirrored(result.positions[i]);
        result.normals[i] = mirrored(result.normals[i]);
    }
    for (std::size_t i = 0; i < result.indices.size(); i += 3) {
        std::swap(result.indices[i + 1], result.indices[i + 2]);
    }
    return result;
}

}  // namespace character
