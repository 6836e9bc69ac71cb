#include "playback.hpp"

#include <set>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

FilePose::FilePose(Scene& scene)
{
    std::set<const Node*> seen;
    for (const AnimationGroup* group : scene.animationGroups()) {
        for (const AnimationChannel& channel : group->getClip().channels()) {
            const ChannelTarget& target = channel.target;
            const bool isBone = target.kind == ChannelTarget::Kind::Bone;
            if (isBone && target.skeleton < scene.skeletons().size() && target.index < scene.skeletons()[target.skeleton]->bones().size()) {
                Bone* bone = scene.skeletons()[target.skeleton]->bones()[target.index];
                if (seen.insert(bone).second) {
                    bones_.push_back({bone, bone->getTransform()});
                }
            } else if (target.kind == ChannelTarget::Kind::Node && target.index < scene.nodes().size()) {
                TransformNode* node = scene.nodes()[target.index];
                if (seen.insert(node).second) {
                    nodes_.push_back({node, node->getTransform()});
                }
            }
        }
    }
    for (MeshInstance* instance : scene.meshInstances()) {
        if (!instance->getMorphWeights().empty()) {
            morphWeights_.push_back({instance, instance->getMorphWeights()});
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
