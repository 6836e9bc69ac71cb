#include "clip_facts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/trigonometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/math/decompose.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "scene_words.hpp"

namespace armature::tools {

namespace {

constexpr double closedDegrees = 1.;
constexpr double closedNumber = 0.01;
constexpr double closedShare = 0.005;  // threshold for distances, as a fraction of the model's size
constexpr double travelShare = 0.01;

/// Returns the diagonal of the box around all nodes in their present pose.
double sizeOfScene(const Scene& scene)
{
    glm::dvec3 low(1e30);
    glm::dvec3 high(-1e30);
    for (const TransformNode* node : scene.nodes()) {
        const glm::dvec3 at(node->getWorldMatrix()[3]);
        low = glm::min(low, at);
        high = glm::max(high, at);
    }
    return scene.nodes().empty() ? 0. : glm::distance(low, high);
}

double degreesBetween(const glm::dquat& a, const glm::dquat& b)
{
    const double difference = glm::length(glm::normalize(a) - glm::normalize(b));
    const double sum = glm::length(glm::normalize(a) + glm::normalize(b));
    return glm::degrees(4. * std::atan2(std::min(difference, sum), std::max(difference, sum)));  // precise for small angles too
}

glm::dquat rotationFromValue(const std::vector<float>& numbers)
{
    return glm::dquat(glm::quat(numbers[3], numbers[0], numbers[1], numbers[2]));
}

std::vector<float> sampledValue(const AnimationClip& clip, std::size_t channel, double seconds)
{
    std::vector<float> value(clip.channels()[channel].components);
    clip.sample(channel, seconds, value);
    return value;
}

struct WholeMotion {
    glm::dvec3 offset{0.};
    double yaw = 0.;   ///< Degrees to the left.
    double tilt = 0.;  ///< Degrees of the rotation that remains without the yaw.
};

glm::dquat orientationOf(const Node& node)
{
    return glm::dquat(decompose(node.getWorldMatrix()).transform.rotation);
}

WholeMotion motionOf(AnimationGroup& group, const Node& node)
{
    group.goTo(0.);
    const glm::dvec3 from(node.getWorldMatrix()[3]);
    const glm::dquat before = orientationOf(node);
    group.goTo(group.getClip().getDuration());
    WholeMotion motion{glm::dvec3(node.getWorldMatrix()[3]) - from, 0., 0.};
    const glm::dquat change = orientationOf(node) * glm::conjugate(before);
    const double half = std::atan2(change.y, change.w);  // half the angle of the rotation's twist about Y
    const glm::dquat turn(std::cos(half), 0., std::sin(half), 0.);
    motion.yaw = glm::degrees(std::remainder(2. * half, 2. * glm::pi<double>()));
    motion.tilt = degreesBetween(change, turn);
    return motion;
}

void note(ClipGap& gap, double& largest, double value, const std::string& joint)
{
    if (value > largest) {
        largest = value;
        gap.worst = joint;
    }
}

// Measures each joint's gap in its parent's axes, except that `travelling` is compared in world space, without its travel.
ClipGap gapOf(const AnimationGroup& group, const Node* travelling, const WholeMotion& motion, double size)
{
    const AnimationClip& clip = group.getClip();
    ClipGap gap;
    if (travelling != nullptr) {
        note(gap, gap.distance, std::abs(motion.offset.y), travelling->getName());
        note(gap, gap.degrees, motion.tilt, travelling->getName());
    }
    for (std::size_t number = 0; number < clip.channels().size(); ++number) {
        const AnimationChannel& channel = clip.channels()[number];
        const bool isPlace = channel.path == ChannelPath::Translation || channel.path == ChannelPath::Rotation;
        if (isPlace && travelling != nullptr && group.getTarget(number) == travelling) {
            continue;
        }
        const std::vector<float> first = sampledValue(clip, number, 0.);
        const std::vector<float> last = sampledValue(clip, number, clip.getDuration());
        double most = 0.;
        double squares = 0.;
        for (std::size_t i = 0; i < first.size(); ++i) {
            const double difference = std::abs(static_cast<double>(last[i]) - static_cast<double>(first[i]));
            most = std::max(most, difference);
            squares += difference * difference;
        }
        if (channel.path == ChannelPath::Rotation) {
            note(gap, gap.degrees, degreesBetween(rotationFromValue(first), rotationFromValue(last)), channel.target.name);
        } else if (channel.path == ChannelPath::Translation) {
            note(gap, gap.distance, std::sqrt(squares), channel.target.name);
        } else {
            note(gap, gap.number, most, channel.target.name);
        }
    }
    gap.isClosed = gap.distance <= closedShare * size && gap.degrees <= closedDegrees && gap.number <= closedNumber;
    return gap;
}

void countKeys(ClipFacts& facts, const AnimationClip& clip)
{
    facts.keys = keyCount(clip);
    for (const AnimationChannel& channel : clip.channels()) {
        ++facts.interpolations[static_cast<std::size_t>(channel.interpolation)];
        ++facts.paths[static_cast<std::size_t>(channel.path)];
    }
    for (std::size_t track = 0; track < clip.timeTrackCount(); ++track) {
        const std::span<const float> times = clip.timeTrack(track);
        for (std::size_t key = 1; key < times.size(); ++key) {
            const double rate = 1. / (static_cast<double>(times[key]) - static_cast<double>(times[key - 1]));
            facts.slowest = std::min(facts.slowest.value_or(rate), rate);
            facts.fastest = std::max(facts.fastest.value_or(rate), rate);
        }
    }
}

void addOnce(std::vector<std::string>& names, const std::string& name)
{
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
    }
}

CurveFacts factsOfCurve(const AnimationChannel& channel)
{
    CurveFacts facts{.name = channel.target.name};
    const std::size_t step = channel.interpolation == Interpolation::CubicSpline ? 3 : 1;
    for (std::size_t value = step / 2; value * channel.components < channel.values.size(); value += step) {
        for (std::size_t component = 0; component < channel.components; ++component) {
            const float number = channel.values.at(value, component);
            const bool isFirst = value == step / 2 && component == 0;
            facts.lowest = isFirst ? number : std::min(facts.lowest, number);
            facts.highest = isFirst ? number : std::max(facts.highest, number);
        }
    }
    return facts;
}

/// Returns all bones and the nodes that drive them.
std::set<const Node*> boneNodes(const Scene& scene)
{
    std::set<const Node*> nodes;
    for (const Skeleton* skeleton : scene.skeletons()) {
        for (const Bone* bone : skeleton->bones()) {
            nodes.insert(bone);
            nodes.insert(bone->getTransformNode());
        }
    }
    return nodes;
}

void noteTargets(ClipFacts& facts, const Scene& scene, const AnimationGroup& group)
{
    const std::set<const Node*> bones = boneNodes(scene);
    for (const Skeleton* skeleton : scene.skeletons()) {
        facts.skeletonBones += skeleton->bones().size();
    }
    std::set<std::size_t> unbound;
    for (const UnboundChannel& channel : facts.unbound) {
        unbound.insert(channel.channel);
    }
    const AnimationClip& clip = group.getClip();
    for (std::size_t number = 0; number < clip.channels().size(); ++number) {
        const AnimationChannel& channel = clip.channels()[number];
        if (channel.target.kind == ChannelTarget::Kind::Curve) {
            facts.curves.push_back(factsOfCurve(channel));
        } else if (const Node* target = group.getTarget(number); target != nullptr) {
            addOnce(bones.contains(target) ? facts.bones : facts.nodes, target->getName());
        } else if (!unbound.contains(number)) {
            addOnce(facts.others, channel.target.name);
        }
    }
}

}  // namespace

std::shared_ptr<const AnimationClip> renamed(const std::shared_ptr<const AnimationClip>& clip, const std::string& name)
{
    if (clip->getName() == name) {
        return clip;
    }
    ClipDescription description = clip->describe();
    description.name = name;
    return AnimationClip::create(std::move(description));
}

const Node* topmostMoved(const AnimationGroup& group)
{
    const AnimationClip& clip = group.getClip();
    std::set<const Node*> moved;
    std::vector<const Node*> inOrder;
    for (std::size_t channel = 0; channel < clip.channels().size(); ++channel) {
        const ChannelPath path = clip.channels()[channel].path;
        const Node* target = group.getTarget(channel);
        const bool moves = path == ChannelPath::Translation || path == ChannelPath::Rotation;
        if (moves && target != nullptr && clip.timeTrack(clip.channels()[channel].timeTrack).size() > 1 && moved.insert(target).second) {
            inOrder.push_back(target);
        }
    }
    // Of several such nodes, picks the one that carries the most moved nodes: a file may animate a camera or a lamp beside its character.
    std::map<const Node*, std::size_t> carried;
    for (const Node* target : inOrder) {
        const Node* top = target;
        for (const Node* above = target; above != nullptr; above = above->getParent()) {
            top = moved.contains(above) ? above : top;
        }
        ++carried[top];
    }
    const Node* best = nullptr;
    for (const Node* target : inOrder) {
        if (carried.contains(target) && (best == nullptr || carried[target] > carried[best])) {
            best = target;
        }
    }
    return best;
}

ClipFacts factsOf(Scene& scene, AnimationGroup& group)
{
    const AnimationClip& clip = group.getClip();
    ClipFacts facts{.name = clip.getName(), .duration = clip.getDuration(), .channels = clip.channels().size()};
    facts.unbound = group.getUnboundChannels();
    countKeys(facts, clip);
    noteTargets(facts, scene, group);

    const double size = sizeOfScene(scene);
    const Node* top = topmostMoved(group);
    WholeMotion motion;
    if (top != nullptr) {
        motion = motionOf(group, *top);
        const double way = std::hypot(motion.offset.x, motion.offset.z);
        if (way > travelShare * size || std::abs(motion.yaw) > turningDegrees) {
            facts.travel = ClipTravel{top->getName(), motion.offset, motion.yaw};
        }
    }
    facts.gap = gapOf(group, facts.travel ? top : nullptr, motion, size);
    return facts;
}

}  // namespace armature::tools
