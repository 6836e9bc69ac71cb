#include "curve.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace character {
namespace {

template <class Value>
Value cubic(const Value& start, const Value& startSpeed, const Value& end, const Value& endSpeed, float t)
{
    const float rest = 1.f - t;
    return (1.f + 2.f * t) * rest * rest * start + t * rest * rest * startSpeed + t * t * (3.f - 2.f * t) * end - t * t * rest * endSpeed;
}

float slopeAt(std::span<const Key> keys, std::size_t key, Ends ends)
{
    const std::size_t intervals = keys.size() - 1;
    const bool isEnd = key == 0 || key == intervals;
    if (isEnd && ends == Ends::Hold) {
        return 0.f;
    }
    const auto slopeBetween = [&](std::size_t i) { return (keys[i + 1].value - keys[i].value) / (keys[i + 1].at - keys[i].at); };
    const float before = slopeBetween((key + intervals - 1) % intervals);
    const float after = slopeBetween(key % intervals);
    return before * after > 0.f ? 2.f * before * after / (before + after) : 0.f;
}

}  // namespace

float curveAt(std::span<const Key> keys, float at, Ends ends)
{
    if (at <= keys.front().at) {
        return keys.front().value;
    }
    if (at >= keys.back().at) {
        return keys.back().value;
    }
    std::size_t i = 0;
    while (keys[i + 1].at <= at) {
        ++i;
    }
    const float length = keys[i + 1].at - keys[i].at;
    return cubic(keys[i].value, length * slopeAt(keys, i, ends), keys[i + 1].value, length * slopeAt(keys, i + 1, ends),
                 (at - keys[i].at) / length);
}

glm::vec3 hermite(const glm::vec3& start, const glm::vec3& startSpeed, const glm::vec3& end, const glm::vec3& endSpeed, float t)
{
    return cubic(start, startSpeed, end, endSpeed, t);
}

float hermite(float start, float startSpeed, float end, float endSpeed, float t)
{
    return cubic(start, startSpeed, end, endSpeed, t);
}

float wave(float phase, float cycles)
{
    return std::sin(2.f * std::numbers::pi_v<float> * cycles * phase);
}

}  // namespace character
