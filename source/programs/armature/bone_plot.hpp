#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>

#include "drawing.hpp"

namespace armature::tools {

/// One channel of a bone, densely sampled.
struct PlottedChannel {
    ChannelPath path = ChannelPath::Translation;
    Interpolation interpolation = Interpolation::Linear;
    std::size_t components = 3;
    std::vector<double> times = {};  ///< Times of `values`, which has `components` numbers per time.
    std::vector<double> values = {};
    std::vector<double> keyTimes = {};  ///< Times of `keys` and, for CUBICSPLINE, of the tangents, which are changes per second.
    std::vector<double> keys = {};
    std::vector<double> inTangents = {};
    std::vector<double> outTangents = {};
};

/// The data that `armature plot` draws.
struct BonePlot {
    std::string file = {};
    std::string clip = {};
    std::string bone = {};
    double duration = 0.;
    std::vector<PlottedChannel> channels = {};
    std::vector<glm::dvec3> path = {};      ///< Path of the bone's origin in world space, sampled evenly in time.
    std::vector<glm::dvec3> pathKeys = {};  ///< The origin's positions at the channels' key times; empty if these are over 1000.
};

/// Finds the bone named `name`, or else the node of that name. Throws UsageError if there is neither; the message names the option, the
/// file and the most similar names.
[[nodiscard]] Node& findJoint(Scene& scene, std::string_view file, std::string_view name, std::string_view option = "--bone");

/// Returns the positions of the joint's origin in world space, sampled evenly over the clip, both ends included. Leaves the scene in the
/// last pose.
[[nodiscard]] std::vector<glm::dvec3> pathOf(AnimationGroup& group, const Node& joint);

/// Returns the channels that move `joint` or, if `joint` is a bone, the node that drives it. Sorted by path.
[[nodiscard]] std::vector<PlottedChannel> plotChannels(const AnimationGroup& group, const Node& joint);

/// Collects the plot's data, except the name of the file. Leaves the scene in the last pose for which it sampled the clip.
[[nodiscard]] BonePlot plotOf(AnimationGroup& group, const Node& joint);

/// Draws the channels on the left, one below the other, and the path from above and from the side on the right.
[[nodiscard]] Drawing drawPlot(const BonePlot& plot, const glm::dvec2& size);

}  // namespace armature::tools
