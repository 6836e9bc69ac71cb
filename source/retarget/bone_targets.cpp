#include "retarget/bone_targets.hpp"

#include <algorithm>

#include <armature/math/decompose.hpp>
#include <armature/math/transform.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/clip_layout.hpp"
#include "node/node_access.hpp"

namespace armature {

// Keeps only the names of the target nodes in the copies. A player would otherwise find the source's own nodes if both skeletons are in one
// scene.
std::vector<EditableChannel> channelsBesideBones(const AnimationClip& clip)
{
    std::vector<EditableChannel> kept;
    for (std::size_t i = 0; i < clip.channels().size(); ++i) {
        if (isBesideBones(clip.channels()[i])) {
            kept.push_back(editable(clip, i));
            kept.back().target.identity = {};
        }
    }
    return kept;
}

Frame SkeletonMotion::Step::local(const AnimationClip& clip, double seconds) const
{
    if (!isMoved) {
        return Frame::of(node->getLocalMatrix());
    }
    Frame frame = Frame::of(toMat4(channels.sample(clip, seconds)));
    const glm::dvec3 pivot(node->getPivotPoint());
    frame.origin += pivot - frame.linear * pivot;
    return frame;
}

SkeletonMotion::SkeletonMotion(const AnimationClip& clip, const Skeleton& skeleton)
    : clip_(clip), channels_(findSkeletonChannels(clip, skeleton))
{
    for (std::size_t bone = 0; bone < skeleton.bones().size(); ++bone) {
        if (skeleton.bones()[bone]->getParentBone() == nullptr) {
            roots_.push_back(bone);
        }
    }
    const Frame world = Frame::of(skeleton.getWorldMatrix());
    if (skeleton.getHostNode() != nullptr && world.isInvertible()) {
        findHost(skeleton);
        fromHost_ = world.inverse();
    }
    listChannels();
}

void SkeletonMotion::findHost(const Skeleton& skeleton)
{
    const Node* node = skeleton.getHostNode();
    for (; node != nullptr && node->asTransformNode() != nullptr; node = node->getParent()) {
        Step& step = hosts_.emplace_back(Step{.node = node->asTransformNode()});
        step.channels.rest = node->getTransform();
    }
    if (node != nullptr) {  // the host is below another skeleton's bone: its motion is ignored
        hosts_.clear();
    }
    bindHost(skeleton);
    if (std::ranges::none_of(hosts_, &Step::isMoved)) {
        hosts_.clear();
    }
}

void SkeletonMotion::bindHost(const Skeleton& skeleton)
{
    TargetFinder finder(NodeAccess::owner(*skeleton.getHostNode()).targets());
    for (std::size_t index = 0; index < clip_.channels().size(); ++index) {
        const AnimationChannel& channel = clip_.channels()[index];
        if (isRow(channel.path)) {
            continue;
        }
        const Node* const target = finder.find(channel.target, channel.path, channel.components).node.get();
        const auto step = std::ranges::find_if(hosts_, [&](const Step& each) { return each.node == target; });
        if (step == hosts_.end()) {
            continue;
        }
        step->channels.part(channel.path) = index;
        step->isMoved = true;
        for (std::size_t bone = 0; bone < channels_.bones.size(); ++bone) {  // the channel moves the node, not a bone of the same name
            auto& part = channels_.bones[bone].part(channel.path);
            part = part == index && skeleton.bones()[bone]->getTransformNode() != target ? std::nullopt : part;
        }
    }
}

void SkeletonMotion::listChannels()
{
    std::vector<bool> isUsed(clip_.channels().size(), false);
    const auto mark = [&](const BoneChannels& channels) {
        for (const auto& channel : {channels.translation, channels.rotation, channels.scale}) {
            if (channel) {
                isUsed[*channel] = true;
            }
        }
    };
    std::ranges::for_each(channels_.bones, mark);
    for (const Step& step : hosts_) {
        mark(step.channels);
    }
    for (std::size_t channel = 0; channel < isUsed.size(); ++channel) {
        if (isUsed[channel]) {
            used_.push_back(channel);
        }
    }
}

void SkeletonMotion::sample(double seconds, std::span<Transform> outBones)
{
    if (!sampler_) {
        sampler_.emplace(clip_, channels_.bones);
    }
    std::ranges::copy(sampler_->sample(seconds), outBones.begin());
    if (hosts_.empty()) {
        return;
    }
    Frame moved;
    for (const Step& host : hosts_) {
        moved = host.local(clip_, seconds) * moved;
    }
    moved = fromHost_ * moved;
    for (const std::size_t root : roots_) {
        const Frame frame = moved * Frame::of(toMat4(outBones[root]));
        glm::dmat4 matrix(frame.linear);
        matrix[3] = glm::dvec4(frame.origin, 1.);
        outBones[root] = decompose(glm::mat4(matrix)).transform;
    }
}

MotionTimes SkeletonMotion::times() const
{
    MotionTimes times;
    std::vector<ClipJump> jumps;
    std::vector<std::size_t> tracks;
    for (const std::size_t index : used_) {
        const AnimationChannel& channel = clip_.channels()[index];
        tracks.push_back(channel.timeTrack);
        appendJumps(clip_, channel, jumps);
    }
    std::ranges::sort(tracks);
    tracks.erase(std::unique(tracks.begin(), tracks.end()), tracks.end());
    for (const std::size_t track : tracks) {
        const auto keys = clip_.timeTrack(track);
        times.keys.insert(times.keys.end(), keys.begin(), keys.end());
    }
    for (const ClipJump& jump : jumps) {
        if (jump.begin == jump.end) {
            times.jumps.push_back(jump.end);
        }
    }
    for (auto* const each : {&times.keys, &times.jumps}) {
        std::ranges::sort(*each);
        each->erase(std::unique(each->begin(), each->end()), each->end());
    }
    return times;
}

}  // namespace armature
