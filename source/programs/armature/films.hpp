#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <armature/support/picture.hpp>

namespace armature::tools {

/// An animated picture or a film, written frame by frame. The file appears under its name only when it is finished.
class Film {
public:
    using Options = support::AnimatedPngWriter::Options;

    Film() = default;
    virtual ~Film() = default;
    Film(const Film&) = delete;
    Film& operator=(const Film&) = delete;

    virtual void add(const support::Picture& picture) = 0;
    virtual void finish() = 0;
};

/// Frames per second of a film in which the camera turns about a model.
inline constexpr double turntableRate = 30.;

/// The features that a picture file must support.
struct PictureNeeds {
    bool isAnimated = false;
    bool hasAlpha = false;
    bool hasQuality = false;  ///< A quality was asked for, which only WebP has.
    // For messages: the option that names the file, and the options that make films.
    std::string_view option = "--output";
    std::string_view filmedBy = "--frames or --turntable";
};

/// Checks by its ending whether a file can hold the picture. The ending .webp means WebP, .mp4 means a film, and any other ending means
/// PNG, except that the endings of other picture and film formats are refused. Throws UsageError if the file cannot hold the picture, and
/// Error if ffmpeg is needed but missing.
void requirePictureFile(const std::string& output, const PictureNeeds& needs);

/// Opens a film in the format that the file's ending names. WebP is lossless unless it has a quality, from 0 to 100, which other formats
/// ignore. Throws Error if the film cannot be opened; the message names the file and the reason.
[[nodiscard]] std::unique_ptr<Film> openFilm(const std::string& output, const Film::Options& options, std::optional<float> quality = {});

/// Writes a still picture, with a quality as for openFilm(). Throws Error if it cannot be written; the message names the file and the
/// reason.
void writePicture(const std::string& output, const support::Picture& picture, std::optional<float> quality = {});

}  // namespace armature::tools
