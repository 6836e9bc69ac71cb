#include "command_line.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/support/arguments.hpp>

#include "terminal.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

template <typename Number>
std::optional<Number> parseWhole(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

}  // namespace

double parseSeconds(std::string_view text)
{
    const auto seconds = parseWhole<double>(text);
    if (!seconds || !std::isfinite(*seconds)) {
        throw UsageError(fmt::format("\"{}\" is not a number of seconds", printable(text)));
    }
    if (*seconds < 0. || *seconds > largestSeconds) {
        throw UsageError(fmt::format("{} is outside 0 to {} seconds", *seconds, largestSeconds));
    }
    return std::abs(*seconds);  // -0 reads as 0
}

double parsePositive(std::string_view text)
{
    const auto number = parseWhole<double>(text);
    if (!number || !std::isfinite(*number) || *number <= 0.) {
        throw UsageError(fmt::format("\"{}\" is not a number above 0", printable(text)));
    }
    return *number;
}

std::size_t requireCount(std::string_view text, std::size_t largest)
{
    const auto count = support::parseCount(text, largest);
    if (!count) {
        throw UsageError(fmt::format("\"{}\" is not a whole number from 1 to {}", printable(text), largest));
    }
    return *count;
}

PictureSize parsePictureSize(std::string_view text)
{
    const std::size_t cross = text.find('x');
    const auto width = parseWhole<int>(text.substr(0, cross));
    const auto height = cross == std::string_view::npos ? std::nullopt : parseWhole<int>(text.substr(cross + 1));
    if (!width || !height) {
        throw UsageError(fmt::format("\"{}\" is not a size in pixels, such as 1280x720", printable(text)));
    }
    const auto isInRange = [](int side) { return side >= 1 && side <= largestPictureSide; };
    if (!isInRange(*width) || !isInRange(*height)) {
        throw UsageError(fmt::format("the sides of {}x{} must be from 1 to {} pixels", *width, *height, largestPictureSide));
    }
    const long long pixels = static_cast<long long>(*width) * *height;
    if (pixels > largestPicturePixels) {
        throw UsageError(fmt::format("{}x{} is {} pixels, the limit is {}", *width, *height, pixels, largestPicturePixels));
    }
    return {*width, *height};
}

std::string describeClips(const Scene& scene)
{
    constexpr std::size_t shown = 20;
    const auto groups = scene.animationGroups();
    if (groups.empty()) {
        return "it has no animations";
    }
    std::string list = "it has";
    for (std::size_t index = 0; index < groups.size() && index < shown; ++index) {
        list += fmt::format("{} {} \"{}\"", index == 0 ? "" : ",", index, printable(groups[index]->getName()));
    }
    return groups.size() > shown ? list + fmt::format(" and {} more", groups.size() - shown) : list;
}

std::size_t findClip(const Scene& scene, std::string_view file, std::string_view nameOrIndex, std::string_view option)
{
    const auto groups = scene.animationGroups();
    for (std::size_t index = 0; index < groups.size(); ++index) {
        if (groups[index]->getName() == nameOrIndex) {
            return index;
        }
    }
    const auto index = parseWhole<std::size_t>(nameOrIndex);
    if (index && *index < groups.size()) {
        return *index;
    }
    throw UsageError(
        fmt::format("{}: {} has no animation \"{}\"; {}", option, printable(file), printable(nameOrIndex), describeClips(scene)));
}

std::optional<std::size_t> applyPose(Scene& scene, std::string_view file, const PoseChoice& choice)
{
    if (!choice.animation) {
        return std::nullopt;
    }
    const std::size_t index = findClip(scene, file, *choice.animation);
    scene.animationGroups()[index]->goTo(choice.seconds);
    return index;
}

}  // namespace armature::tools
