#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/words.hpp"
#include "command_tables.hpp"
#include "programs/armature/command_line.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

constexpr double usualRate = 30.;  // pictures a second
constexpr std::size_t usualViews = 90;

struct FilmWords {
    std::filesystem::path file;
    std::optional<std::size_t> frames = {};
};

// Splits off the last word if it is a number of pictures. The rest is the name of the file, which may contain blanks.
FilmWords parseFilm(Parameters text)
{
    const std::size_t blank = text.find_last_of(" \t");
    const std::string_view last = blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1);
    if (last.empty() || last.find_first_not_of("0123456789") != std::string_view::npos) {
        return {.file = text};
    }
    const double frames = parseNumber(last, "a number of pictures");
    if (!(frames >= 1. && frames <= static_cast<double>(largestFrameCount))) {
        throw CommandError(fmt::format("from 1 to {} pictures, not {}", largestFrameCount, printable(last)));
    }
    return {.file = splitLine(text.substr(0, blank)).first.empty() ? text : text.substr(0, text.find_last_not_of(" \t", blank) + 1),
            .frames = static_cast<std::size_t>(frames)};
}

template <bool turns>
void takeFilm(ViewerDocument& document, Parameters text)
{
    OpenModel& model = requireModel(document);
    if (!turns && model.playback.current() == nullptr) {
        throw CommandError("no clip plays: turntable films the model as it stands");
    }
    FilmWords words = parseFilm(text);
    if (words.file.empty()) {
        words.file = turns ? "turntable.png" : "film.png";
    }
    const double whole = std::round(usualRate * model.playback.getDuration());
    const auto usual = turns ? usualViews : static_cast<std::size_t>(std::clamp(whole, 1., static_cast<double>(largestFrameCount)));
    document.startFilm({.file = words.file, .frames = words.frames.value_or(usual), .turns = turns, .swings = document.settings.swings});
}

constexpr std::array filmCommandTable{
    ViewerCommand{"film", "[FILE [PICTURES]]", "films the clip: .png, .webp or .mp4", takeFilm<false>},
    ViewerCommand{"turntable", "[FILE [PICTURES]]", "films a turn about the model as it stands", takeFilm<true>},
};

constexpr std::array filmStateTable{
    ViewerState{"filming",
                [](const ViewerDocument& document) {
                    return document.filming() != nullptr ? document.filming()->describe() : std::string("none");
                }},
};

}  // namespace

std::span<const ViewerCommand> filmCommands()
{
    return filmCommandTable;
}

std::span<const ViewerState> filmStates()
{
    return filmStateTable;
}

}  // namespace armature::tools
