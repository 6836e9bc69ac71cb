#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>
#include <armature/node/node.hpp>

namespace armature::test {

/// Turns bytes into choices: small numbers, hostile ones, transforms, names. Once the bytes run out, every choice is the first.
class ByteSource {
public:
    explicit ByteSource(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

    [[nodiscard]] bool isEmpty() const noexcept { return bytes_.empty(); }
    std::uint8_t byte() noexcept;
    /// A number below `count`; 0 if `count` is 0.
    std::size_t below(std::size_t count) noexcept;
    bool flag() noexcept { return (byte() & 1u) != 0; }
    /// True in about `chance` of 256 cases.
    bool rarely(unsigned chance = 32) noexcept { return byte() >= 256u - chance; }

    /// Mostly within +-3; sometimes 0, -0, tiny, huge, infinite or NaN.
    float number() noexcept;
    double time() noexcept;
    /// Mostly from 0 to 1.
    float weight() noexcept;
    glm::vec3 vector() noexcept;
    glm::quat rotation() noexcept;
    Transform transform() noexcept;
    glm::mat4 matrix() noexcept;
    /// One of a few names, so that they repeat; one is empty and one is not UTF-8.
    std::string name();
    Space space() noexcept { return static_cast<Space>(below(4)); }
    Keep keep() noexcept { return flag() ? Keep::World : Keep::Local; }

private:
    std::span<const std::byte> bytes_;
};

}  // namespace armature::test
