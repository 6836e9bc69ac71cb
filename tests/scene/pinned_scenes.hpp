#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/transform.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::test {

/// A 64-bit FNV-1a hash of the exact bits of matrices: -0 differs from 0.
class BitHash {
public:
    void add(const glm::mat3x4& matrix) noexcept
    {
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column) {
                add(std::bit_cast<std::uint32_t>(matrix[row][column]));
            }
        }
    }
    void add(std::span<const glm::mat3x4> matrices) noexcept
    {
        for (const glm::mat3x4& matrix : matrices) {
            add(matrix);
        }
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

private:
    void add(std::uint32_t bits) noexcept
    {
        for (int byte = 0; byte < 4; ++byte) {
            value_ = (value_ ^ (bits >> (8 * byte) & 0xffu)) * 0x100000001b3u;
        }
    }

    std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// Random numbers that are the same with every standard library and use no function whose last bit depends on the C library.
class PortableNumbers {
public:
    explicit PortableNumbers(std::uint32_t seed) : engine_(seed) {}

    /// A number in [low, high): a multiple of a power of two, scaled.
    [[nodiscard]] float real(float low, float high) { return low + (high - low) * (static_cast<float>(engine_() >> 8) * 0x1p-24f); }
    [[nodiscard]] std::size_t below(std::size_t count) { return engine_() % count; }
    [[nodiscard]] glm::vec3 vector(float low, float high)
    {
        const float x = real(low, high);
        const float y = real(low, high);
        return {x, y, real(low, high)};
    }
    [[nodiscard]] glm::quat rotation()
    {
        const glm::vec3 axis = vector(-1.f, 1.f);
        return glm::normalize(glm::quat(real(-1.f, 1.f), axis.x, axis.y, axis.z));
    }
    [[nodiscard]] Transform transform()
    {
        const glm::vec3 translation = vector(-1.f, 1.f);
        const glm::quat turn = rotation();
        return {translation, turn, vector(0.5f, 1.5f)};
    }

private:
    std::mt19937 engine_;
};

/// Adds bones in a tree with chains and branches. The last bones may fill only part of a block of lanes; they are hashed too.
void addPinnedBones(Skeleton& skeleton, std::size_t count, PortableNumbers& numbers);

/// A clip of all parts of all bones of skeleton 0, or of all nodes, in all three interpolations, on three time tracks.
[[nodiscard]] ClipDescription pinnedClip(std::size_t targets, ChannelTarget::Kind kind, PortableNumbers& numbers);

}  // namespace armature::test
