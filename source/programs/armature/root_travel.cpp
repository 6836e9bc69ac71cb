#include "root_travel.hpp"

#include <algorithm>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "clip_facts.hpp"

namespace armature::tools {

namespace {

constexpr int deepestRoot = 4;  // how many joints, from the topmost one down, may carry the travel

/// Returns a node or bone of the scene as one that may be changed; null if it is not the scene's.
Node* ownedNode(Scene& scene, const Node* wanted)
{
    for (TransformNode* const node : scene.nodes()) {
        if (node == wanted) {
            return node;
        }
    }
    for (Skeleton* const skeleton : scene.skeletons()) {
        for (Bone* const bone : skeleton->bones()) {
            if (bone == wanted) {
                return bone;
            }
        }
    }
    return nullptr;
}

}  // namespace

RootTravel findRootTravel(Scene& scene, const std::shared_ptr<const AnimationClip>& clip)
{
    const auto skeletons = scene.skeletons();
    const auto largest = std::max_element(skeletons.begin(), skeletons.end(), [](const Skeleton* one, const Skeleton* other) {
        return one->bones().size() < other->bones().size();
    });
    if (largest == skeletons.end() || (*largest)->bones().empty()) {
        return {};
    }
    Bone* bone = (*largest)->getRoots().front();
    for (int depth = 0; bone != nullptr && depth < deepestRoot; ++depth) {
        auto motion = RootMotion::create(clip, *bone, {.source = RootMotionSource::Root});
        if (motion->getInPlaceClip() != clip) {
            return {bone, motion};
        }
        Bone* below = nullptr;
        for (Node& child : bone->getChildren()) {
            below = below == nullptr ? child.asBone() : below;
        }
        bone = below;
    }
    return {};
}

std::shared_ptr<const AnimationClip> clipInPlace(Scene& scene, AnimationGroup& group)
{
    group.goTo(0.);  // nodes above the root, which the clip may not move, stay where they are
    Node* node = ownedNode(scene, topmostMoved(group));
    for (int depth = 0; node != nullptr && depth < deepestRoot; ++depth) {
        auto motion = RootMotion::create(group.shareClip(), scene, *node, nullptr);
        if (motion->getInPlaceClip() != group.shareClip()) {
            return motion->getInPlaceClip();
        }
        const NodeRange children = node->getChildren();
        node = children.begin() != children.end() ? &*children.begin() : nullptr;
    }
    return group.shareClip();
}

}  // namespace armature::tools
