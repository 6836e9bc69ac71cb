#pragma once

/// A gusty wind and what it does, as formulas of time in seconds: the same time gives the same pose, however long the frames are. All of it
/// repeats after windmill::turnSeconds.
namespace windmill::wind {

/// 1 on average; between 0.2 in a lull and 1.8 in a gust.
[[nodiscard]] float strength(double seconds);

/// Where it comes from: radians about +Y, 0 from +Z.
[[nodiscard]] float heading(double seconds);

/// How far it has turned the sails since the beginning: radians, the integral of its strength.
[[nodiscard]] float turned(double seconds);

/// How far it bends the arms: radians, with the square of its strength.
[[nodiscard]] float bend(double seconds);

}  // namespace windmill::wind
