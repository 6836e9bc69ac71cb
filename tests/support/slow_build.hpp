#pragma once

namespace armature::test {

/// True if the library that the test runs with is not optimised, or checks every access. Work repeated by the thousand takes many times
/// longer there, so tests repeat it less often. Known only at run time, because one compiled test may be linked with several builds of the
/// library.
[[nodiscard]] bool isSlowBuild() noexcept;

}  // namespace armature::test
