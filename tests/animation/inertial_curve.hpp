#pragma once

#include <algorithm>

namespace armature::test {

/// The length of an offset over time, as published (D. Bollo, "Inertialization", GDC 2018), in double. It begins with the given length and
/// speed, and with the least acceleration that keeps it from crossing zero; it ends at 0 with no speed and no acceleration.
struct InertialCurve {
    double length = 0.;        ///< At the beginning; not negative.
    double speed = 0.;         ///< At the beginning; not positive.
    double acceleration = 0.;  ///< At the beginning.
    double end = 0.;           ///< From then on the length is 0, in seconds.

    /// `rawSpeed` is the measured speed; growing offsets begin at rest. `duration` is at least 0.
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
            return length + speed * seconds;  // valid shortly before the beginning; farther back the polynomial means nothing
        }
        // Times are fractions of `end`, which may be arbitrarily short.
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
