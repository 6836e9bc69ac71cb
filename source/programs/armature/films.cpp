#include "films.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "base/words.hpp"
#include "terminal.hpp"
#include "video.hpp"

namespace armature::tools {

namespace {

/// Returns the ending of a file's name, with its dot, in lower case.
std::string endingOf(const std::string& output)
{
    std::string ending = std::filesystem::path(output).extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return ending;
}

template <class Writer>
class FilmBy final : public Film {
public:
    template <class... More>
    explicit FilmBy(const std::string& output, const Options& options, const More&... more) : writer_(output, options, more...)
    {}

    void add(const support::Picture& picture) override { writer_.add(picture); }
    void finish() override { writer_.finish(); }

private:
    Writer writer_;
};

}  // namespace

void requirePictureFile(const std::string& output, const PictureNeeds& needs)
{
    const std::string ending = endingOf(output);
    constexpr std::array<std::string_view, 13> others{".jpg",  ".jpeg", ".gif", ".avif", ".bmp", ".tif", ".tiff",
                                                      ".webm", ".mov",  ".mkv", ".avi",  ".svg", ".pdf"};
    if (std::ranges::find(others, ending) != others.end()) {
        throw UsageError(
            fmt::format("{}: \"{}\": {} cannot be written; .png, .webp and .mp4 can", needs.option, printable(output), ending));
    }
    if (needs.hasQuality && ending != ".webp") {
        throw UsageError(fmt::format("--quality: \"{}\" has none; .webp has", printable(output)));
    }
    if (ending != ".mp4") {
        return;
    }
    if (!needs.isAnimated) {
        throw UsageError(fmt::format("{}: \"{}\" is a film, which needs {}", needs.option, printable(output), needs.filmedBy));
    }
    if (needs.hasAlpha) {
        throw UsageError(fmt::format("{}: \"{}\": MP4 has no --transparent; .png and .webp have", needs.option, printable(output)));
    }
    requireVideo(output);
}

std::unique_ptr<Film> openFilm(const std::string& output, const Film::Options& options, std::optional<float> quality)
{
    const std::string ending = endingOf(output);
    if (ending == ".mp4") {
        return std::make_unique<FilmBy<VideoWriter>>(output, options);
    }
    if (ending == ".webp") {
        return std::make_unique<FilmBy<support::AnimatedWebpWriter>>(output, options, quality);
    }
    return std::make_unique<FilmBy<support::AnimatedPngWriter>>(output, options);
}

void writePicture(const std::string& output, const support::Picture& picture, std::optional<float> quality)
{
    if (endingOf(output) == ".webp") {
        support::writeWebp(output, picture, quality);
    } else {
        support::writePng(output, picture);
    }
}

}  // namespace armature::tools
