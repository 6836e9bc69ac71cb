#include <armature/animation/channel_target.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_targets.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/channel_targets.hpp"
#include "animation/clip/property_owner.hpp"
#include "node/node_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

// Limits on the number of names and characters in a ChannelTarget::path. A clip stores one path per channel, and the names of the nearest
// ancestors usually suffice to distinguish targets of the same name.
constexpr std::size_t mostNames = 8;
constexpr std::size_t mostCharacters = 128;

template <class List>
std::size_t indexIn(const List& list, const void* object)
{
    return static_cast<std::size_t>(std::ranges::find(list, object) - list.begin());
}

}  // namespace

TargetIdentity::TargetIdentity(Node& node) : node_(node), owner_(lifetimeOfOwner(node)) {}

const Lifetime& lifetimeOfOwner(const Node& node) noexcept
{
    const Bone* const bone = node.asBone();
    return bone != nullptr ? bone->getSkeleton().getLifetime() : NodeAccess::owner(*node.asTransformNode()).targets().getLifetime();
}

std::string nearPathOf(const Node& node)
{
    std::array<std::string_view, mostNames> names;  // first the node's own name, then those of its parent and further ancestors
    std::size_t count = 0;
    std::size_t characters = 0;
    for (const Node* each = &node; each != nullptr && count < mostNames; each = each->getParent()) {
        const std::string_view name = each->getName();
        if (characters + name.size() + 1 > mostCharacters) {
            break;
        }
        characters += name.size() + 1;
        names[count++] = name;
    }
    std::string path;
    path.reserve(characters);
    for (std::size_t name = count; name-- > 0;) {
        path += names[name];
        path += name > 0 ? "/" : "";
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
            TargetIdentity(node),
            {}};
}

ChannelTarget ChannelTarget::of(Node& node)
{
    const Bone* const bone = node.asBone();
    if (bone == nullptr) {
        return makeTarget(node, indexIn(NodeAccess::owner(*node.asTransformNode()).targets().nodes(), &node), 0);
    }
    const TransformNodeOwner* const owner = SkeletonAccess::state(bone->getSkeleton()).owner;
    return makeTarget(node, SkeletonAccess::positionOf(*bone),
                      owner != nullptr ? indexIn(owner->targets().skeletons(), &bone->getSkeleton()) : 0);
}

ChannelTarget ChannelTarget::of(Node& node, std::string property)
{
    ChannelTarget target = of(node);
    target.property = std::move(property);
    return target;
}

ChannelTarget ChannelTarget::of(const AnimationTargets& scene, Kind kind, std::size_t index, std::string property)
{
    if (!isListed(kind)) {
        throw std::invalid_argument("channel target: the kind must be Material, Camera or Light");
    }
    const PropertyOwner& owner = scene.getProperties();
    if (index >= owner.countOf(kind)) {
        throw std::out_of_range(fmt::format("channel target: there is no {}, the scene has {} of them",
                                            placeInLists({.kind = kind, .index = index}), owner.countOf(kind)));
    }
    return {.kind = kind,
            .index = index,
            .name = std::string(owner.nameOf(kind, index)),
            .identity = TargetIdentity(scene.getLifetime()),
            .property = std::move(property)};
}

ChannelTarget ChannelTarget::curve(std::string name)
{
    return {.kind = Kind::Curve, .name = std::move(name)};
}

}  // namespace armature
