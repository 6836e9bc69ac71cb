#include "command_line.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/support/arguments.hpp>

#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "terminal.hpp"

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
    return std::abs(*seconds);  // turns -0 into 0
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

std::string toString(const PictureSize& size)
{
    return fmt::format("{}x{}", size.width, size.height);
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

SheetGrid parseSheetGrid(std::string_view text)
{
    const std::size_t cross = text.find('x');
    const auto columns = support::parseCount(text.substr(0, cross), largestSheetSide);
    const auto rows = cross == std::string_view::npos ? std::nullopt : support::parseCount(text.substr(cross + 1), largestSheetSide);
    if (!columns || !rows) {
        throw UsageError(
            fmt::format("\"{}\" is not a number of columns and rows, such as 4x3, each from 1 to {}", printable(text), largestSheetSide));
    }
    return {*columns, *rows};
}

OnionChoice parseOnion(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const auto count = support::parseCount(text.substr(0, colon), mostGhosts);
    const auto seconds = colon == std::string_view::npos ? std::nullopt : parseWhole<double>(text.substr(colon + 1));
    const bool hasSpacing = seconds && *seconds > 0. && *seconds <= largestSeconds;
    if (!count || (colon != std::string_view::npos && !hasSpacing)) {
        throw UsageError(fmt::format("\"{}\" is not a number of ghosts from 1 to {}, such as 3, nor one with seconds between them, above 0 "
                                     "and up to {:.0f}, such as 3:0.1",
                                     printable(text), mostGhosts, largestSeconds));
    }
    return {*count, seconds};
}

glm::vec3 parseColor(std::string_view text)
{
    const std::string_view digits = text.starts_with('#') ? text.substr(1) : text;
    unsigned number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    if (error != std::errc{} || end != digits.data() + digits.size() || (digits.size() != 3 && digits.size() != 6)) {
        throw UsageError(fmt::format("\"{}\" is not a colour of three or six hexadecimal digits, such as ff8000", printable(text)));
    }
    const unsigned bits = digits.size() == 6 ? 8 : 4;
    const unsigned most = (1u << bits) - 1u;
    const auto linear = [&](unsigned place) {
        const double encoded = static_cast<double>((number >> (place * bits)) & most) / static_cast<double>(most);
        return static_cast<float>(encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4));  // IEC 61966-2-1
    };
    return {linear(2), linear(1), linear(0)};
}

namespace {

std::optional<glm::vec3> parsePlace(std::string_view text)
{
    glm::vec3 place(0.f);
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        const std::size_t comma = axis < 2 ? text.find(',') : text.size();
        const auto number = comma == std::string_view::npos ? std::nullopt : parseWhole<float>(text.substr(0, comma));
        if (!number || !std::isfinite(*number)) {
            return std::nullopt;
        }
        place[axis] = *number;
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return place;
}

}  // namespace

std::optional<CameraPlace> parseCameraPlace(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const auto position = parsePlace(text.substr(0, colon));
    const auto target = colon == std::string_view::npos ? std::nullopt : parsePlace(text.substr(colon + 1));
    if (!position || (colon != std::string_view::npos && !target)) {
        return std::nullopt;
    }
    return CameraPlace{*position, target};
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
    std::vector<std::string_view> names;
    for (const AnimationGroup* group : groups) {
        names.push_back(group->getName());
    }
    const std::string_view nearest = nearestName(nameOrIndex, names);
    throw UsageError(fmt::format("{}: {} has no animation \"{}\"; {}{}", option, printable(file), printable(nameOrIndex),
                                 nearest.empty() ? "" : fmt::format("did you mean {}? ", inQuotes(nearest)), describeClips(scene)));
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
