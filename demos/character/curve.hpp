#pragma once

#include <span>

#include <glm/ext/vector_float3.hpp>

/// Curves that motions are drawn with.
namespace character {

struct Key {
    float at;
    float value;
};

/// How a curve goes on beyond its keys.
enum class Ends {
    Hold,   ///< It keeps its first and its last value.
    Repeat  ///< It begins anew; `at` is in [0, 1] and so are the keys, the last of which repeats the first.
};

/// A cubic through the keys that never overshoots them: the slope at a key is the harmonic mean of its neighbours', or 0 at a turning
/// point.
[[nodiscard]] float curveAt(std::span<const Key> keys, float at, Ends ends = Ends::Hold);

/// The cubic from one place and speed to another; `t` goes from 0 to 1 and speeds are per t.
[[nodiscard]] glm::vec3 hermite(const glm::vec3& start, const glm::vec3& startSpeed, const glm::vec3& end, const glm::vec3& endSpeed,
                                float t);
[[nodiscard]] float hermite(float start, float startSpeed, float end, float endSpeed, float t);

/// A sine with the period 1.
[[nodiscard]] float wave(float phase, float cycles = 1.f);

}  // namespace character
