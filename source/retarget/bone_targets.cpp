#include "retarget/bone_targets.hpp"

#include <algorithm>

#include <armature/math/decompose.hpp>
#include <armature/math/transform.hpp>

namespace armature {

namespace {

bool isOf(const ChannelTarget& target, const Node& node)
{
    if (target.kind != ChannelTarget::Kind::Node) {
        return false;
    }
    return target.identity.isSet() ? target.identity == TargetIdentity(const_cast<Node&>(node)) : target.name == node.getName();
}

}  // namespace

SkeletonMotion::SkeletonMotion(const AnimationClip& clip, const Skeleton& skeleton)
    : clip_(clip), channels_(findSkeletonChannels(clip, skeleton))
{
    for (std::size_t bone = 0; bone < skeleton.bones().size(); ++bone) {
        if (skeleton.bones()[bone]->getParentBone() == nullptr) {
            roots_.push_back(bone);
        }
    }
    const TransformNode* const host = skeleton.getHostNode();
    const Frame world = Frame::of(skeleton.getWorldMatrix());
    if (host != nullptr && world.isInvertible()) {
        findHost(*host);
        fromHost_ = world.inverse();
    }
}

void SkeletonMotion::findHost(const TransformNode& host)
{
    bool isMoved = false;
    const Node* node = &host;
    for (; node != nullptr && node->asTransformNode() != nullptr; node = node->getParent()) {
        BoneChannels& found = hosts_.emplace_back();
        found.rest = node->getTransform();
        for (std::size_t channel = 0; channel < clip_.channels().size(); ++channel) {
            const ChannelPath path = clip_.channels()[channel].path;
            const bool isPart = path == ChannelPath::Translation || path == ChannelPath::Rotation || path == ChannelPath::Scale;
            if (isPart && isOf(clip_.channels()[channel].target, *node)) {
                (path == ChannelPath::Translation ? found.translation
                 : path == ChannelPath::Rotation  ? found.rotation
                                                  : found.scale) = channel;
                isMoved = true;
            }
        }
    }
    if (!isMoved || node != nullptr) {  // a host that hangs on another skeleton's bone stays where it is
        hosts_.clear();
    }
}

void SkeletonMotion::sample(double seconds, std::vector<Transform>& outBones) const
{
    for (std::size_t bone = 0; bone < channels_.bones.size(); ++bone) {
        outBones[bone] = sample(bone, seconds);
    }
    if (hosts_.empty()) {
        return;
    }
    Frame moved;
    for (const BoneChannels& host : hosts_) {
        moved = Frame::of(toMat4(host.sample(clip_, seconds))) * moved;
    }
    moved = fromHost_ * moved;
    for (const std::size_t root : roots_) {
        const Frame frame = moved * Frame::of(toMat4(outBones[root]));
        glm::dmat4 matrix(frame.linear);
        matrix[3] = glm::dvec4(frame.origin, 1.);
        outBones[root] = decompose(glm::mat4(matrix)).transform;
    }
}

void SkeletonMotion::appendHostTimes(std::vector<double>& times) const
{
    for (const BoneChannels& host : hosts_) {
        for (const auto& channel : {host.translation, host.rotation, host.scale}) {
            if (channel) {
                const auto track = clip_.timeTrack(clip_.channels()[*channel].timeTrack);
                times.insert(times.end(), track.begin(), track.end());
            }
        }
    }
}

}  // namespace armature
