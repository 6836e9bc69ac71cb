#include "animation/playing/root_motion/joint_curve.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/edits/rotation_numbers.hpp"
#include "base/words.hpp"
#include "node/node_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

const Node& driverOrSelf(const Node& node) noexcept
{
    const Bone* const bone = node.asBone();
    return bone != nullptr && bone->getTransformNode() != nullptr ? static_cast<const Node&>(*bone->getTransformNode()) : node;
}

Transform restOfNode(const Node& node)
{
    const Bone* const bone = node.asBone();
    return bone != nullptr ? SkeletonAccess::rest(*bone).toParts() : node.getTransform();
}

glm::dvec3 vectorAt(const std::optional<EditableChannel>& channel, double seconds, const glm::dvec3& otherwise)
{
    if (!channel) {
        return otherwise;
    }
    const std::vector<double> value = channel->valueAt(seconds);
    return {value[0], value[1], value[2]};
}

/// A node and all nodes above and below it, by name; null for a name that several of these nodes have.
class Relatives {
public:
    explicit Relatives(Node& root)
    {
        for (Node* node = &root; node != nullptr; node = node->getParent()) {
            add(*node);
        }
        root.forEachDescendant([&](Node& node) { add(node); });
    }

    [[nodiscard]] Node* find(const std::string& name) const
    {
        const auto found = nodes_.find(name);
        return found != nodes_.end() ? found->second : nullptr;
    }

private:
    void add(Node& node)
    {
        const auto [entry, isNew] = nodes_.try_emplace(node.getName(), &node);
        entry->second = isNew ? &node : nullptr;
    }

    std::unordered_map<std::string_view, Node*> nodes_;
};

}  // namespace

// --- stage ----------------------------------------------------------------------------------------------------------

ClipStage::ClipStage(const AnimationClip& clip, TargetFinder finder, Node& root, const Node* character)
    : clip_(&clip), character_(character)
{
    std::optional<const Relatives> relatives;
    const auto channels = clip.channels();
    for (std::size_t index = 0; index < channels.size(); ++index) {
        const AnimationChannel& channel = channels[index];
        const ChannelBinding binding = finder.find(channel.target, channel.path, channel.components);
        Node* target = binding.node.get();
        if (target == nullptr && binding.reason == UnboundReason::Ambiguous) {
            if (!relatives) {
                relatives.emplace(root);
            }
            target = relatives->find(channel.target.name);
        }
        Node* const destination = target != nullptr ? destinationOf(*target) : nullptr;
        if (destination == nullptr) {
            continue;
        }
        Parts& parts = parts_[destination];
        switch (channel.path) {
        case ChannelPath::Translation: parts.translation = index; break;
        case ChannelPath::Rotation: parts.rotation = index; break;
        case ChannelPath::Scale: parts.scale = index; break;
        default: break;
        }
    }
}

ClipStage::Parts ClipStage::partsOf(const Node& node) const
{
    const auto found = parts_.find(&driverOrSelf(node));
    return found != parts_.end() ? found->second : Parts{};
}

glm::dmat4 ClipStage::startOf(const Node& node) const
{
    const Parts parts = partsOf(node);
    const Transform rest = restOfNode(node);
    const auto first = [&](const std::optional<std::size_t>& channel, auto otherwise) {
        for (glm::length_t i = 0; channel && i < otherwise.length(); ++i) {
            const ChannelValues& values = clip_->channels()[*channel].values;
            const bool isCubic = clip_->channels()[*channel].interpolation == Interpolation::CubicSpline;
            otherwise[i] = values.at(isCubic ? 1 : 0, static_cast<std::size_t>(i));
        }
        return otherwise;
    };
    const glm::dquat turn(rest.rotation);
    const glm::dvec4 rotation = first(parts.rotation, glm::dvec4(turn.x, turn.y, turn.z, turn.w));
    const glm::dmat4 turned = glm::mat4_cast(glm::normalize(glm::dquat(rotation.w, rotation.x, rotation.y, rotation.z)));
    return glm::scale(glm::translate(glm::dmat4(1.), first(parts.translation, glm::dvec3(rest.translation))) * turned,
                      first(parts.scale, glm::dvec3(rest.scale)));
}

// --- curve ----------------------------------------------------------------------------------------------------------

glm::dvec3 JointCurve::Place::position() const
{
    return glm::dvec3(above * glm::dvec4(translation, 1.));
}

glm::dquat JointCurve::Place::orientation() const
{
    return rotationIn(above * glm::mat4_cast(rotation));
}

JointCurve::Link JointCurve::Link::at(double seconds) const
{
    Link now;
    now.translation = vectorAt(translations, seconds, translation);
    now.rotation = rotations ? glm::normalize(rotationOf(rotations->valueAt(seconds))) : rotation;
    now.scale = vectorAt(scales, seconds, scale);
    return now;
}

glm::dmat4 JointCurve::Link::matrix() const
{
    return glm::scale(glm::translate(glm::dmat4(1.), translation) * glm::mat4_cast(rotation), scale);
}

JointCurve::Link JointCurve::linkOf(const ClipStage& stage, const Node& node)
{
    const Transform rest = restOfNode(node);
    Link link;
    link.translation = rest.translation;
    link.rotation = glm::normalize(glm::dquat(rest.rotation));
    link.scale = rest.scale;
    const ClipStage::Parts parts = stage.partsOf(node);
    const auto channelAt = [&](const std::optional<std::size_t>& index) {
        return index ? std::optional(editable(stage.clip(), *index)) : std::nullopt;
    };
    link.translations = channelAt(parts.translation);
    link.rotations = channelAt(parts.rotation);
    link.scales = channelAt(parts.scale);
    return link;
}

JointCurve::JointCurve(const ClipStage& stage, const Node& joint, const char* role)
{
    std::vector<const Node*> chain;
    const Node* node = &joint;
    for (; node != nullptr && node != stage.character(); node = NodeAccess::above(*node)) {
        chain.push_back(node);
    }
    if (node != stage.character() || chain.empty()) {
        throw std::invalid_argument(fmt::format("root motion of {}: the {} {} is not below the character {}",
                                                inQuotes(stage.clip().getName()), role, inQuotes(joint.getName()),
                                                stage.character() != nullptr ? inQuotes(stage.character()->getName()) : "(world)"));
    }
    glm::dmat4 before(1.);
    for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
        Link link = linkOf(stage, **each);
        const bool isJoint = *each == &joint;
        turns_ = turns_ || link.rotations;
        travels_ = travels_ || link.translations || (!isJoint && link.isAnimated());
        if (!isJoint && !link.isAnimated()) {
            before = before * link.matrix();
            continue;
        }
        link.before = before;
        links_.push_back(std::move(link));
        before = glm::dmat4(1.);
    }
}

JointCurve::Place JointCurve::at(double seconds) const
{
    Place place;
    for (std::size_t i = 0; i + 1 < links_.size(); ++i) {
        place.above = place.above * links_[i].before * links_[i].at(seconds).matrix();
    }
    place.above = place.above * links_.back().before;
    const Link joint = links_.back().at(seconds);
    place.translation = joint.translation;
    place.rotation = joint.rotation;
    return place;
}

void JointCurve::appendKeyTimes(std::vector<double>& times) const
{
    for (const Link& link : links_) {
        for (const auto* const channel : {&link.translations, &link.rotations, &link.scales}) {
            if (*channel) {
                times.insert(times.end(), (*channel)->times.begin(), (*channel)->times.end());
            }
        }
    }
}

glm::dquat rotationIn(const glm::dmat4& matrix)
{
    const glm::dvec3 y = glm::normalize(glm::dvec3(matrix[1]) * (glm::determinant(glm::dmat3(matrix)) < 0. ? -1. : 1.));
    const glm::dvec3 x = glm::normalize(glm::cross(y, glm::dvec3(matrix[2])));
    return glm::normalize(glm::quat_cast(glm::dmat3(x, y, glm::cross(x, y))));
}

}  // namespace armature
