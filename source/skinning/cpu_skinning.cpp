#include <armature/skinning/cpu_skinning.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/transform.hpp>

#include "math/aligned_vector.hpp"
#include "math/rotation_rule.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/split_matrix.hpp"
#include "skinning/stream_pointers.hpp"

namespace armature {

namespace {

glm::vec3 normalizedOrZero(glm::vec3 vector) noexcept
{
    normalizeOrZero(vector.x, vector.y, vector.z);
    return vector;
}

// Runs a kernel. If vertices have no influences at all, gives each vertex one influence of weight 0: kernels leave such vertices where they
// are.
template <class Kernel>
void forInfluences(const SkinStreams& streams, const SkinWeights& skin, const SkinnedStreams& outStreams, const Kernel& kernel) noexcept
{
    const SkinStreamPointers pointers = pointersTo(streams, outStreams);
    if (skin.influencesPerVertex != 0) {
        kernel(pointers, InfluencePointers{skin.influencesPerVertex, skin.joints.data(), skin.weights.data()});
        return;
    }
    constexpr std::size_t piece = 64;
    constexpr std::uint16_t joints[piece] = {};
    constexpr float weights[piece] = {};
    for (std::size_t first = 0; first < pointers.count; first += piece) {
        kernel(advanced(pointers, first, std::min(piece, pointers.count - first)), InfluencePointers{1, joints, weights});
    }
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

void skinVertices(const SkinStreams& streams, const SkinWeights& skin, std::span<const Affine> palette,
                  const SkinnedStreams& outStreams) noexcept
{
    forInfluences(streams, skin, outStreams, [&](const SkinStreamPointers& vertices, const InfluencePointers& influences) {
        skinLinear(vertices, influences, palette);
    });
}

// --- dual quaternions -----------------------------------------------------------------------------------------------

SplitMatrix splitMatrix(const Affine& matrix) noexcept
{
    const glm::quat r(rotationOfLinear(glm::dmat3(linearPart(matrix))));
    const glm::vec3 t = translationOf(matrix);
    const Affine back = toAffine(Transform{.rotation = glm::conjugate(r)});
    Affine linear = matrix;
    for (glm::length_t row = 0; row < 3; ++row) {
        linear[row].w = 0.f;
    }
    const glm::quat dual = 0.5f * (glm::quat(0.f, t.x, t.y, t.z) * r);
    return {multiply(back, linear), {{r.x, r.y, r.z, r.w}, {dual.x, dual.y, dual.z, dual.w}}};
}

struct DualQuaternionPalette::Data {
    AlignedVector<Affine> matrices;  // the matrices that were split: bounds start from linear blending with them
    AlignedVector<Affine> stretches;
    AlignedVector<DualQuaternion> motions;
};

DualQuaternionPalette::DualQuaternionPalette() noexcept = default;
DualQuaternionPalette::~DualQuaternionPalette() = default;
DualQuaternionPalette::DualQuaternionPalette(DualQuaternionPalette&&) noexcept = default;
DualQuaternionPalette& DualQuaternionPalette::operator=(DualQuaternionPalette&&) noexcept = default;

void DualQuaternionPalette::assign(std::span<const Affine> palette)
{
    if (data_ == nullptr) {
        data_ = std::make_unique<Data>();
    }
    data_->matrices.assign(palette.begin(), palette.end());
    data_->stretches.resize(palette.size());
    data_->motions.resize(palette.size());
    for (std::size_t i = 0; i < palette.size(); ++i) {
        const SplitMatrix split = splitMatrix(palette[i]);
        data_->stretches[i] = split.stretch;
        data_->motions[i] = split.motion;
    }
}

std::span<const Affine> DualQuaternionPalette::matrices() const noexcept
{
    return data_ != nullptr ? std::span<const Affine>(data_->matrices) : std::span<const Affine>();
}

std::span<const Affine> DualQuaternionPalette::stretches() const noexcept
{
    return data_ != nullptr ? std::span<const Affine>(data_->stretches) : std::span<const Affine>();
}

std::span<const DualQuaternion> DualQuaternionPalette::motions() const noexcept
{
    return data_ != nullptr ? std::span<const DualQuaternion>(data_->motions) : std::span<const DualQuaternion>();
}

void skinVertices(const SkinStreams& streams, const SkinWeights& skin, const DualQuaternionPalette& palette,
                  const SkinnedStreams& outStreams) noexcept
{
    forInfluences(streams, skin, outStreams, [&](const SkinStreamPointers& vertices, const InfluencePointers& influences) {
        skinDualQuaternions(vertices, influences, palette.stretches(), palette.motions());
    });
}

// --- morph targets ----------------------------------------------------------------------------------------------------

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
