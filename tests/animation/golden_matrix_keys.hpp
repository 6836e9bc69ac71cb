#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/decompose.hpp>
#include <armature/math/transform.hpp>

#include <animation/clip_builder.hpp>
#include <animation/golden_keys.hpp>

namespace armature::test {

/// Adds golden keys of matrices, which clips do not support, to the builder's target as the three channels that replace them.
inline void appendMatrixChannels(ClipBuilder& builder, std::span<const Json> keys, Interpolation interpolation, double firstFrame = 0.)
{
    std::vector<float> times;
    std::vector<float> translations;
    std::vector<float> rotations;
    std::vector<float> scales;
    for (const Json& key : keys) {
        times.push_back(secondsAtFrame(key["f"].number() - firstFrame));
        const Transform parts = decompose(glm::mat4(key["v"].matrix())).transform;
        translations.insert(translations.end(), {parts.translation.x, parts.translation.y, parts.translation.z});
        rotations.insert(rotations.end(), {parts.rotation.x, parts.rotation.y, parts.rotation.z, parts.rotation.w});
        scales.insert(scales.end(), {parts.scale.x, parts.scale.y, parts.scale.z});
    }
    builder.channel(ChannelPath::Translation, interpolation, times, translations)
        .channel(ChannelPath::Rotation, interpolation, times, rotations)
        .channel(ChannelPath::Scale, interpolation, times, scales);
}

/// The matrix that the three channels of such a clip make at a time.
[[nodiscard]] inline glm::mat4 sampledMatrix(const AnimationClip& clip, double seconds)
{
    const auto t = sampled(clip, 0, seconds);
    const auto r = sampled(clip, 1, seconds);
    const auto s = sampled(clip, 2, seconds);
    return toMat4(Transform{glm::vec3(glm::dvec3(t[0], t[1], t[2])), glm::quat(glm::dquat(r[3], r[0], r[1], r[2])),
                            glm::vec3(glm::dvec3(s[0], s[1], s[2]))});
}

/// A golden matrix decomposed in double. The matrices of the golden cases neither shear nor mirror.
struct MatrixParts {
    glm::dvec3 translation;
    glm::dquat rotation;
    glm::dvec3 scale;

    explicit MatrixParts(const glm::dmat4& matrix)
        : translation(matrix[3]), scale(glm::length(matrix[0]), glm::length(matrix[1]), glm::length(matrix[2]))
    {
        const glm::dmat3 linear(matrix);
        rotation = glm::quat_cast(glm::dmat3(linear[0] / scale.x, linear[1] / scale.y, linear[2] / scale.z));
    }

    /// Interpolates translation and scale linearly, the rotation by slerp along the shorter way.
    [[nodiscard]] static glm::dmat4 between(const glm::dmat4& from, const glm::dmat4& to, double fraction)
    {
        const MatrixParts a(from);
        const MatrixParts b(to);
        glm::dmat4 matrix = glm::mat4_cast(glm::slerp(a.rotation, b.rotation, fraction));
        const glm::dvec3 scale = glm::mix(a.scale, b.scale, fraction);
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            matrix[axis] *= scale[axis];
        }
        matrix[3] = glm::dvec4(glm::mix(a.translation, b.translation, fraction), 1.);
        return matrix;
    }
};

}  // namespace armature::test
