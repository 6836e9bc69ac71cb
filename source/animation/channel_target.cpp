#include <armature/animation/channel_target.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/channel_targets.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

// A path tells apart what has one name: those next to it say most, and a clip has one for each channel.
constexpr std::size_t mostNames = 8;
constexpr std::size_t mostCharacters = 128;

Lifetime::Watch ownerOf(const Node& node)
{
    const Bone* const bone = node.asBone();
    return Lifetime::Watch(bone != nullptr ? bone->getSkeleton().getLifetime() : node.asTransformNode()->getScene().getLifetime());
}

template <class List>
std::size_t placeIn(const List& list, const void* object)
{
    return static_cast<std::size_t>(std::ranges::find(list, object) - list.begin());
}

}  // namespace

TargetIdentity::TargetIdentity(Node& node) : node_(node), owner_(ownerOf(node)) {}

std::string nearPathOf(const Node& node)
{
    std::vector<std::string_view> names;
    std::size_t characters = 0;
    for (const Node* each = &node; each != nullptr && names.size() < mostNames; each = each->getParent()) {
        characters += each->getName().size() + 1;
        if (characters > mostCharacters) {
            break;
        }
        names.push_back(each->getName());
    }
    std::string path;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        path += name != names.rbegin() ? "/" : "";
        path += *name;
    }
    return path;
}

ChannelTarget makeTarget(Node& node, std::size_t index, std::size_t skeleton)
{
    return {node.isBone() ? ChannelTarget::Kind::Bone : ChannelTarget::Kind::Node,
            index,
            skeleton,
            node.getName(),
            nearPathOf(node),
            TargetIdentity(node)};
}

ChannelTarget ChannelTarget::of(Node& node)
{
    const Bone* const bone = node.asBone();
    if (bone == nullptr) {
        return makeTarget(node, placeIn(node.asTransformNode()->getScene().nodes(), &node), 0);
    }
    const Scene* const scene = SkeletonAccess::state(bone->getSkeleton()).scene;
    return makeTarget(node, SkeletonAccess::positionOf(*bone), scene != nullptr ? placeIn(scene->skeletons(), &bone->getSkeleton()) : 0);
}

}  // namespace armature
