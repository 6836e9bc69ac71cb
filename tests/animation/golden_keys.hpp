#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>

#include <support/oracle_json.hpp>

namespace armature::test {

/// The time of a frame. Babylon.js counts time in frames, 60 a second in the golden cases. The float makes a sample on a key hit the key
/// exactly.
[[nodiscard]] inline float secondsAtFrame(double frame)
{
    return static_cast<float>(frame / 60.);
}

/// Babylon.js's interpolation from one key to the next: the first key may demand steps, and tangents on both sides make a spline.
[[nodiscard]] inline Interpolation interpolationBetween(const Json& key, const Json& next)
{
    return key.flag("step") ? Interpolation::Step : key.has("o") && next.has("i") ? Interpolation::CubicSpline : Interpolation::Linear;
}

/// Appends a channel's `keys` {f, v, i, o} with one interpolation. Tangents are per frame; a missing tangent is zero.
inline void appendKeys(std::span<const Json> keys, Interpolation interpolation, double firstFrame, std::vector<float>& times,
                       std::vector<float>& values)
{
    const auto append = [&](const Json& key, const char* field, double factor) {
        const auto count = key["v"].numbers().size();
        for (const double number : key.has(field) ? key[field].numbers() : std::vector<double>(count, 0.)) {
            values.push_back(static_cast<float>(number * factor));
        }
    };
    const bool isCubic = interpolation == Interpolation::CubicSpline;
    for (const Json& key : keys) {
        times.push_back(secondsAtFrame(key["f"].number() - firstFrame));
        if (isCubic) {
            append(key, "i", 60.);
        }
        append(key, "v", 1.);
        if (isCubic) {
            append(key, "o", 60.);
        }
    }
}

/// True if a golden script plays several groups at once, by weight, difference or mask. Here these groups are layers of a mixer.
[[nodiscard]] inline bool isWeighted(const Json& script)
{
    static const std::set<std::string> kinds{
        "weights<1", "weights=1",    "weights>1",     "weights3",         "weights3<1",    "weightChange", "weightZero",
        "additive",  "mask",         "additive-only", "additive-weights", "bones-weights", "sync",         "bones-matrix-weights",
        "blending",  "blending-quat"};
    return kinds.contains(script["kind"].text());
}

}  // namespace armature::test
