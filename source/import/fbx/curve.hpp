#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "import/fbx/document.hpp"

namespace armature::fbx {

/// Curves may jump at keys, to the value at the time itself, and again right after it.
enum class Side { Before, At, After };

/// How a curve goes from one key to the next.
enum class CurveSpan { Hold, HoldNext, Line, Cubic };

/// What a curve does before its first or after its last key.
enum class Extrapolation {
    Hold,          ///< Stays at that key.
    Slope,         ///< Goes on with the slope it has there.
    Repeat,        ///< Plays again.
    RepeatOffset,  ///< Plays again from where it has arrived.
    Mirror,        ///< Plays back and forth.
};

struct CurveEnd {
    Extrapolation extrapolation = Extrapolation::Hold;
    double repetitions = 0.;  ///< At most; may be infinite.
};

struct CurveKey {
    double seconds = 0.;
    double value = 0.;
    CurveSpan span = CurveSpan::Cubic;
    double slope = 0.;        ///< Per second, leaving this key.
    double nextSlope = 0.;    ///< Arriving at the next key.
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
    /// Keys in order of time, no two at one time.
    explicit Curve(std::vector<CurveKey> keys) noexcept : keys_(std::move(keys)) {}

    /// What happens before the first and after the last key.
    void setEnds(const CurveEnd& before, const CurveEnd& after) noexcept
    {
        before_ = before;
        after_ = after;
    }

    [[nodiscard]] const std::vector<CurveKey>& keys() const noexcept { return keys_; }
    /// All keys have one value.
    [[nodiscard]] bool isConstant() const;
    /// O(log keys). Precondition: there is a key.
    [[nodiscard]] double at(double seconds, Side side) const;
    /// How many times appendTimes() appends at most; may be infinite.
    [[nodiscard]] double timeCount(const TimeRange& range) const;
    /// Appends the times of all keys, and in `range` of their repetitions.
    void appendTimes(const TimeRange& range, std::vector<double>& outTimes) const;

private:
    [[nodiscard]] double within(double seconds, Side side) const;
    [[nodiscard]] double beyond(const CurveEnd& end, bool isBefore, double seconds, Side side) const;
    [[nodiscard]] double endSlope(bool isBefore) const;
    [[nodiscard]] double length() const { return keys_.back().seconds - keys_.front().seconds; }
    /// How often the keys are repeated in a range, at one end.
    [[nodiscard]] double repetitionsIn(const TimeRange& range, bool isBefore) const;

    std::vector<CurveKey> keys_;
    CurveEnd before_;
    CurveEnd after_;
};

/// How many of a file's units of time are a second.
[[nodiscard]] double ticksPerSecond(const Document& document);

/// The curve of an AnimationCurve element of version 7; nullopt if it has no keys. Refuses arrays that do not fit together.
[[nodiscard]] std::optional<Curve> readCurve(Document& document, ElementIndex element);

/// The curve of a Channel element of version 6 ("X" below "T") and earlier.
[[nodiscard]] std::optional<Curve> readChannelCurve(Document& document, ElementIndex element);

}  // namespace armature::fbx
