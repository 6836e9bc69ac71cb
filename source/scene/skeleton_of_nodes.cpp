#include <armature/scene/skeleton_of_nodes.hpp>

#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <armature/math/affine.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/label.hpp"

namespace armature {

Skeleton& createSkeletonOfNodes(TransformNode& root, std::string_view name)
{
    if (root.getParent() != nullptr && root.getParent()->isBone()) {
        throw std::invalid_argument(
            fmt::format("{}: the node {} hangs on a bone; a skeleton lives in the space of a node", named("skeleton", name), label(root)));
    }
    auto skeleton = std::make_unique<Skeleton>(name);
    std::unordered_map<const Node*, Bone*> bones;
    const auto addBone = [&](Node& node) {
        const auto parent = bones.find(node.getParent());
        BoneOptions options;
        options.parent = parent != bones.end() ? parent->second : nullptr;
        options.local = node.getLocalMatrix();
        options.rest = options.local;
        options.bind = isInvertible(toAffine(*options.local)) ? *options.local : glm::mat4(1.f);
        Bone& bone = skeleton->createBone(node.getName(), options);
        bone.linkTransformNode(node.asTransformNode(), LinkMode::ForwardWrites);
        bones.emplace(&node, &bone);
    };
    addBone(root);
    root.forEachDescendant(addBone);
    skeleton->setHostNode(root.getParent() != nullptr ? root.getParent()->asTransformNode() : nullptr);
    return root.getScene().addSkeleton(std::move(skeleton));
}

}  // namespace armature
