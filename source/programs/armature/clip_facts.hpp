#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>

namespace armature::tools {

/// Numbers of channels by interpolation or by path, in the order of the enumerators.
using InterpolationCounts = std::array<std::size_t, 3>;
using PathCounts = std::array<std::size_t, 5>;

/// A clip's travel: how far its topmost moved joint has moved and turned at the clip's end.
struct ClipTravel {
    std::string joint = {};
    glm::dvec3 offset{0.};  ///< In world space, over the whole clip.
    double degrees = 0.;    ///< Turn about the vertical; positive to the left.
};

/// Returns a copy of the clip named `name`, or the clip itself if it already has that name.
[[nodiscard]] std::shared_ptr<const AnimationClip> renamed(const std::shared_ptr<const AnimationClip>& clip, const std::string& name);

/// Threshold for ClipTravel::degrees: a clip whose travelling joint turns by less than this only sways and does not turn.
inline constexpr double turningDegrees = 20.;

/// How far the last pose is from the first, each joint in its parent's axes. A travelling joint is compared without its travel over the
/// ground and its turn about the vertical.
struct ClipGap {
    double distance = 0.;    ///< Largest distance between translations.
    double degrees = 0.;     ///< Largest angle between rotations, in degrees.
    double number = 0.;      ///< Largest difference of scales, morph weights and properties.
    std::string worst = {};  ///< A joint or other target that has one of these three largest values; empty if all are 0.
    bool isClosed = true;    ///< Whether `distance` is at most 1/200 of the model's size, `degrees` 1 and `number` 0.01.
};

struct CurveFacts {
    std::string name = {};
    float lowest = 0.f;  ///< Lowest value of the keys, over all components.
    float highest = 0.f;
};

/// The facts that `armature clips` prints about a clip.
struct ClipFacts {
    std::string name = {};
    double duration = 0.;
    std::size_t channels = 0;
    std::size_t keys = 0;
    InterpolationCounts interpolations{};
    PathCounts paths{};
    std::optional<double> slowest = {};  ///< Lowest rate of keys, per second. Like `fastest`, none if no channel has two keys.
    std::optional<double> fastest = {};
    std::vector<std::string> bones = {};   ///< The bones that the clip moves.
    std::vector<std::string> nodes = {};   ///< The nodes that the clip moves, except those that drive bones.
    std::size_t skeletonBones = 0;         ///< Number of bones of the model's skeletons.
    std::vector<std::string> others = {};  ///< The materials, cameras and lights that the clip moves.
    std::vector<UnboundChannel> unbound = {};
    std::vector<CurveFacts> curves = {};
    std::optional<ClipTravel> travel = {};
    ClipGap gap = {};
};

/// Returns the node to examine for travel: the moved node, without a moved node above it, that carries the most moved nodes. Null if the
/// clip moves none.
[[nodiscard]] const Node* topmostMoved(const AnimationGroup& group);

/// Collects the facts about a group's clip. Poses the scene by the clip and leaves it in the last pose.
[[nodiscard]] ClipFacts factsOf(Scene& scene, AnimationGroup& group);

[[nodiscard]] std::string clipsAsText(std::string_view file, const std::vector<ClipFacts>& clips);
[[nodiscard]] std::string clipsAsJson(std::string_view file, const std::vector<ClipFacts>& clips);

}  // namespace armature::tools
