#include "mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "surface.hpp"

namespace character {
namespace {

struct Influences {
    std::array<std::uint8_t, 4> joints{};
    std::array<std::uint8_t, 4> weights{};
};

// Rounds weights down to 255ths; the strongest joint gets the remainder.
Influences quantised(const std::array<std::size_t, jointCount>& strongestFirst, const std::array<float, jointCount>& pull)
{
    float sum = 0.f;
    for (std::size_t i = 0; i < 4; ++i) {
        sum += pull[strongestFirst[i]];
    }
    Influences result;
    int left = 255;
    for (std::size_t i = 0; i < 4; ++i) {
        const int weight = static_cast<int>(255.f * pull[strongestFirst[i]] / sum);
        if (weight > 0) {
            result.joints[i] = static_cast<std::uint8_t>(strongestFirst[i]);
            result.weights[i] = static_cast<std::uint8_t>(weight);
            left -= weight;
        }
    }
    result.weights[0] = static_cast<std::uint8_t>(result.weights[0] + left);
    return result;
}

// The weight of each shape falls with exp(-distance / blend), so the nearest one dominates and the transition is smooth.
Influences influencesAt(const glm::vec3& point, const Part& part)
{
    std::vector<float> distances;
    distances.reserve(part.skin.size());
    for (const Shape& shape : part.skin) {
        distances.push_back(shape.distance(point));
    }
    const float nearest = *std::min_element(distances.begin(), distances.end());
    std::array<float, jointCount> pull{};
    for (std::size_t i = 0; i < part.skin.size(); ++i) {
        float& joint = pull[indexOf(part.skin[i].joint)];
        joint = std::max(joint, std::exp((nearest - distances[i]) / part.skinBlend));
    }
    std::array<std::size_t, jointCount> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return pull[a] > pull[b]; });
    return quantised(order, pull);
}

void append(PaintedMesh& mesh, const Surface& surface, const std::vector<Influences>& influences)
{
    const std::size_t first = mesh.positions.size();
    if (first + surface.positions.size() > std::numeric_limits<std::uint16_t>::max()) {
        throw std::length_error("character: more than 65535 vertices of one colour");
    }
    mesh.positions.insert(mesh.positions.end(), surface.positions.begin(), surface.positions.end());
    mesh.normals.insert(mesh.normals.end(), surface.normals.begin(), surface.normals.end());
    for (const Influences& influence : influences) {
        mesh.joints.push_back(influence.joints);
        mesh.weights.push_back(influence.weights);
    }
    for (const std::uint32_t index : surface.indices) {
        mesh.indices.push_back(static_cast<std::uint16_t>(first + index));
    }
}

// Leaves out triangles that lie deep under `cover`, and the vertices that only they used.
Surface withoutCovered(const Surface& surface, const Field& cover)
{
    constexpr float depth = -0.007f;
    constexpr std::uint32_t unused = 0xffffffffu;
    Surface result;
    std::vector<std::uint32_t> moved(surface.positions.size(), unused);
    for (std::size_t first = 0; first < surface.indices.size(); first += 3) {
        const auto isCovered = [&](std::uint32_t index) { return cover(surface.positions[index]) < depth; };
        const auto triangle = surface.indices.begin() + static_cast<std::ptrdiff_t>(first);
        if (std::all_of(triangle, triangle + 3, isCovered)) {
            continue;
        }
        for (std::size_t corner = first; corner < first + 3; ++corner) {
            std::uint32_t& index = moved[surface.indices[corner]];
            if (index == unused) {
                index = static_cast<std::uint32_t>(result.positions.size());
                result.positions.push_back(surface.positions[surface.indices[corner]]);
                result.normals.push_back(surface.normals[surface.indices[corner]]);
            }
            result.indices.push_back(index);
        }
    }
    return result;
}

void append(PaintedMesh& mesh, const Part& part)
{
    Surface surface = triangulate(part.solid, part.cellSize);
    if (part.cover) {
        surface = withoutCovered(surface, part.cover);
    }
    std::vector<Influences> influences;
    influences.reserve(surface.positions.size());
    for (const glm::vec3& position : surface.positions) {
        influences.push_back(influencesAt(position, part));
    }
    append(mesh, surface, influences);
    if (!part.onBothSides) {
        return;
    }
    for (Influences& influence : influences) {
        for (std::size_t i = 0; i < 4; ++i) {
            if (influence.weights[i] > 0) {
                influence.joints[i] = static_cast<std::uint8_t>(indexOf(mirrored(static_cast<Joint>(influence.joints[i]))));
            }
        }
    }
    append(mesh, mirrored(surface), influences);
}

}  // namespace

std::vector<PaintedMesh> makeMesh(const Rig& rig)
{
    std::vector<PaintedMesh> meshes(materials.size());
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        meshes[i].paint = static_cast<Paint>(i);
    }
    for (const Part& part : makeParts(rig)) {
        append(meshes[static_cast<std::size_t>(part.paint)], part);
    }
    std::erase_if(meshes, [](const PaintedMesh& mesh) { return mesh.positions.empty(); });
    return meshes;
}

}  // namespace character
