#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace armature::fbx {

/// On which side of a time: curves may jump at keys.
enum class Side { Before, After };

/// How a curve goes from one key to the next.
enum class CurveSpan { Hold, HoldNext, Line, Cubic };

struct CurveKey {
    double seconds = 0.;
    double value = 0.;
    CurveSpan span = CurveSpan::Cubic;
    double slope = 0.;        ///< A second, leaving this key.
    double nextSlope = 0.;    ///< Arriving at the next key.
    double weight = 1. / 3.;  ///< How far the tangents reach, as a share of the span; a third is no weight at all.
    double nextWeight = 1. / 3.;
};

/// An animated number. Before its first and after its last key it stands still.
class Curve {
public:
    /// Keys in order of time.
    explicit Curve(std::vector<CurveKey> keys) noexcept : keys_(std::move(keys)) {}

    [[nodiscard]] const std::vector<CurveKey>& keys() const noexcept { return keys_; }
    /// O(log keys). There is a key.
    [[nodiscard]] double at(double seconds, Side side) const;

private:
    std::vector<CurveKey> keys_;
};

}  // namespace armature::fbx
