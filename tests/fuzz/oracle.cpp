#include "oracle.hpp"

#include <algorithm>
#include <stdexcept>

#include <armature/error.hpp>
#include <armature/import/skeleton_json.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::test {

void require(bool holds, std::string_view claim, std::string_view about)
{
    if (!holds) {
        constexpr std::size_t longest = 3000;
        throw Contradiction(std::string(claim) + " does not hold: " + std::string(about.substr(0, longest)));
    }
}

void requireMessage(std::string_view message)
{
    constexpr std::size_t shortest = 6;
    constexpr std::size_t longest = 2000;
    const bool isReadable = std::ranges::none_of(message, [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return byte < 0x20 || byte == 0x7f;
    });
    require(isReadable, "a message has no control characters", message);
    require(message.size() >= shortest, "a message says something", message);
    require(message.size() <= longest, "a message is not endless", message);
    require(!message.starts_with(':') && !message.starts_with(' '), "a message begins with what it is about", message);
    require(!message.ends_with(':') && !message.ends_with(',') && !message.ends_with(' '), "a message is whole", message);
}

void requireNames(std::string_view message)
{
    for (const std::string_view gap : {"\"\"", "  ", " :", " ,", "//", "/:", "( ", " )", "()"}) {
        require(message.find(gap) == std::string_view::npos, "a message has a word for what has no name", message);
    }
}

void requireSameJson(const Skeleton& skeleton)
{
    std::string json;
    try {
        json = saveSkeletonJson(skeleton);
    } catch (const std::invalid_argument& refused) {  // a clip, a layer or a constraint produced an infinity
        requireMessage(refused.what());
        return;
    }
    try {
        const auto again = loadSkeletonJson(json, "saved");
        require(saveSkeletonJson(*again) == json, "a skeleton read back saves as the same JSON", json);
    } catch (const ImportError& error) {
        require(false, "a saved skeleton is read back", error.what());
    }
}

}  // namespace armature::test
