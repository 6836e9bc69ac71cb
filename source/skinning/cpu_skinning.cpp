#include <armature/skinning/cpu_skinning.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/geometric.hpp>

namespace armature {

namespace {

glm::vec3 normalizedOrZero(const glm::vec3& vector) noexcept
{
    // Dividing by the largest component first keeps the squares of very long and very short vectors within float's range.
    const float largest = std::max({std::abs(vector.x), std::abs(vector.y), std::abs(vector.z)});
    if (!(largest > 0.f) || !std::isfinite(largest)) {
        return glm::vec3(0.f);
    }
    const glm::vec3 scaled = vector / largest;
    return scaled / std::sqrt(glm::dot(scaled, scaled));
}

}  // namespace

Affine blendPalette(const SkinWeights& skin, std::span<const Affine> palette, std::size_t vertex) noexcept
{
    const std::size_t first = vertex * skin.influencesPerVertex;
    Affine sum(0.f);
    bool isSkinned = false;
    for (std::size_t i = first; i < first + skin.influencesPerVertex; ++i) {
        const float weight = skin.weights[i];
        if (weight == 0.f) {
            continue;
        }
        isSkinned = true;
        const std::size_t joint = skin.joints[i];
        sum += weight * (joint < palette.size() ? palette[joint] : identityAffine());
    }
    return isSkinned ? sum : identityAffine();
}

glm::vec3 transformNormal(const Affine& affine, const glm::vec3& normal) noexcept
{
    const glm::vec3 row0(affine[0]);
    const glm::vec3 row1(affine[1]);
    const glm::vec3 row2(affine[2]);
    const glm::vec3 cofactor0 = glm::cross(row1, row2);
    const glm::vec3 turned(glm::dot(cofactor0, normal), glm::dot(glm::cross(row2, row0), normal), glm::dot(glm::cross(row0, row1), normal));
    return normalizedOrZero(glm::dot(row0, cofactor0) < 0.f ? -turned : turned);
}

void skinPositions(std::span<const glm::vec3> positions, const SkinWeights& skin, std::span<const Affine> palette,
                   std::span<glm::vec3> outPositions) noexcept
{
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        outPositions[vertex] = transformPoint(blendPalette(skin, palette, vertex), positions[vertex]);
    }
}

void skinNormals(std::span<const glm::vec3> normals, const SkinWeights& skin, std::span<const Affine> palette,
                 std::span<glm::vec3> outNormals) noexcept
{
    for (std::size_t vertex = 0; vertex < normals.size(); ++vertex) {
        outNormals[vertex] = transformNormal(blendPalette(skin, palette, vertex), normals[vertex]);
    }
}

void morphPositions(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outPositions) noexcept
{
    std::copy(primitive.positions.begin(), primitive.positions.end(), outPositions.begin());
    for (std::size_t target = 0; target < std::min(weights.size(), primitive.morphTargets.size()); ++target) {
        const std::vector<glm::vec3>& displacements = primitive.morphTargets[target].positions;
        if (weights[target] == 0.f) {
            continue;
        }
        for (std::size_t vertex = 0; vertex < displacements.size(); ++vertex) {
            outPositions[vertex] += weights[target] * displacements[vertex];
        }
    }
}

void morphNormals(const Primitive& primitive, std::span<const float> weights, std::span<glm::vec3> outNormals) noexcept
{
    std::copy(primitive.normals.begin(), primitive.normals.end(), outNormals.begin());
    for (std::size_t target = 0; target < std::min(weights.size(), primitive.morphTargets.size()); ++target) {
        const std::vector<glm::vec3>& displacements = primitive.morphTargets[target].normals;
        if (weights[target] == 0.f || primitive.normals.empty()) {
            continue;
        }
        for (std::size_t vertex = 0; vertex < displacements.size(); ++vertex) {
            outNormals[vertex] += weights[target] * displacements[vertex];
        }
    }
    std::transform(outNormals.begin(), outNormals.end(), outNormals.begin(), normalizedOrZero);
}

}  // namespace armature
