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

// Samples on a coarse lattice that is symmetric about x = 0; every sample near the surface widens the box.
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

/// Distances at the corners of cubic cells, and which vertex each cell got.
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
    // From whole numbers, so that -x is exactly the mirror image of x.
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
        return static_cast<std::size_t>((corner.x * count_.y + corner.y) * count_.z + corner.z);
    }

    float cellSize_;
    glm::ivec3 first_{0};
    glm::ivec3 count_{0};
    std::vector<float> distances_;
    std::vector<std::uint32_t> vertices_;
};

constexpr std::array<glm::ivec3, 3> axes{glm::ivec3(1, 0, 0), glm::ivec3(0, 1, 0), glm::ivec3(0, 0, 1)};

// One vertex for each cell that the surface passes through: the mean of the points where it cuts the cell's edges.
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

void addQuad(Surface& surface, std::array<std::uint32_t, 4> corners, bool flipped)
{
    if (flipped) {
        std::swap(corners[1], corners[3]);
    }
    const auto& p = surface.positions;
    const bool firstDiagonalIsShorter = glm::distance(p[corners[0]], p[corners[2]]) <= glm::distance(p[corners[1]], p[corners[3]]);
    const std::array<std::size_t, 6> order =
        firstDiagonalIsShorter ? std::array<std::size_t, 6>{0, 1, 2, 0, 2, 3} : std::array<std::size_t, 6>{1, 2, 3, 1, 3, 0};
    for (const std::size_t corner : order) {
        surface.indices.push_back(corners[corner]);
    }
}

// One quad for each lattice edge that the surface cuts: it joins the vertices of the four cells around the edge.
void joinVertices(Lattice& lattice, Surface& surface)
{
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
            addQuad(surface,
                    {lattice.vertex(corner - u - v), lattice.vertex(corner - v), lattice.vertex(corner), lattice.vertex(corner - u)},
                    endsInside);
        }
    });
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

// Moves each vertex half-way to the mean of its neighbours, but only along the surface.
void spreadEvenly(const Field& solid, Surface& surface)
{
    std::vector<glm::vec3> sums(surface.positions.size(), glm::vec3(0.f));
    std::vector<float> counts(surface.positions.size(), 0.f);
    for (std::size_t i = 0; i < surface.indices.size(); ++i) {
        const std::uint32_t from = surface.indices[i];
        const std::uint32_t to = surface.indices[i % 3 == 2 ? i - 2 : i + 1];
        sums[from] += surface.positions[to];
        sums[to] += surface.positions[from];
        counts[from] += 1.f;
        counts[to] += 1.f;
    }
    for (std::size_t i = 0; i < surface.positions.size(); ++i) {
        if (counts[i] > 0.f) {
            const glm::vec3 normal = glm::normalize(gradient(solid, surface.positions[i]));
            const glm::vec3 move = sums[i] / counts[i] - surface.positions[i];
            surface.positions[i] += 0.5f * (move - glm::dot(move, normal) * normal);
        }
    }
}

}  // namespace

Surface triangulate(const Field& solid, float cellSize)
{
    Lattice lattice(solid, findBounds(solid), cellSize);
    Surface surface;
    placeVertices(lattice, surface);
    joinVertices(lattice, surface);
    for (int round = 0; round < 4; ++round) {
        spreadEvenly(solid, surface);
        for (glm::vec3& position : surface.positions) {
            moveOntoSurface(solid, position, 0.5f * cellSize);
        }
    }
    surface.normals.reserve(surface.positions.size());
    for (const glm::vec3& position : surface.positions) {
        surface.normals.push_back(glm::normalize(gradient(solid, position)));
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
