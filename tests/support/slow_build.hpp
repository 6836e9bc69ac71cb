#pragma once

namespace armature::test {

/// Not optimised, or every access instrumented: what repeats by the thousand takes many times longer there, and repeats less.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
inline constexpr bool isSlowBuild = true;
#else
inline constexpr bool isSlowBuild = false;
#endif

}  // namespace armature::test
