#pragma once

namespace armature::test {

/// Work that takes a fraction of a second, or that a limit ends after one, must not take longer than this many seconds. A slow or busy
/// machine keeps this; something that hangs does not.
inline constexpr double stillInTime = 60.;

}  // namespace armature::test
