#include "scene_distance.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <vector>

#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>

#include "posed_mesh.hpp"

namespace armature::tools {

namespace {

using Instances = std::vector<const MeshInstance*>;

/// In the order in which a file has them: by node, and the second and further meshes of a node after all others.
Instances inOrderOfNodes(const Scene& scene)
{
    std::unordered_map<const TransformNode*, std::size_t> places;
    for (const TransformNode* node : scene.nodes()) {
        places.emplace(node, places.size());
    }
    const auto placeOf = [&](const MeshInstance* instance) {
        const bool isFirst = instance->getNode().meshInstances().front() == instance;
        return isFirst ? places.at(&instance->getNode()) : places.size();
    };
    Instances instances;
    std::ranges::copy_if(scene.meshInstances(), std::back_inserter(instances),
                         [](const MeshInstance* instance) { return !instance->getMesh()->primitives().empty(); });
    std::ranges::stable_sort(instances, {}, placeOf);
    return instances;
}

bool haveSameShape(const Instances& a, const Instances& b)
{
    return std::ranges::equal(a, b, [](const MeshInstance* one, const MeshInstance* other) {
        return std::ranges::equal(
            one->getMesh()->primitives(), other->getMesh()->primitives(), {},
            [](const Primitive& primitive) { return primitive.positions.size(); },
            [](const Primitive& primitive) { return primitive.positions.size(); });
    });
}

std::vector<AnimationGroup*> groupsThatMove(Scene& scene)
{
    std::vector<AnimationGroup*> groups;
    std::ranges::copy_if(scene.animationGroups(), std::back_inserter(groups),
                         [](const AnimationGroup* group) { return group->unboundChannelCount() < group->getClip().channels().size(); });
    return groups;
}

void comparePoses(const Instances& a, const Instances& b, SceneDistance& distance)
{
    ++distance.moments;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t number = 0; number < a[i]->getMesh()->primitives().size(); ++number) {
            const auto posedA = poseVertices(*a[i], a[i]->getMesh()->primitives()[number]).positions;
            const auto posedB = poseVertices(*b[i], b[i]->getMesh()->primitives()[number]).positions;
            for (std::size_t vertex = 0; vertex < posedA.size(); ++vertex) {
                distance.largest = std::max(distance.largest, glm::distance(posedA[vertex], posedB[vertex]));
            }
        }
    }
}

}  // namespace

std::optional<SceneDistance> measureDistance(Scene& model, Scene& written)
{
    constexpr std::size_t momentsOfClip = 9;
    const Instances instances = inOrderOfNodes(model);
    const Instances others = inOrderOfNodes(written);
    const auto groups = groupsThatMove(model);
    const auto otherGroups = groupsThatMove(written);
    if (!haveSameShape(instances, others) || groups.size() != otherGroups.size()) {
        return std::nullopt;
    }
    SceneDistance distance;
    for (const MeshInstance* instance : instances) {
        for (const Primitive& primitive : instance->getMesh()->primitives()) {
            distance.vertices += primitive.positions.size();
        }
    }
    comparePoses(instances, others, distance);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (std::size_t moment = 0; moment < momentsOfClip; ++moment) {
            const double seconds = groups[i]->getClip().getDuration() * static_cast<double>(moment) / (momentsOfClip - 1);
            groups[i]->goTo(seconds);
            otherGroups[i]->goTo(seconds);
            comparePoses(instances, others, distance);
        }
    }
    return distance;
}

}  // namespace armature::tools
