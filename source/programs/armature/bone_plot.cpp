#include "bone_plot.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

constexpr std::size_t curvePoints = 600;
constexpr std::size_t pathPoints = 300;
constexpr std::size_t mostPathKeys = 1000;  // limit: more dots would hide the path

const Node* driverOf(const Node& joint)
{
    const Bone* bone = joint.asBone();
    return bone != nullptr ? bone->getTransformNode() : nullptr;
}

// Returns the sample times: evenly over the clip, at each key, and right before each key, because a STEP channel jumps there.
std::vector<double> sampleTimes(double duration, std::span<const float> keys)
{
    std::vector<double> moments;
    for (std::size_t i = 0; i <= curvePoints; ++i) {
        moments.push_back(duration * static_cast<double>(i) / curvePoints);
    }
    for (const float key : keys) {
        moments.push_back(static_cast<double>(key));
        if (key > 0.f) {
            moments.push_back(static_cast<double>(std::nextafter(key, 0.f)));
        }
    }
    std::sort(moments.begin(), moments.end());
    return moments;
}

PlottedChannel plottedChannel(const AnimationClip& clip, std::size_t number)
{
    const AnimationChannel& channel = clip.channels()[number];
    const std::span<const float> times = clip.timeTrack(channel.timeTrack);
    PlottedChannel plotted{.path = channel.path, .interpolation = channel.interpolation, .components = channel.components};
    plotted.times = sampleTimes(clip.getDuration(), times);
    std::vector<float> value(channel.components);
    for (const double moment : plotted.times) {
        clip.sample(number, moment, value);
        plotted.values.insert(plotted.values.end(), value.begin(), value.end());
    }
    const bool isCubic = channel.interpolation == Interpolation::CubicSpline;
    for (std::size_t key = 0; key < times.size(); ++key) {
        plotted.keyTimes.push_back(static_cast<double>(times[key]));
        for (std::size_t i = 0; i < channel.components; ++i) {
            plotted.keys.push_back(static_cast<double>(channel.values.at(isCubic ? 3 * key + 1 : key, i)));
            if (isCubic) {
                plotted.inTangents.push_back(static_cast<double>(channel.values.at(3 * key, i)));
                plotted.outTangents.push_back(static_cast<double>(channel.values.at(3 * key + 2, i)));
            }
        }
    }
    return plotted;
}

glm::dvec3 placeAt(AnimationGroup& group, const Node& joint, double seconds)
{
    group.goTo(seconds);
    return glm::dvec3(joint.getWorldMatrix()[3]);
}

}  // namespace

Node& findJoint(Scene& scene, std::string_view file, std::string_view name, std::string_view option)
{
    std::vector<std::string> names;
    for (Skeleton* skeleton : scene.skeletons()) {
        for (Bone* bone : skeleton->bones()) {
            if (bone->getName() == name) {
                return *bone;
            }
            names.push_back(bone->getName());
        }
    }
    const bool hasBones = !names.empty();
    for (TransformNode* node : scene.nodes()) {
        if (node->getName() == name) {
            return *node;
        }
        if (!hasBones) {
            names.push_back(node->getName());
        }
    }
    throw UsageError(fmt::format("{}: {} has no {} \"{}\"; {}", option, printable(file), hasBones ? "bone" : "node", printable(name),
                                 suggestNames(name, names, hasBones ? "bone" : "node")));
}

std::vector<glm::dvec3> pathOf(AnimationGroup& group, const Node& joint)
{
    std::vector<glm::dvec3> path;
    for (std::size_t i = 0; i <= pathPoints; ++i) {
        path.push_back(placeAt(group, joint, group.getClip().getDuration() * static_cast<double>(i) / pathPoints));
    }
    return path;
}

std::vector<PlottedChannel> plotChannels(const AnimationGroup& group, const Node& joint)
{
    const AnimationClip& clip = group.getClip();
    const Node* driver = driverOf(joint);
    std::vector<PlottedChannel> channels;
    for (std::size_t number = 0; number < clip.channels().size(); ++number) {
        const Node* target = group.getTarget(number);
        if (target != nullptr && (target == &joint || target == driver)) {
            channels.push_back(plottedChannel(clip, number));
        }
    }
    std::stable_sort(channels.begin(), channels.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return channels;
}

BonePlot plotOf(AnimationGroup& group, const Node& joint)
{
    const AnimationClip& clip = group.getClip();
    BonePlot plot{.clip = clip.getName(), .bone = joint.getName(), .duration = clip.getDuration(), .channels = plotChannels(group, joint)};
    std::vector<double> keys;
    for (const PlottedChannel& channel : plot.channels) {
        keys.insert(keys.end(), channel.keyTimes.begin(), channel.keyTimes.end());
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    plot.path = pathOf(group, joint);
    if (keys.size() > mostPathKeys) {
        keys.clear();
    }
    for (const double key : keys) {
        plot.pathKeys.push_back(placeAt(group, joint, key));
    }
    return plot;
}

}  // namespace armature::tools
