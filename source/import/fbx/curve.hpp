#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// How a curve goes on beyond its keys.
enum class Beyond {
    Stay,
    Repeat,
    RepeatRelative,  ///< Each time from where the last one ended.
    Mirror,          ///< Back and forth.
    Slope,           ///< Straight on.
};

struct Extrapolation {
    Beyond way = Beyond::Stay;
    std::optional<std::uint32_t> repetitions = {};  ///< How often; then it stays. None: for ever.
};

/// From when to when a take goes, in seconds.
struct TimeSpan {
    double start = 0.;
    double stop = 0.;
};

/// An animated number.
class Curve {
public:
    /// Keys in order of time.
    explicit Curve(std::vector<CurveKey> keys) noexcept : keys_(std::move(keys)) {}

    /// What it does before the first and after the last key. By default it stays.
    void setBeyond(const Extrapolation& before, const Extrapolation& after) noexcept;

    [[nodiscard]] const std::vector<CurveKey>& keys() const noexcept { return keys_; }
    /// O(log keys). There is a key.
    [[nodiscard]] double at(double seconds, Side side) const;

    /// Appends the times of keys, and within the span those at which repetitions have them, and the ends of what goes on. countTimes() says
    /// how many these are at most, which may be more than there is memory for.
    void appendTimes(const TimeSpan& span, std::vector<double>& times) const;
    [[nodiscard]] double countTimes(const TimeSpan& span) const;

private:
    /// Between the first and the last key.
    [[nodiscard]] double within(double seconds, Side side) const;
    /// So many seconds before the first or after the last key.
    [[nodiscard]] double beyond(bool isAfter, double distance, Side side) const;
    [[nodiscard]] double length() const noexcept { return keys_.back().seconds - keys_.front().seconds; }
    /// How many repetitions there are within so many seconds beyond the keys.
    [[nodiscard]] double repetitionsIn(const Extrapolation& extrapolation, double seconds) const;

    std::vector<CurveKey> keys_;
    Extrapolation before_;
    Extrapolation after_;
};

}  // namespace armature::fbx
