#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <armature/support/picture.hpp>

namespace armature::tools {

/// An animated picture or a film, written frame by frame. It appears under its name only when it is finished.
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

/// What a picture file must be able to hold.
struct PictureNeeds {
    bool isAnimated = false;
    bool hasAlpha = false;
    // For messages: what names the file, and what makes films.
    std::string_view option = "--output";
    std::string_view filmedBy = "--frames or --turntable";
};

/// Whether a file of that name can hold it, by its ending: .webp, .mp4 for films, anything else is a PNG. Throws UsageError if not, and
/// Error if ffmpeg is needed and not there.
void requirePictureFile(const std::string& output, const PictureNeeds& needs);

/// Throws Error that names the file and the reason.
[[nodiscard]] std::unique_ptr<Film> openFilm(const std::string& output, const Film::Options& options);

/// Writes a still picture. Throws Error that names the file and the reason.
void writePicture(const std::string& output, const support::Picture& picture);

}  // namespace armature::tools
