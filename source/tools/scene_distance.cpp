#include "difference.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "playback.hpp"
#include "posed_scene.hpp"

namespace armature::tools {

namespace {

constexpr std::size_t momentsOfClip = 9;

std::vector<Moment> momentsOf(const SceneMatch& match)
{
    std::vector<Moment> moments{{}};
    for (std::size_t group = 0; group < match.groups.size(); ++group) {
        for (std::size_t moment = 0; moment < momentsOfClip; ++moment) {
            const double duration = match.groups[group].first->getClip().getDuration();
            moments.push_back({group, duration * static_cast<double>(moment) / (momentsOfClip - 1)});
        }
    }
    return moments;
}

/// Radians.
float angleBetween(const glm::quat& a, const glm::quat& b)
{
    const glm::dquat turn = glm::conjugate(glm::dquat(a)) * glm::dquat(b);
    return static_cast<float>(2. * std::atan2(glm::length(glm::dvec3(turn.x, turn.y, turn.z)), std::abs(turn.w)));
}

void compareMeshes(const SceneMatch& match, std::uint32_t moment, SceneDistance& distance)
{
    for (std::size_t pair = 0; pair < match.instances.size(); ++pair) {
        const auto& [one, other] = match.instances[pair];
        for (std::size_t number = 0; number < one->getMesh()->primitives().size(); ++number) {
            const auto posed = poseVertices(*one, one->getMesh()->primitives()[number]).positions;
            const auto otherPosed = poseVertices(*other, other->getMesh()->primitives()[number]).positions;
            for (std::size_t vertex = 0; vertex < posed.size(); ++vertex) {
                const float between = glm::distance(posed[vertex], otherPosed[vertex]);
                distance.meshes[pair][number][vertex].add(between, moment);
                distance.largest.add(between, moment);
            }
        }
    }
}

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

SceneDistance measureDistance(Scene& a, Scene& b, const SceneMatch& match)
{
    SceneDistance distance;
    distance.moments = momentsOf(match);
    distance.bones.resize(match.bones.size());
    distance.boneTurns.resize(match.bones.size());
    for (const auto& [one, other] : match.instances) {
        auto& primitives = distance.meshes.emplace_back();
        for (const Primitive& primitive : one->getMesh()->primitives()) {
            primitives.emplace_back(primitive.positions.size());
            distance.vertices += primitive.positions.size();
        }
    }
    const FilePose poseOfA(a);
    const FilePose poseOfB(b);
    for (std::uint32_t moment = 0; moment < distance.moments.size(); ++moment) {
        poseAt(distance.moments[moment], match);
        compareMeshes(match, moment, distance);
        compareBones(match, moment, distance);
        poseOfA.restore();
        poseOfB.restore();
    }
    return distance;
}

}  // namespace armature::tools
