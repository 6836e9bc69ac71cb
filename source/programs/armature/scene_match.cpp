#include "difference.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/gltf_names.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "scene_words.hpp"

namespace armature::tools {

namespace {

using Instances = std::vector<const MeshInstance*>;
using Texts = std::vector<std::string>;

Instances filledInstances(const Scene& scene)
{
    Instances instances;
    std::ranges::copy_if(scene.meshInstances(), std::back_inserter(instances),
                         [](const MeshInstance* instance) { return !instance->getMesh()->primitives().empty(); });
    return instances;
}

/// Returns instances in the order of a file: skinned ones first, then by node, with further meshes of a node after all others.
Instances inOrderOfNodes(const Scene& scene)
{
    std::unordered_map<const TransformNode*, std::size_t> places;
    for (const TransformNode* node : scene.nodes()) {
        places.emplace(node, places.size());
    }
    const auto placeOf = [&](const MeshInstance* instance) {
        const bool isFirst = instance->getNode().meshInstances().front() == instance;
        const std::size_t place = isFirst ? places.at(&instance->getNode()) : places.size();
        return std::pair(instance->getSkeleton() == nullptr, place);  // quantised meshes without skin have nodes of their own, at the end
    };
    Instances instances = filledInstances(scene);
    std::ranges::stable_sort(instances, {}, placeOf);
    return instances;
}

bool haveSameShape(const MeshInstance& a, const MeshInstance& b)
{
    const auto vertices = [](const Primitive& primitive) { return primitive.positions.size(); };
    return std::ranges::equal(a.getMesh()->primitives(), b.getMesh()->primitives(), {}, vertices, vertices);
}

std::vector<AnimationGroup*> groupsThatMove(Scene& scene)
{
    std::vector<AnimationGroup*> groups;
    std::ranges::copy_if(scene.animationGroups(), std::back_inserter(groups),
                         [](const AnimationGroup* group) { return group->unboundChannelCount() < group->getClip().channels().size(); });
    return groups;
}

// --- by name --------------------------------------------------------------------------------------------------------

/// Returns, for example, clip "walk".
std::string titled(std::string_view what, std::string_view name)
{
    return fmt::format("{} {}", what, inQuotes(name));
}

/// Pairs up things of the same name, in the order of `a`. Each thing that the other scene lacks adds a line that begins with `what`.
template <class Thing, class Things, class NameOf>
std::vector<std::pair<Thing, Thing>> pairUp(const Things& a, const Things& b, const NameOf& nameOf, std::string_view what,
                                            Texts& outDifferences)
{
    std::map<std::string, std::vector<Thing>> others;  // the things of each name, in reverse order: the next one is at the back
    for (auto each = std::rbegin(b); each != std::rend(b); ++each) {
        others[nameOf(*each)].push_back(*each);
    }
    std::vector<std::pair<Thing, Thing>> pairs;
    for (const Thing& one : a) {
        const auto found = others.find(nameOf(one));
        if (found == others.end() || found->second.empty()) {
            outDifferences.push_back(fmt::format("{}: only in the first", titled(what, nameOf(one))));
        } else {
            pairs.emplace_back(one, found->second.back());
            found->second.pop_back();
        }
    }
    for (const Thing& other : b) {
        auto& left = others[nameOf(other)];
        if (std::ranges::find(left, other) != left.end()) {
            outDifferences.push_back(fmt::format("{}: only in the second", titled(what, nameOf(other))));
        }
    }
    return pairs;
}

std::string parentName(const Node& node)
{
    return node.getParent() != nullptr ? inQuotes(node.getParent()->getName()) : std::string("nothing");
}

void compareNodes(const Scene& a, const Scene& b, Texts& outDifferences)
{
    const auto nameOf = [](const TransformNode* node) { return node->getName(); };
    for (const auto& [one, other] : pairUp<const TransformNode*>(a.nodes(), b.nodes(), nameOf, "node", outDifferences)) {
        if (parentName(*one) != parentName(*other)) {
            outDifferences.push_back(fmt::format("{}: on {} in the first, on {} in the second", titled("node", one->getName()),
                                                 parentName(*one), parentName(*other)));
        }
    }
}

void matchSkins(const Scene& a, const Scene& b, SceneMatch& match, Texts& outDifferences)
{
    const auto nameOfSkin = [](const Skeleton* skeleton) { return skeleton->getName(); };
    for (const auto& [one, other] : pairUp<const Skeleton*>(a.skeletons(), b.skeletons(), nameOfSkin, "skin", outDifferences)) {
        Texts inside;
        const auto nameOfBone = [](const Bone* bone) { return bone->getName(); };
        for (const auto& [bone, otherBone] : pairUp<const Bone*>(one->bones(), other->bones(), nameOfBone, "joint", inside)) {
            match.bones.emplace_back(bone, otherBone);
        }
        for (const std::string& line : inside) {
            outDifferences.push_back(fmt::format("{}: {}", titled("skin", one->getName()), line));
        }
    }
}

void matchInstances(const Scene& a, const Scene& b, SceneMatch& match, Texts& outDifferences)
{
    const auto nameOf = [](const MeshInstance* instance) { return instance->getNode().getName(); };
    const auto vertices = [](const MeshInstance& instance) {
        std::size_t count = 0;
        for (const Primitive& primitive : instance.getMesh()->primitives()) {
            count += primitive.positions.size();
        }
        return counted(count, "vertex", "vertices") + " in " + counted(instance.getMesh()->primitives().size(), "primitive");
    };
    for (const auto& [one, other] :
         pairUp<const MeshInstance*>(inOrderOfNodes(a), inOrderOfNodes(b), nameOf, "mesh at node", outDifferences)) {
        if (haveSameShape(*one, *other)) {
            match.instances.emplace_back(one, other);
        } else {
            outDifferences.push_back(fmt::format("{}: {} in the first, {} in the second", titled("mesh at node", nameOf(one)),
                                                 vertices(*one), vertices(*other)));
        }
    }
}

void matchClips(Scene& a, Scene& b, SceneMatch& match, Texts& outDifferences)
{
    const auto nameOf = [](const AnimationGroup* group) { return group->getName(); };
    match.groups = pairUp<AnimationGroup*>(a.animationGroups(), b.animationGroups(), nameOf, "clip", outDifferences);
    for (const auto& [one, other] : match.groups) {
        const std::string clip = titled("clip", one->getName());
        const double duration = one->getClip().getDuration();
        const double otherDuration = other->getClip().getDuration();
        if (std::abs(duration - otherDuration) > 1e-3) {
            outDifferences.push_back(fmt::format("{}: {:.4g} s in the first, {:.4g} s in the second", clip, duration, otherDuration));
        }
        const auto channelsOf = [](const AnimationClip& from) {
            Texts names;
            for (const AnimationChannel& channel : from.channels()) {
                names.push_back(fmt::format("{} of {}", gltfName(channel.path), channel.target.name));
            }
            return names;
        };
        Texts inside;
        const auto itself = [](const std::string& name) { return name; };
        static_cast<void>(pairUp<std::string>(channelsOf(one->getClip()), channelsOf(other->getClip()), itself, "channel", inside));
        for (const std::string& line : inside) {
            outDifferences.push_back(fmt::format("{}: {}", clip, line));
        }
    }
}

}  // namespace

std::optional<SceneMatch> matchInOrder(Scene& model, Scene& written)
{
    const Instances instances = inOrderOfNodes(model);
    const Instances others = inOrderOfNodes(written);
    const auto groups = groupsThatMove(model);
    const auto otherGroups = groupsThatMove(written);
    const auto areAlike = [](const MeshInstance* a, const MeshInstance* b) { return haveSameShape(*a, *b); };
    if (!std::ranges::equal(instances, others, areAlike) || groups.size() != otherGroups.size()) {
        return std::nullopt;
    }
    SceneMatch match;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        match.instances.emplace_back(instances[i], others[i]);
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        match.groups.emplace_back(groups[i], otherGroups[i]);
    }
    return match;
}

SceneMatch matchByName(Scene& a, Scene& b, std::vector<std::string>& outDifferences)
{
    SceneMatch match;
    compareNodes(a, b, outDifferences);
    matchSkins(a, b, match, outDifferences);
    matchInstances(a, b, match, outDifferences);
    matchClips(a, b, match, outDifferences);
    return match;
}

}  // namespace armature::tools
