#include <armature/animation/animation_clip_builder.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_targets.hpp>
#include <armature/animation/gltf_names.hpp>
#include <armature/math/decompose.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/clip_validation.hpp"
#include "animation/clip/property_owner.hpp"
#include "animation/clip/property_slot.hpp"
#include "animation/edits/editable_channel.hpp"
#include "animation/edits/time_edits.hpp"
#include "base/words.hpp"
#include "math/numbers.hpp"

namespace armature {

namespace {

std::string nameOfChannel(const ChannelTarget& target, ChannelPath path)
{
    return fmt::format("{} of {}", gltfName(path), printable(describe(target)));
}

std::array<float, 4> quaternionComponents(const glm::quat& rotation)
{
    return {rotation.x, rotation.y, rotation.z, rotation.w};
}

// Whether two targets mean the same property of the same object. Targets that were made for two nodes of the same name are different.
bool isSameTarget(const ChannelTarget& a, const ChannelTarget& b)
{
    const bool areKnown = a.identity.isSet() && b.identity.isSet();
    return meanTheSame(a, b) && (!areKnown || a.identity == b.identity);
}

bool isConstant(const EditableChannel& channel)
{
    for (std::size_t index = 0; index < channel.times.size(); ++index) {
        if (!std::ranges::equal(channel.value(index), channel.value(0))) {
            return false;
        }
        const auto isLevel = [](double number) { return number == 0.; };
        const auto key = channel.key(index);
        if (channel.isCubic()
            && !(std::ranges::all_of(key.first(channel.components), isLevel)
                 && std::ranges::all_of(key.last(channel.components), isLevel))) {
            return false;
        }
    }
    return true;
}

}  // namespace

// --- tracks ---------------------------------------------------------------------------------------------------------

AnimationTrack::AnimationTrack(ChannelTarget target, ChannelPath path, std::size_t components)
    : target_(std::move(target)), path_(path), components_(components)
{}

AnimationTrack& AnimationTrack::setInterpolation(Interpolation interpolation) noexcept
{
    interpolation_ = interpolation;
    return *this;
}

AnimationTrack& AnimationTrack::addKey(double seconds, const glm::vec3& value)
{
    return addKey(seconds, std::span(&value.x, 3));
}

AnimationTrack& AnimationTrack::addKey(double seconds, const glm::quat& value)
{
    return addKey(seconds, quaternionComponents(value));
}

AnimationTrack& AnimationTrack::addKey(double seconds, float value)
{
    return addKey(seconds, std::span<const float>(&value, 1));
}

AnimationTrack& AnimationTrack::addKey(double seconds, std::span<const float> value)
{
    insert(seconds, value, {}, {});
    return *this;
}

AnimationTrack& AnimationTrack::addKey(double seconds, const glm::vec3& value, const glm::vec3& inTangent, const glm::vec3& outTangent)
{
    return addKey(seconds, std::span(&value.x, 3), std::span(&inTangent.x, 3), std::span(&outTangent.x, 3));
}

AnimationTrack& AnimationTrack::addKey(double seconds, const glm::quat& value, const glm::quat& inTangent, const glm::quat& outTangent)
{
    return addKey(seconds, quaternionComponents(value), quaternionComponents(inTangent), quaternionComponents(outTangent));
}

AnimationTrack& AnimationTrack::addKey(double seconds, std::span<const float> value, std::span<const float> inTangent,
                                       std::span<const float> outTangent)
{
    for (const auto tangent : {inTangent, outTangent}) {
        if (tangent.size() != components_) {
            throw std::invalid_argument(fmt::format("animation track {}: a tangent of {} instead of {}", nameOfChannel(target_, path_),
                                                    counted(tangent.size(), "number"), components_));
        }
    }
    insert(seconds, value, inTangent, outTangent);
    return *this;
}

void AnimationTrack::insert(double seconds, std::span<const float> value, std::span<const float> inTangent,
                            std::span<const float> outTangent)
{
    const auto refuse = [&](const std::string& what) {
        throw std::invalid_argument(fmt::format("animation track {}: {}", nameOfChannel(target_, path_), what));
    };
    if (value.size() != components_) {
        refuse(fmt::format("a key of {} instead of {}", counted(value.size(), "number"), components_));
    }
    if (!(seconds >= 0.) || !std::isfinite(static_cast<float>(seconds))) {
        refuse(fmt::format("time {} is not a finite number of seconds from 0", seconds));
    }
    Key key{!inTangent.empty(), {}};
    key.numbers.resize(3 * components_, 0.f);
    std::ranges::copy(inTangent, key.numbers.begin());
    std::ranges::copy(value, key.numbers.begin() + static_cast<std::ptrdiff_t>(components_));
    std::ranges::copy(outTangent, key.numbers.begin() + static_cast<std::ptrdiff_t>(2 * components_));
    if (const auto bad = findNotFinite(key.numbers)) {
        refuse(fmt::format("the key at {} s holds {}", seconds, key.numbers[*bad]));
    }
    if (path_ == ChannelPath::Rotation && std::ranges::all_of(value, [](float number) { return number == 0.f; })) {
        refuse(fmt::format("the key at {} s is a rotation of length 0", seconds));
    }
    keys_.insert_or_assign(static_cast<double>(static_cast<float>(seconds)), std::move(key));  // rounded to float, as clips store it
}

/// Turns a track's keys into a channel's, with the signs of neighbouring rotations aligned and all tangents filled in.
class TrackKeys {
public:
    explicit TrackKeys(const AnimationTrack& track) : track_(track) {}

    [[nodiscard]] EditableChannel toChannel()
    {
        const std::size_t size = track_.components_;
        EditableChannel channel{track_.target_, track_.path_, track_.interpolation_, size};
        for (const auto& [seconds, key] : track_.keys_) {
            const auto first = key.numbers.begin() + static_cast<std::ptrdiff_t>(channel.isCubic() ? 0 : size);
            const std::vector<double> numbers(first, first + static_cast<std::ptrdiff_t>(channel.keySize()));
            channel.append(seconds, numbers);
        }
        if (channel.isRotation()) {
            alignSigns(channel);
        }
        if (channel.isCubic()) {
            makeTangents(channel);
        }
        if (isConstant(channel)) {
            channel.keep(0, 1);
        }
        return channel;
    }

private:
    // Fills in missing tangents with the slope of the parabola through a key and its two neighbours. Missing tangents of the first and the
    // last key stay 0.
    void makeTangents(EditableChannel& channel) const
    {
        std::size_t index = 0;
        for (auto key = track_.keys_.begin(); key != track_.keys_.end(); ++key, ++index) {
            if (key->second.hasTangents) {
                continue;
            }
            const bool isEnd = index == 0 || index + 1 == channel.times.size();
            for (std::size_t i = 0; i < channel.components && !isEnd; ++i) {
                const double before = channel.times[index] - channel.times[index - 1];
                const double after = channel.times[index + 1] - channel.times[index];
                const double here = channel.value(index)[i];
                const double slopeBefore = (here - channel.value(index - 1)[i]) / before;
                const double slopeAfter = (channel.value(index + 1)[i] - here) / after;
                const double slope = (slopeBefore * after + slopeAfter * before) / (before + after);
                channel.inTangent(index)[i] = slope;
                channel.outTangent(index)[i] = slope;
            }
        }
    }

    const AnimationTrack& track_;
};

// --- builder --------------------------------------------------------------------------------------------------------

AnimationClipBuilder::AnimationClipBuilder(std::string name) : name_(std::move(name)) {}

AnimationTrack& AnimationClipBuilder::track(const ChannelTarget& target, ChannelPath path, std::size_t components)
{
    if (components == 0 || componentsOf(path, components) != components) {
        throw std::invalid_argument(
            fmt::format("animation track {}: {} per key", nameOfChannel(target, path), counted(components, "number")));
    }
    const auto found = std::ranges::find_if(
        tracks_, [&](const OwnTrack& each) { return each.track.path_ == path && isSameTarget(each.track.target_, target); });
    if (found == tracks_.end()) {
        return tracks_.emplace_back(target, path, components).track;
    }
    if (found->track.components_ != components) {
        throw std::invalid_argument(fmt::format("animation track {}: {} per key, it has {}", nameOfChannel(target, path),
                                                counted(components, "number"), found->track.components_));
    }
    return found->track;
}

AnimationTrack& AnimationClipBuilder::translation(const ChannelTarget& target)
{
    return track(target, ChannelPath::Translation, 3);
}

AnimationTrack& AnimationClipBuilder::translation(Node& target)
{
    return translation(ChannelTarget::of(target));
}

AnimationTrack& AnimationClipBuilder::rotation(const ChannelTarget& target)
{
    return track(target, ChannelPath::Rotation, 4);
}

AnimationTrack& AnimationClipBuilder::rotation(Node& target)
{
    return rotation(ChannelTarget::of(target));
}

AnimationTrack& AnimationClipBuilder::scale(const ChannelTarget& target)
{
    return track(target, ChannelPath::Scale, 3);
}

AnimationTrack& AnimationClipBuilder::scale(Node& target)
{
    return scale(ChannelTarget::of(target));
}

AnimationTrack& AnimationClipBuilder::weights(const ChannelTarget& target, std::size_t count)
{
    return track(target, ChannelPath::Weights, count);
}

AnimationTrack& AnimationClipBuilder::property(const ChannelTarget& target, std::size_t components)
{
    return track(target, ChannelPath::Property, components);
}

AnimationTrack& AnimationClipBuilder::curve(const std::string& name, std::size_t components)
{
    return property(ChannelTarget::curve(name), components);
}

void AnimationClipBuilder::addKey(const ChannelTarget& target, double seconds, const Transform& local)
{
    translation(target).addKey(seconds, local.translation);
    rotation(target).addKey(seconds, local.rotation);
    scale(target).addKey(seconds, local.scale);
}

void AnimationClipBuilder::addKey(const ChannelTarget& target, double seconds, const glm::mat4& local)
{
    const Decomposition parts = decompose(local);
    if (!parts.isExact()) {
        throw std::invalid_argument(fmt::format("animation clip {}: the matrix for {} at {} s is sheared, {} of its size would be lost",
                                                inQuotes(name_), printable(describe(target)), seconds, parts.residual));
    }
    addKey(target, seconds, parts.transform);
}

void AnimationClipBuilder::record(Node& node, double seconds)
{
    NodeTracks& tracks = recorded_[&node];
    if (tracks.node.get() != &node) {
        const ChannelTarget target = ChannelTarget::of(node);
        tracks = {Handle<Node>(node), {placeOf(translation(target)), placeOf(rotation(target)), placeOf(scale(target))}};
    }
    const Transform local = node.getTransform();
    tracks_[tracks.places[0]].track.addKey(seconds, local.translation);
    tracks_[tracks.places[1]].track.addKey(seconds, local.rotation);
    tracks_[tracks.places[2]].track.addKey(seconds, local.scale);
}

std::size_t AnimationClipBuilder::placeOf(const AnimationTrack& track) const
{
    const auto found = std::ranges::find(tracks_, &track, [](const OwnTrack& each) { return &each.track; });
    return static_cast<std::size_t>(found - tracks_.begin());
}

void AnimationClipBuilder::record(Skeleton& skeleton, double seconds)
{
    for (Bone* const bone : skeleton.bones()) {
        TransformNode* const driver = bone->getTransformNode();
        record(driver != nullptr ? static_cast<Node&>(*driver) : *bone, seconds);
    }
}

void AnimationClipBuilder::recordMorphWeights(TransformNode& node, double seconds)
{
    const auto hasWeights = [](const MeshInstance* mesh) { return !mesh->getMorphWeights().empty(); };
    const auto meshes = node.meshInstances();
    if (const auto mesh = std::ranges::find_if(meshes, hasWeights); mesh != meshes.end()) {
        const std::span<const float> current = (*mesh)->getMorphWeights();
        weights(ChannelTarget::of(node), current.size()).addKey(seconds, current);
    }
}

void AnimationClipBuilder::record(AnimationTargets& scene, const ChannelTarget& property, double seconds, std::size_t components)
{
    std::array<float, mostCurveComponents> value{};
    const ChannelBinding bound =
        components <= value.size() ? TargetFinder(scene).find(property, ChannelPath::Property, components) : ChannelBinding();
    if (!bound.isBound() || !bound.property || bound.property->kind == ChannelTarget::Kind::Curve) {
        throw std::invalid_argument(fmt::format("animation track {}: there is no such property with {}",
                                                nameOfChannel(property, ChannelPath::Property), counted(components, "number")));
    }
    const std::span<float> numbers = std::span(value).first(components);
    readProperty(scene.getProperties(), *bound.property, bound.node.get(), numbers);
    this->property(property, components).addKey(seconds, std::span<const float>(numbers));
}

void AnimationClipBuilder::record(TransformNode& top, double seconds)
{
    const auto recordAll = [&](Node& each) {
        record(each, seconds);
        if (TransformNode* const node = each.asTransformNode()) {
            recordMorphWeights(*node, seconds);
        }
    };
    recordAll(top);
    top.forEachDescendant(recordAll);
}

std::shared_ptr<const AnimationClip> AnimationClipBuilder::build() const
{
    std::vector<EditableChannel> channels;
    double duration = 0.;
    for (const auto& [track] : tracks_) {
        if (track.keyCount() == 0) {
            throw std::invalid_argument(
                fmt::format("animation clip {}: the track {} has no keys", inQuotes(name_), nameOfChannel(track.target_, track.path_)));
        }
        duration = std::max(duration, track.keys_.rbegin()->first);
        channels.push_back(TrackKeys(track).toChannel());
    }
    keepDuration(channels, duration);
    return toClip(name_, channels);
}

}  // namespace armature
