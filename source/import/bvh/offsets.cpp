#include "import/bvh/offsets.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "base/words.hpp"

namespace armature::bvh {

namespace {

/// What the position values of a joint show about its OFFSET. None: nothing. Repeats: the values already contain OFFSET. Adds: OFFSET must
/// be added to the values.
enum class Evidence : unsigned char { None, Repeats, Adds };

constexpr double nearby = 0.5;      ///< Fraction of OFFSET along an axis: values this close to OFFSET are nearer to OFFSET than to 0.
constexpr double shortAxis = 0.25;  ///< Fraction of OFFSET's longest axis: axes along which OFFSET is shorter are ignored.
constexpr double onParent = 1e-3;   ///< Fraction of OFFSET's length: a shorter position is on the parent, unless OFFSET is added.
constexpr std::size_t namedAtMost = 3;

/// Returns the axis with a position channel along which the OFFSET is longest; none if OFFSET is 0 along all such axes.
std::optional<glm::length_t> longestAxis(const Joint& joint)
{
    std::optional<glm::length_t> longest;
    for (const Channel& channel : joint.channels) {
        const auto axis = static_cast<glm::length_t>(channel.axis);
        if (channel.kind == Channel::Kind::Position && joint.offset[axis] != 0.
            && (!longest || std::abs(joint.offset[axis]) > std::abs(joint.offset[*longest]))) {
            longest = axis;
        }
    }
    return longest;
}

/// Judges the position values of one joint. A body moves away from its OFFSET along the ground, but not upwards. It is therefore enough
/// that the values stay near OFFSET along a single axis, unless OFFSET is short along that axis.
Evidence evidenceOf(const Joint& joint, std::span<const float> numbers)
{
    const auto longest = longestAxis(joint);
    if (!longest) {
        return Evidence::None;
    }
    glm::vec<3, std::size_t> near(0);
    std::size_t still = 0;
    const std::size_t frames = numbers.size() / 3;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const glm::dvec3 place(numbers[3 * frame], numbers[3 * frame + 1], numbers[3 * frame + 2]);
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            near[axis] += std::abs(place[axis] - joint.offset[axis]) < nearby * std::abs(joint.offset[axis]) ? 1U : 0U;
        }
        still += glm::length(place) <= onParent * glm::length(joint.offset) ? 1U : 0U;
    }
    for (const Channel& channel : joint.channels) {
        const auto axis = static_cast<glm::length_t>(channel.axis);
        if (channel.kind == Channel::Kind::Position && std::abs(joint.offset[axis]) >= shortAxis * std::abs(joint.offset[*longest])
            && 2 * near[axis] > frames) {
            return Evidence::Repeats;
        }
    }
    return 2 * still > frames ? Evidence::Adds : Evidence::None;
}

}  // namespace

std::vector<bool> findReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions)
{
    std::vector<Evidence> evidence;
    evidence.reserve(positions.size());
    for (const Positions& each : positions) {
        evidence.push_back(evidenceOf(joints[each.joint], each.numbers));
    }
    const bool mostRepeat = std::ranges::count(evidence, Evidence::Repeats) > std::ranges::count(evidence, Evidence::Adds);
    std::vector<bool> isReplaced;
    isReplaced.reserve(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const bool follows = evidence[i] == Evidence::None && mostRepeat && longestAxis(joints[positions[i].joint]).has_value();
        isReplaced.push_back(evidence[i] == Evidence::Repeats || follows);
    }
    return isReplaced;
}

std::string describeReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions,
                                    const std::vector<bool>& isReplaced)
{
    std::vector<std::string_view> replaced;
    std::vector<std::string_view> added;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Joint& joint = joints[positions[i].joint];
        if (longestAxis(joint)) {
            (isReplaced[i] ? replaced : added).push_back(joint.name);
        }
    }
    if (replaced.empty()) {
        return {};
    }
    const auto list = [](std::span<const std::string_view> names) {
        std::string text;
        for (const std::string_view name : names.first(std::min(names.size(), namedAtMost))) {
            text += (text.empty() ? "" : ", ") + importing::quoted(name);
        }
        return names.size() > namedAtMost ? fmt::format("{} and {} more", text, names.size() - namedAtMost) : text;
    };
    const std::string rest = added.empty() ? "" : fmt::format("; those of {} are added", list(added));
    return fmt::format("repeats the OFFSET of {} in position channels ({}): there they replace it instead of being added{}",
                       counted(replaced.size(), "joint"), list(replaced), rest);
}

}  // namespace armature::bvh
