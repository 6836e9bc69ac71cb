#include "playback.hpp"

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

FilePose::FilePose(Scene& scene) : scene_(scene)
{
    for (TransformNode* node : scene.nodes()) {
        unmoved_.emplace(node, node->getTransform());
    }
    for (Skeleton* skeleton : scene.skeletons()) {
        for (Bone* bone : skeleton->bones()) {
            unmoved_.emplace(bone, bone->getTransform());
        }
    }
    for (const AnimationGroup* group : scene.animationGroups()) {
        include(group->getClip());
    }
    for (MeshInstance* instance : scene.meshInstances()) {
        if (!instance->getMorphWeights().empty()) {
            morphWeights_.push_back({instance, instance->getMorphWeights()});
        }
    }
}

void FilePose::include(const AnimationClip& clip)
{
    const auto move = [this](auto& list, auto* target) {
        if (const auto saved = unmoved_.extract(target); !saved.empty()) {
            list.push_back({target, saved.mapped()});
        }
    };
    const auto skeletons = scene_.skeletons();
    for (const AnimationChannel& channel : clip.channels()) {
        const ChannelTarget& target = channel.target;
        const bool isBone = target.kind == ChannelTarget::Kind::Bone;
        if (isBone && target.skeleton < skeletons.size() && target.index < skeletons[target.skeleton]->bones().size()) {
            move(bones_, skeletons[target.skeleton]->bones()[target.index]);
        } else if (target.kind == ChannelTarget::Kind::Node && target.index < scene_.nodes().size()) {
            move(nodes_, scene_.nodes()[target.index]);
        }
    }
}

void FilePose::restore() const
{
    for (const auto& saved : nodes_) {
        saved.target->setTransform(saved.transform);
    }
    for (const auto& saved : bones_) {
        saved.target->setTransform(saved.transform);
    }
    for (const SavedWeights& saved : morphWeights_) {
        saved.instance->setMorphWeights(saved.weights);
    }
}

}  // namespace armature::tools
