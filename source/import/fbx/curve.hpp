#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "import/fbx/document.hpp"

namespace armature::fbx {

/// A curve may jump at a key: to the value at the time itself, and again right after it.
enum class Side { Before, At, After };

/// How a curve goes from one key to the next.
enum class CurveSpan { Hold, HoldNext, Line, Cubic };

/// What a curve does before its first or after its last key.
enum class Extrapolation {
    Hold,          ///< Stays at that key.
    Slope,         ///< Continues with its slope at that key.
    Repeat,        ///< Plays again.
    RepeatOffset,  ///< Plays again from the value it has reached.
    Mirror,        ///< Plays back and forth.
};

struct CurveEnd {
    Extrapolation extrapolation = Extrapolation::Hold;
    double repetitions = 0.;  ///< The most repetitions; may be infinite.
};

struct CurveKey {
    double seconds = 0.;
    double value = 0.;
    CurveSpan span = CurveSpan::Cubic;
    double slope = 0.;        ///< Per second, on leaving this key.
    double nextSlope = 0.;    ///< Per second, on arriving at the next key.
    double weight = 1. / 3.;  ///< How far the tangents reach, as a fraction of the span; a third means unweighted.
    double nextWeight = 1. / 3.;
};

/// Part of a clip, in seconds of the file.
struct TimeRange {
    double begin = 0.;
    double end = 0.;
};

/// An animated number.
class Curve {
public:
    /// Keys in time order, no two at the same time.
    explicit Curve(std::vector<CurveKey> keys) noexcept : keys_(std::move(keys)) {}

    /// Sets what happens before the first and after the last key.
    void setEnds(const CurveEnd& before, const CurveEnd& after) noexcept
    {
        before_ = before;
        after_ = after;
    }

    [[nodiscard]] const std::vector<CurveKey>& keys() const noexcept { return keys_; }
    /// Whether all keys have the same value.
    [[nodiscard]] bool isConstant() const;
    /// The value at a time, as seen from one side of it. O(log keys). Precondition: there is a key.
    [[nodiscard]] double at(double seconds, Side side) const;
    /// The most times that appendTimes() appends; may be infinite.
    [[nodiscard]] double timeCount(const TimeRange& range) const;
    /// Appends the times of all keys, and of their repetitions in `range`.
    void appendTimes(const TimeRange& range, std::vector<double>& outTimes) const;

private:
    [[nodiscard]] double within(double seconds, Side side) const;
    [[nodiscard]] double beyond(const CurveEnd& end, bool isBefore, double seconds, Side side) const;
    [[nodiscard]] double endSlope(bool isBefore) const;
    [[nodiscard]] double length() const { return keys_.back().seconds - keys_.front().seconds; }
    /// How often the keys are repeated within a range, at one end.
    [[nodiscard]] double repetitionsIn(const TimeRange& range, bool isBefore) const;

    std::vector<CurveKey> keys_;
    CurveEnd before_;
    CurveEnd after_;
};

/// The number of the file's time units in a second.
[[nodiscard]] double ticksPerSecond(const Document& document);

/// The curve of an AnimationCurve element of version 7; nullopt if it has no keys. Refuses arrays that do not fit together.
[[nodiscard]] std::optional<Curve> readCurve(Document& document, ElementIndex element);

/// The curve of a Channel element ("X" below "T") of version 6 and earlier.
[[nodiscard]] std::optional<Curve> readChannelCurve(Document& document, ElementIndex element);

}  // namespace armature::fbx
