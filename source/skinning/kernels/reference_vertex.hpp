#pragma once

#include <cmath>

#include <hwy/highway.h>

#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/skin_math-inl.hpp"

/// The kernels' reference versions for one vertex.
HWY_BEFORE_NAMESPACE();  // the processor's baseline, for which skin_math-inl.hpp is compiled here
namespace armature::reference {

using namespace HWY_NAMESPACE;  // the lanes' arithmetic, for single floats

/// Returns the cosine of half the angle between two rotations.
inline float cosineOf(const float* a, const float* b) noexcept
{
    return dotProduct(Quaternion<float>{a[0], a[1], a[2], a[3]}, Quaternion<float>{b[0], b[1], b[2], b[3]});
}

inline Matrix3x4<float> blendMatrices(const InfluencePointers& influences, std::span<const Affine> palette, std::size_t vertex) noexcept
{
    const std::uint16_t* joints = influences.joints + vertex * influences.perVertex;
    const float* weights = influences.weights + vertex * influences.perVertex;
    const bool isAlone = isUnskinned(weights, influences.perVertex);
    Matrix3x4<float> matrix;
    for (std::size_t j = 0; j < 12; ++j) {
        matrix.m[j / 4][j % 4] = isAlone ? matrixAt({}, 0)[j] : 0.f;
    }
    for (std::size_t i = 0; i < influences.perVertex; ++i) {
        const float* const from = weightedMatrixAt(palette, joints[i], weights[i]);
        for (std::size_t j = 0; j < 12; ++j) {
            float& sum = matrix.m[j / 4][j % 4];
            sum = multiplyAdd(from[j], weights[i], sum);
        }
    }
    return matrix;
}

/// Sums the dual quaternions of a vertex, real part first, each with the sign that puts it into the hemisphere of the heaviest influence's
/// motion. Both signs represent the same motion, but the sum is between the motions only if all are in one hemisphere.
inline void blendMotions(const InfluencePointers& influences, std::span<const DualQuaternion> motions, std::size_t vertex,
                         float (&outSum)[8]) noexcept
{
    const std::uint16_t* joints = influences.joints + vertex * influences.perVertex;
    const float* weights = influences.weights + vertex * influences.perVertex;
    if (isUnskinned(weights, influences.perVertex)) {
        const DualQuaternion& identity = motionAt({}, 0);
        std::copy_n(identity.real, 4, outSum);
        std::copy_n(identity.dual, 4, outSum + 4);
        return;
    }
    const float* guide = motionAt(motions, joints[heaviestOf(weights, influences.perVertex)]).real;
    std::fill_n(outSum, 8, 0.f);
    for (std::size_t i = 0; i < influences.perVertex; ++i) {
        const DualQuaternion& motion = weightedMotionAt(motions, joints[i], weights[i]);
        const float weight = cosineOf(guide, motion.real) < 0.f ? -weights[i] : weights[i];
        for (std::size_t c = 0; c < 4; ++c) {
            outSum[c] = multiplyAdd(weight, motion.real[c], outSum[c]);
            outSum[c + 4] = multiplyAdd(weight, motion.dual[c], outSum[c + 4]);
        }
    }
}

inline Vector3<float> makeUnit(Vector3<float> v) noexcept
{
    const float square = dotProduct(v, v);
    if (square >= smallestSquare && square <= largestSquare) {
        return scaled(v, 1.f / std::sqrt(square));
    }
    normalizeOrZero(v.x, v.y, v.z);
    return v;
}

inline Vector3<float> vectorOf(const glm::vec3& v) noexcept
{
    return {v.x, v.y, v.z};
}

/// Returns the vector as it is stored: -0 becomes 0, as in the lanes.
inline glm::vec3 stored(const Vector3<float>& v) noexcept
{
    return {v.x + 0.f, v.y + 0.f, v.z + 0.f};
}

template <class Motion>
void moveVertex(const SkinStreamPointers& vertex, const Matrix3x4<float>& matrix, const Motion& motion) noexcept
{
    if (vertex.positions != nullptr) {
        *vertex.outPositions = stored(motion.movePoint(transformPoint(matrix, vectorOf(*vertex.positions))));
    }
    if (vertex.normals == nullptr && vertex.tangents == nullptr) {
        return;
    }
    const Cofactors<float> cofactors(matrix);
    const bool isMirrored = cofactors.determinant < 0.f;
    if (vertex.normals != nullptr) {
        const Vector3<float> unit = makeUnit(cofactors.turn(vectorOf(*vertex.normals)));
        *vertex.outNormals = stored(motion.turn(isMirrored ? Vector3<float>{-unit.x, -unit.y, -unit.z} : unit));
    }
    if (vertex.tangents != nullptr) {
        const glm::vec4 tangent = *vertex.tangents;
        const glm::vec3 moved = stored(motion.turn(makeUnit(transformVector(matrix, {tangent.x, tangent.y, tangent.z}))));
        *vertex.outTangents = glm::vec4(moved, isMirrored ? -tangent.w : tangent.w);
    }
}

/// Returns the motion that a sum of dual quaternions, real part first, represents.
inline HWY_NAMESPACE::RigidMotion<float> motionOfSums(const float (&q)[8]) noexcept
{
    const Quaternion<float> real{q[0], q[1], q[2], q[3]};
    return motionOf(real, Quaternion<float>{q[4], q[5], q[6], q[7]}, 1.f / std::sqrt(dotProduct(real, real)));
}

}  // namespace armature::reference
HWY_AFTER_NAMESPACE();
