#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "import/fbx/document.hpp"

namespace armature::fbx {

/// Which value to take at a time where a curve jumps: just before the time, at the time, or just after it. The curve may jump twice at a
/// key: on reaching the key's time, and again after it.
enum class Side { Before, At, After };

/// How a curve gets from one key to the next.
enum class CurveSpan { Hold, HoldNext, Line, Cubic };

/// How a curve continues before its first or after its last key.
enum class Extrapolation {
    Hold,          ///< Keeps the value of that key.
    Slope,         ///< Continues with the slope at that key.
    Repeat,        ///< Repeats the keys.
    RepeatOffset,  ///< Repeats the keys, each time starting from the value reached so far.
    Mirror,        ///< Repeats the keys, alternately backward and forward.
};

struct CurveEnd {
    Extrapolation extrapolation = Extrapolation::Hold;
    double repetitions = 0.;  ///< The limit for the number of repetitions; may be infinite.
};

struct CurveKey {
    double seconds = 0.;
    double value = 0.;
    CurveSpan span = CurveSpan::Cubic;
    double slope = 0.;            ///< Per second, where the curve leaves this key.
    double nextSlope = 0.;        ///< Per second, where the curve arrives at the next key.
    double weight = 1. / 3.;      ///< Length in time of this key's tangent, as a fraction of the span; 1/3: unweighted.
    double nextWeight = 1. / 3.;  ///< Length in time of the next key's tangent, as a fraction of the span.
};

/// A time range of a take, in seconds of file time.
struct TimeRange {
    double begin = 0.;
    double end = 0.;
};

/// A number animated over time.
class Curve {
public:
    /// `keys`: in time order, no two at the same time.
    explicit Curve(std::vector<CurveKey> keys) noexcept : keys_(std::move(keys)) {}

    /// Sets how the curve continues before the first and after the last key.
    void setEnds(const CurveEnd& before, const CurveEnd& after) noexcept
    {
        before_ = before;
        after_ = after;
    }

    [[nodiscard]] const std::vector<CurveKey>& keys() const noexcept { return keys_; }
    /// Whether all keys have the same value.
    [[nodiscard]] bool isConstant() const;
    /// Returns the value at a time; `side` matters where the curve jumps. O(log keys). Precondition: the curve has a key.
    [[nodiscard]] double at(double seconds, Side side) const;
    /// Returns an upper limit for the number of times that appendTimes() appends; may be infinite.
    [[nodiscard]] double timeCount(const TimeRange& range) const;
    /// Appends the times of all keys and of their repetitions in `range`. Also appends the ends of `range` to which the curve is
    /// extrapolated, unless it holds a value there.
    void appendTimes(const TimeRange& range, std::vector<double>& outTimes) const;

private:
    [[nodiscard]] double within(double seconds, Side side) const;
    [[nodiscard]] double beyond(const CurveEnd& end, bool isBefore, double seconds, Side side) const;
    [[nodiscard]] double endSlope(bool isBefore) const;
    [[nodiscard]] double length() const { return keys_.back().seconds - keys_.front().seconds; }
    /// Returns how often the keys are repeated in `range`, before the first key or after the last.
    [[nodiscard]] double repetitionsIn(const TimeRange& range, bool isBefore) const;

    std::vector<CurveKey> keys_;
    CurveEnd before_;
    CurveEnd after_;
};

/// Returns how many of the file's time units make a second.
[[nodiscard]] double ticksPerSecond(const Document& document);

/// Reads the curve of an AnimationCurve element of version 7. Returns nullopt if no key is usable. Refuses arrays whose sizes do not match.
[[nodiscard]] std::optional<Curve> readCurve(Document& document, ElementIndex element);

/// Reads the curve of a Channel element ("X" below "T") of version 6 or earlier. Returns nullopt if no key is usable.
[[nodiscard]] std::optional<Curve> readChannelCurve(Document& document, ElementIndex element);

}  // namespace armature::fbx
