#include "animation/clip/nodes_around.hpp"

#include <unordered_set>
#include <utility>

#include <armature/animation/animation_targets.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature {

namespace {

class NodeCollector {
public:
    explicit NodeCollector(Skeleton& skeleton)
    {
        for (Bone* const bone : skeleton.bones()) {
            if (TransformNode* const driver = bone->getTransformNode()) {
                drivers_.insert(driver);
            }
        }
    }

    void addAbove(Node* node)
    {
        for (; node != nullptr && climbed_.insert(node).second; node = node->getParent()) {
            add(*node);
        }
    }

    void addBelow(Node& top)
    {
        std::vector<Node*> open{&top};
        while (!open.empty()) {
            Node& node = *open.back();
            open.pop_back();
            if (!descended_.insert(&node).second) {
                continue;
            }
            add(node);
            for (Node& child : node.getChildren()) {
                open.push_back(&child);
            }
        }
    }

    [[nodiscard]] std::vector<TransformNode*> take() { return std::move(nodes_); }

private:
    void add(Node& node)
    {
        TransformNode* const added = node.asTransformNode();
        if (added != nullptr && !drivers_.contains(added) && found_.insert(added).second) {
            nodes_.push_back(added);
        }
    }

    std::unordered_set<const Node*> drivers_;
    std::unordered_set<const Node*> climbed_;
    std::unordered_set<const Node*> descended_;
    std::unordered_set<const Node*> found_;
    std::vector<TransformNode*> nodes_;
};

}  // namespace

std::vector<TransformNode*> nodesAround(AnimationTargets& scene, Skeleton& skeleton)
{
    NodeCollector around(skeleton);
    around.addAbove(skeleton.getHostNode());
    for (Bone* const bone : skeleton.bones()) {
        around.addBelow(*bone);
        if (TransformNode* const driver = bone->getTransformNode()) {
            around.addAbove(driver);
            around.addBelow(*driver);
        }
    }
    for (MeshInstance* const instance : scene.meshInstances()) {
        if (instance->getSkeleton() == &skeleton) {
            around.addAbove(&instance->getNode());
        }
    }
    return around.take();
}

}  // namespace armature
