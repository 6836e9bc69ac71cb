#include "difference.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/bit_hash.hpp"
#include "playback.hpp"
#include "posed_scene.hpp"

namespace armature::tools {

namespace {

std::vector<Moment> momentsOf(const SceneMatch& match)
{
    std::vector<Moment> moments{{}};
    for (std::size_t group = 0; group < match.groups.size(); ++group) {
        for (std::size_t moment = 0; moment < posesOfClip; ++moment) {
            const double duration = match.groups[group].first->getClip().getDuration();
            moments.push_back({group, duration * static_cast<double>(moment) / (posesOfClip - 1)});
        }
    }
    return moments;
}

/// Returns the angle between two rotations, in radians.
float angleBetween(const glm::quat& a, const glm::quat& b)
{
    const glm::dquat turn = glm::conjugate(glm::dquat(a)) * glm::dquat(b);
    return static_cast<float>(2. * std::atan2(glm::length(glm::dvec3(turn.x, turn.y, turn.z)), std::abs(turn.w)));
}

constexpr std::uint64_t nanosecondsOfBones = 1200;  // to compare two bones, including their world rotations

/// Extends `hash` by everything that decides where the vertices of an instance are: morph weights, bone matrices, world matrix.
std::uint64_t poseOf(const MeshInstance& instance, std::uint64_t hash)
{
    const auto add = [&hash](const auto& numbers) { hash = hashBytes(std::as_bytes(std::span(numbers)), hash); };
    add(instance.getMorphWeights());
    const Skeleton* const skeleton = instance.getSkeleton();
    if (skeleton != nullptr) {
        add(skeleton->getFinalMatrices(instance.getInverseBindSet()));
    }
    const glm::mat4 world = skeleton != nullptr ? skeleton->getWorldMatrix() : instance.getNode().getWorldMatrix();
    add(std::span(&world, 1));
    return hash;
}

std::uint64_t costOfInstance(const MeshInstance& instance)
{
    const Skeleton* const skeleton = instance.getSkeleton();
    const std::size_t joints = skeleton != nullptr ? skeleton->getFinalMatrices(instance.getInverseBindSet()).size() : 0;
    return costOfWork(joints, 100) + costOfWork(instance.getMorphWeights().size() + 16, 10);
}

/// Compares vertices, but skips pairs of instances whose poses have not changed since they were last compared.
class MeshComparison {
public:
    MeshComparison(const SceneMatch& match, Effort& effort, DistanceDetail detail, SceneDistance& distance)
        : match_(match), effort_(effort), detail_(detail), distance_(distance), poses_(match.instances.size())
    {
        constexpr std::uint64_t bytesOfVertex = 128;  // memory for each vertex, including that of the report
        for (const auto& [one, other] : match.instances) {
            std::size_t vertices = 0;
            for (const Primitive& primitive : one->getMesh()->primitives()) {
                vertices += primitive.positions.size();
            }
            distance.vertices += vertices;
            if (detail == DistanceDetail::Vertices) {
                effort.require(productOf(vertices, bytesOfVertex), "listing the distances of all vertices");
                auto& primitives = distance.meshes.emplace_back();
                for (const Primitive& primitive : one->getMesh()->primitives()) {
                    primitives.emplace_back(primitive.positions.size());
                }
            }
        }
    }

    /// Compares one moment. If there is not enough effort left, throws Error for DistanceDetail::Vertices, and returns false for a summary.
    [[nodiscard]] bool compare(std::uint32_t moment)
    {
        for (std::size_t pair = 0; pair < match_.instances.size(); ++pair) {
            const auto& [one, other] = match_.instances[pair];
            if (!isAfforded(costOfInstance(*one) + costOfInstance(*other))) {
                return false;
            }
            const std::uint64_t pose = poseOf(*other, poseOf(*one, emptyHash));
            if (moment > 0 && pose == poses_[pair]) {
                continue;
            }
            if (!isAfforded(costOfVertices(*one) + costOfVertices(*other))) {
                return false;
            }
            poses_[pair] = pose;
            compare(pair, moment);
        }
        return true;
    }

    [[nodiscard]] bool isAfforded(std::uint64_t cost)
    {
        if (detail_ == DistanceDetail::Vertices) {
            effort_.require(cost, "comparing vertices in all poses");
            return true;
        }
        return effort_.affords(cost);
    }

private:
    void compare(std::size_t pair, std::uint32_t moment)
    {
        const auto& [one, other] = match_.instances[pair];
        for (std::size_t number = 0; number < one->getMesh()->primitives().size(); ++number) {
            const auto posed = poseVertices(*one, one->getMesh()->primitives()[number]).positions;
            const auto otherPosed = poseVertices(*other, other->getMesh()->primitives()[number]).positions;
            for (std::size_t vertex = 0; vertex < posed.size(); ++vertex) {
                const float between = glm::distance(posed[vertex], otherPosed[vertex]);
                distance_.largest.add(between, moment);
                if (detail_ == DistanceDetail::Vertices) {
                    distance_.meshes[pair][number][vertex].add(between, moment);
                }
            }
        }
    }

    const SceneMatch& match_;
    Effort& effort_;
    DistanceDetail detail_;
    SceneDistance& distance_;
    std::vector<std::uint64_t> poses_;  // by pair: hash of the pose last compared
};

void compareBones(const SceneMatch& match, std::uint32_t moment, SceneDistance& distance)
{
    for (std::size_t pair = 0; pair < match.bones.size(); ++pair) {
        const auto& [one, other] = match.bones[pair];
        distance.bones[pair].add(glm::distance(glm::vec3(one->getWorldMatrix()[3]), glm::vec3(other->getWorldMatrix()[3])), moment);
        distance.boneTurns[pair].add(angleBetween(one->getRotationQuaternion(Space::World), other->getRotationQuaternion(Space::World)),
                                     moment);
    }
}

}  // namespace

void poseAt(const Moment& moment, const SceneMatch& match)
{
    if (moment.group) {
        match.groups[*moment.group].first->goTo(moment.seconds);
        match.groups[*moment.group].second->goTo(moment.seconds);
    }
}

SceneDistance measureDistance(Scene& a, Scene& b, const SceneMatch& match, Effort& effort, DistanceDetail detail)
{
    SceneDistance distance;
    distance.moments = momentsOf(match);
    distance.bones.resize(match.bones.size());
    distance.boneTurns.resize(match.bones.size());
    MeshComparison meshes(match, effort, detail, distance);
    const FilePose poseOfA(a);
    const FilePose poseOfB(b);
    for (std::uint32_t moment = 0; moment < distance.moments.size(); ++moment) {
        const auto group = distance.moments[moment].group;
        const std::uint64_t costOfPoses =
            group ? costOfPose(a, match.groups[*group].first->getClip()) + costOfPose(b, match.groups[*group].second->getClip()) : 0;
        const bool isAfforded = meshes.isAfforded(costOfPoses + costOfWork(match.bones.size(), nanosecondsOfBones));
        poseAt(distance.moments[moment], match);
        if (isAfforded && meshes.compare(moment)) {
            compareBones(match, moment, distance);
            distance.compared = moment + 1;
        }
        poseOfA.restore();
        poseOfB.restore();
        if (distance.compared == moment) {
            break;
        }
        effort.advance();
    }
    effort.end();
    return distance;
}

}  // namespace armature::tools
