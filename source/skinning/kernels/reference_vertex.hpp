#pragma once

#include <cmath>

#include <hwy/highway.h>

#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/skin_math-inl.hpp"

/// What the reference versions do with one vertex.
HWY_BEFORE_NAMESPACE();  // the processor's baseline, for which skin_math-inl.hpp is compiled here
namespace armature::reference {

using namespace HWY_NAMESPACE;  // the lanes' arithmetic, for single floats

inline Matrix3x4<float> blendMatrices(const InfluencePointers& influences, std::span<const Affine> palette, std::size_t vertex) noexcept
{
    const std::uint16_t* joints = influences.joints + vertex * influences.perVertex;
    const float* weights = influences.weights + vertex * influences.perVertex;
    float sum[12];
    for (std::size_t i = 0; i < influences.perVertex; ++i) {
        const float* matrix = matrixAt(palette, joints[i]);
        for (std::size_t j = 0; j < 12; ++j) {
            sum[j] = i == 0 ? matrix[j] * weights[i] : sum[j] + matrix[j] * weights[i];
        }
    }
    replaceIfUnskinned(weights, influences.perVertex, sum);
    Matrix3x4<float> matrix;
    for (std::size_t j = 0; j < 12; ++j) {
        matrix.m[j / 4][j % 4] = sum[j];
    }
    return matrix;
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

template <class Motion>
void moveVertex(const SkinStreamPointers& vertex, const Matrix3x4<float>& matrix, const Motion& motion) noexcept
{
    if (vertex.positions != nullptr) {
        const Vector3<float> moved = motion.movePoint(transformPoint(matrix, vectorOf(*vertex.positions)));
        *vertex.outPositions = {moved.x, moved.y, moved.z};
    }
    if (vertex.normals != nullptr) {
        const TurnedNormal<float> turned = turnNormal(matrix, vectorOf(*vertex.normals));
        const Vector3<float> unit = makeUnit(turned.normal);
        const Vector3<float> moved = motion.turn(turned.determinant < 0.f ? Vector3<float>{-unit.x, -unit.y, -unit.z} : unit);
        *vertex.outNormals = {moved.x, moved.y, moved.z};
    }
    if (vertex.tangents != nullptr) {
        const glm::vec4 tangent = *vertex.tangents;
        const Vector3<float> along{tangent.x, tangent.y, tangent.z};
        const Vector3<float> moved = motion.turn(makeUnit(transformVector(matrix, along)));
        *vertex.outTangents = {moved.x, moved.y, moved.z, turnNormal(matrix, along).determinant < 0.f ? -tangent.w : tangent.w};
    }
}

/// The motion that a sum of dual quaternions, real part first, stands for.
inline HWY_NAMESPACE::RigidMotion<float> motionOfSums(const float (&q)[8]) noexcept
{
    const float factor = 1.f / std::sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
    return motionOf(Quaternion<float>{q[0], q[1], q[2], q[3]}, Quaternion<float>{q[4], q[5], q[6], q[7]}, factor);
}

}  // namespace armature::reference
HWY_AFTER_NAMESPACE();
