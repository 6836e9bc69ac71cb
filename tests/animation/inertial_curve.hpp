#pragma once

#include <algorithm>

namespace armature::test {

/// The length of an offset over time, as published (D. Bollo, "Inertialization", GDC 2018), in double: it begins with length and speed as
/// they are, and with the least acceleration that keeps it from crossing zero; it ends at 0 with neither.
struct InertialCurve {
    double length = 0.;        ///< At the beginning; not negative.
    double speed = 0.;         ///< At the beginning; not positive.
    double acceleration = 0.;  ///< At the beginning.
    double end = 0.;           ///< From then on the length is 0, in seconds.

    /// `rawSpeed`: as measured; growing offsets begin at rest. `duration` is at least 0.
    [[nodiscard]] static InertialCurve of(double length, double rawSpeed, double duration) noexcept
    {
        InertialCurve curve{length, std::min(rawSpeed, 0.), 0., duration};
        if (curve.speed < 0.) {
            curve.end = std::min(duration, -5. * length / curve.speed);
        }
        if (curve.end > 0.) {
            curve.acceleration = std::max(0., (-8. * curve.speed * curve.end - 20. * length) / (curve.end * curve.end));
        }
        return curve;
    }

    [[nodiscard]] double at(double seconds) const noexcept
    {
        if (!(seconds < end)) {
            return 0.;
        }
        if (seconds < 0.) {
            return length + speed * seconds;  // a little earlier; far from there the polynomial means nothing
        }
        // With times as parts of `end`, which may be as short as it likes.
        const double v = speed * end;
        const double a = acceleration * end * end;
        const double t = seconds / end;
        const double fifth = -(a + 6. * v + 12. * length) / 2.;
        const double fourth = (3. * a + 16. * v + 30. * length) / 2.;
        const double third = -(3. * a + 12. * v + 20. * length) / 2.;
        return ((((fifth * t + fourth) * t + third) * t + a / 2.) * t + v) * t + length;
    }
};

}  // namespace armature::test
