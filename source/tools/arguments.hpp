#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <armature/fwd.hpp>

namespace armature::tools {

/// Width and height of a picture in pixels.
struct PictureSize {
    int width = 1280;
    int height = 720;
};

inline constexpr int largestPictureSide = 16384;
inline constexpr long long largestPicturePixels = 64'000'000;  ///< 256 MB as RGBA.
inline constexpr std::size_t largestFrameCount = 10'000;
inline constexpr std::size_t largestJobCount = 1000;
inline constexpr double largestSeconds = 1e6;  ///< Eleven days; above this a float's step is a visible part of a second.

// Each parser takes the whole of `text` or throws UsageError naming the option, the text and the limit.

/// Seconds: a finite decimal number from 0 to largestSeconds.
[[nodiscard]] double parseSeconds(std::string_view option, std::string_view text);

/// A finite decimal number above 0.
[[nodiscard]] double parsePositive(std::string_view option, std::string_view text);

/// A whole decimal number from `smallest` to `largest`.
[[nodiscard]] std::size_t parseCount(std::string_view option, std::string_view text, std::size_t smallest, std::size_t largest);

/// "1280x720"; sides from 1 to largestPictureSide, at most largestPicturePixels.
[[nodiscard]] PictureSize parsePictureSize(std::string_view option, std::string_view text);

/// Which clip is to be shown, and when. No animation: the file's own pose, which has no time.
struct PoseChoice {
    std::optional<std::string> animation = {};  ///< A name, or an index written in decimal.
    double seconds = 0.;
};

/// The index of the clip that `nameOrIndex` means: the first of exactly that name, else, for a decimal number, the one at that index.
/// Throws UsageError that lists the file's clips if there is none.
[[nodiscard]] std::size_t findClip(const Scene& scene, std::string_view file, std::string_view nameOrIndex);

/// Puts the scene into the chosen pose. Returns the clip's index, or nothing for the file's own pose.
std::optional<std::size_t> applyPose(Scene& scene, std::string_view file, const PoseChoice& choice);

}  // namespace armature::tools
