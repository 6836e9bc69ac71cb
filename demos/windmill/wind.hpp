#pragma once

/// A gusty wind and its effects, as functions of the time in seconds: the same time gives the same pose, however long the frames are.
/// Everything repeats after windmill::turnSeconds.
namespace windmill::wind {

/// The wind's strength: 1 on average, between 0.2 in a lull and 1.8 in a gust.
[[nodiscard]] float strength(double seconds);

/// The direction that the wind comes from: radians about +Y, where 0 is +Z.
[[nodiscard]] float heading(double seconds);

/// The angle by which the wind has turned the sails since time 0, in radians: the integral of its strength.
[[nodiscard]] float turned(double seconds);

/// The angle by which the wind bends the arms, in radians; it grows with the square of the strength.
[[nodiscard]] float bend(double seconds);

}  // namespace windmill::wind
