#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>

namespace armature::tools {

/// Width and height of a picture in pixels.
struct PictureSize {
    int width = 1280;
    int height = 720;
};

/// Returns "1280x720".
[[nodiscard]] std::string toString(const PictureSize& size);

inline constexpr int largestPictureSide = 16384;
inline constexpr long long largestPicturePixels = 64'000'000;  ///< A picture of this size takes 256 MB as RGBA.
inline constexpr std::size_t largestFrameCount = 10'000;
inline constexpr std::size_t largestJobCount = 1000;
inline constexpr double largestSeconds = 1e6;  ///< Eleven days; beyond that, the step between two floats is a visible part of a second.

// Unless stated otherwise, each parser takes the whole of `text`. If it cannot, it throws UsageError; the message says what is wrong, and
// which values are allowed.

/// Parses seconds: a finite decimal number from 0 to largestSeconds.
[[nodiscard]] double parseSeconds(std::string_view text);

/// Parses a finite decimal number above 0.
[[nodiscard]] double parsePositive(std::string_view text);

/// Parses a whole decimal number from 1 to `largest`.
[[nodiscard]] std::size_t requireCount(std::string_view text, std::size_t largest);

/// Parses "1280x720": sides from 1 to largestPictureSide, with at most largestPicturePixels in all.
[[nodiscard]] PictureSize parsePictureSize(std::string_view text);

/// The number of pictures in a contact sheet.
struct SheetGrid {
    std::size_t columns = 4;
    std::size_t rows = 3;
};

inline constexpr std::size_t largestSheetSide = 50;

/// Parses "4x3": columns and rows, each from 1 to largestSheetSide.
[[nodiscard]] SheetGrid parseSheetGrid(std::string_view text);

/// The ghosts of the model before and after the moment of a picture: their number on each side, and the seconds between neighbouring ones.
struct OnionChoice {
    std::size_t count = 3;
    std::optional<double> seconds = {};  ///< If not given, the ghosts are spread over the clip.
};

inline constexpr std::size_t mostGhosts = 100;

/// Parses "3" or "3:0.1": the number from 1 to mostGhosts, and seconds above 0 up to largestSeconds.
[[nodiscard]] OnionChoice parseOnion(std::string_view text);

/// Parses "ff8000", "#ff8000" or "f80", as in CSS, into a linear colour.
[[nodiscard]] glm::vec3 parseColor(std::string_view text);

/// A camera's position, "1,2,3", or its position and the point that it looks at, "1,2,3:0,1,0".
struct CameraPlace {
    glm::vec3 position{0.f};
    std::optional<glm::vec3> target = {};
};

/// Parses a camera's position. Returns none if the text is not one, because it may be a camera's name instead.
[[nodiscard]] std::optional<CameraPlace> parseCameraPlace(std::string_view text);

/// The clip to show, and its time. Without an animation: the file's own pose, which has no time.
struct PoseChoice {
    std::optional<std::string> animation = {};  ///< A name, or an index written in decimal.
    double seconds = 0.;
};

/// Returns the index of the first clip named exactly `nameOrIndex` or, if there is none, the index that the text states in decimal. Throws
/// UsageError if there is no such clip either; the message names the option and lists the file's clips.
[[nodiscard]] std::size_t findClip(const Scene& scene, std::string_view file, std::string_view nameOrIndex,
                                   std::string_view option = "--animation");

/// Describes the scene's clips and lists the first twenty: "it has 0 "walk", 1 "idle"".
[[nodiscard]] std::string describeClips(const Scene& scene);

/// Puts the scene into the chosen pose. Returns the clip's index, or nothing for the file's own pose.
std::optional<std::size_t> applyPose(Scene& scene, std::string_view file, const PoseChoice& choice);

/// A parsed command line.
struct Request {
    std::function<int()> run;  ///< Runs the subcommand and returns the exit status.
    std::string file;          ///< The model that the request is about; empty for --help and --version.
};

/// Parses the command line. Throws UsageError if it is wrong. Checks the numbers in it, but touches no files.
[[nodiscard]] Request parseCommandLine(int argumentCount, const char* const* arguments);

/// The `armature` program: reads the command line, runs the subcommand, and turns exceptions into one line on standard error. Returns the
/// exit status: the subcommand's or, after an exception, 1 if a file or the machine failed, and 2 if the usage was wrong. Does not throw.
[[nodiscard]] int runProgram(int argumentCount, const char* const* arguments) noexcept;

}  // namespace armature::tools
