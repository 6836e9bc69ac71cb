#pragma once

namespace armature::test {

/// The limit in seconds for work that takes a fraction of a second, or that another limit ends after one second. A slow or busy machine
/// stays within it; work that hangs does not.
inline constexpr double stillInTime = 60.;

}  // namespace armature::test
