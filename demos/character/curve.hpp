#pragma once

#include <span>

#include <glm/ext/vector_float3.hpp>

/// The curves that motions are made of.
namespace character {

struct Key {
    float at;
    float value;
};

/// How a curve continues beyond its keys.
enum class Ends {
    Hold,   ///< It keeps its first and its last value.
    Repeat  ///< It repeats; `at` and the keys are in [0, 1], and the last key repeats the first.
};

/// Evaluates a cubic through the keys that never overshoots them: the slope at a key is the harmonic mean of the slopes on both sides, or 0
/// at a turning point.
[[nodiscard]] float curveAt(std::span<const Key> keys, float at, Ends ends = Ends::Hold);

/// Evaluates the cubic from one position and speed to another; `t` goes from 0 to 1, and speeds are per unit of `t`.
[[nodiscard]] glm::vec3 hermite(const glm::vec3& start, const glm::vec3& startSpeed, const glm::vec3& end, const glm::vec3& endSpeed,
                                float t);
[[nodiscard]] float hermite(float start, float startSpeed, float end, float endSpeed, float t);

/// A sine that goes through `cycles` periods as `phase` goes from 0 to 1.
[[nodiscard]] float wave(float phase, float cycles = 1.f);

}  // namespace character
