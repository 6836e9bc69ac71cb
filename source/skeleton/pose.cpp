#include <armature/skeleton/pose.hpp>

#include <bit>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/bit_hash.hpp"
#include "base/words.hpp"
#include "node/node_access.hpp"
#include "skeleton/pose_writes.hpp"
#include "skeleton/skeleton_access.hpp"
#include "skeleton/skeleton_state.hpp"

namespace armature {

namespace {

void requireSameSize(const Pose& a, const Pose& b)
{
    if (a.bones.size() != b.bones.size()) {
        throw std::invalid_argument(
            fmt::format("a pose of {} and one of {} do not match", a.bones.size(), counted(b.bones.size(), "bone")));
    }
}

glm::quat slerpShorterArc(const glm::quat& from, const glm::quat& to, float weight)
{
    const glm::dquat a(from);
    const glm::dquat b = glm::dot(a, glm::dquat(to)) < 0. ? -glm::dquat(to) : glm::dquat(to);
    return glm::quat(glm::normalize(glm::slerp(a, b, static_cast<double>(weight))));
}

// Returns the factor from `base` to `scale`; 1 if both are 0. Throws std::invalid_argument if only `base` is 0.
float scaleRatio(float base, float scale, std::size_t bone)
{
    if (base == 0.f && scale != 0.f) {
        throw std::invalid_argument(fmt::format("bone {}: no factor leads from a scale of 0 to {}", bone, scale));
    }
    return base == 0.f ? 1.f : scale / base;
}

float weightedFactor(float factor, float weight)
{
    const float magnitude = std::pow(std::abs(factor), weight);
    return factor < 0.f && weight >= 0.5f ? -magnitude : magnitude;
}

/// Returns the pose in which bone i is combine(a.bones[i], b.bones[i], i). Throws std::invalid_argument if the poses have different numbers
/// of bones.
template <class Combine>
Pose combined(const Pose& a, const Pose& b, const Combine& combine)
{
    requireSameSize(a, b);
    Pose result;
    result.bones.reserve(a.bones.size());
    for (std::size_t i = 0; i < a.bones.size(); ++i) {
        result.bones.push_back(combine(a.bones[i], b.bones[i], i));
    }
    return result;
}

}  // namespace

Transform blendTransforms(const Transform& from, const Transform& to, float weight)
{
    return {from.translation + (to.translation - from.translation) * weight, slerpShorterArc(from.rotation, to.rotation, weight),
            from.scale + (to.scale - from.scale) * weight};
}

Pose capturePose(const Skeleton& skeleton)
{
    Pose pose;
    capturePose(skeleton, pose);
    return pose;
}

void capturePose(const Skeleton& skeleton, Pose& outPose)
{
    outPose.bones.clear();
    for (const Bone* bone : skeleton.bones()) {
        outPose.bones.push_back(bone->getTransform());
    }
}

Pose captureRestPose(const Skeleton& skeleton)
{
    Pose pose;
    for (const Bone* bone : skeleton.bones()) {
        pose.bones.push_back(SkeletonAccess::rest(*bone).toParts());
    }
    return pose;
}

void applyPose(Skeleton& skeleton, const Pose& pose)
{
    const auto bones = skeleton.bones();
    if (pose.bones.size() != bones.size()) {
        throw std::invalid_argument(fmt::format("{}: a pose of {} does not fit a skeleton of {}", named("skeleton", skeleton.getName()),
                                                counted(pose.bones.size(), "bone"), bones.size()));
    }
    auto& state = SkeletonAccess::state(skeleton);
    if (state.hierarchy.areAllParts()) {
        state.writeAllParts(pose.bones);
    } else {
        writeTransforms(bones, pose.bones, [](const Node& bone) { return std::optional(NodeAccess::driver(bone)); });
    }
}

Pose blendPoses(const Pose& from, const Pose& to, float weight)
{
    return combined(from, to, [weight](const Transform& a, const Transform& b, std::size_t) { return blendTransforms(a, b, weight); });
}

Pose differenceOfPoses(const Pose& base, const Pose& pose)
{
    return combined(base, pose, [](const Transform& from, const Transform& to, std::size_t bone) {
        const glm::vec3 ratio(scaleRatio(from.scale.x, to.scale.x, bone), scaleRatio(from.scale.y, to.scale.y, bone),
                              scaleRatio(from.scale.z, to.scale.z, bone));
        return Transform{to.translation - from.translation,
                         glm::quat(glm::normalize(glm::conjugate(glm::dquat(from.rotation)) * glm::dquat(to.rotation))), ratio};
    });
}

Pose addDifference(const Pose& base, const Pose& difference, float weight)
{
    return combined(base, difference, [weight](const Transform& from, const Transform& by, std::size_t) {
        const glm::quat turn = slerpShorterArc(glm::quat(1.f, 0.f, 0.f, 0.f), by.rotation, weight);
        const glm::vec3 factor(weightedFactor(by.scale.x, weight), weightedFactor(by.scale.y, weight), weightedFactor(by.scale.z, weight));
        return Transform{from.translation + by.translation * weight,
                         glm::quat(glm::normalize(glm::dquat(from.rotation) * glm::dquat(turn))), from.scale * factor};
    });
}

// Hashes the bytes of each number, lowest first.
std::uint64_t hashOf(const Pose& pose) noexcept
{
    std::uint64_t hash = emptyHash;
    const auto add = [&](float number) {
        const auto bits = std::bit_cast<std::uint32_t>(number == 0.f ? 0.f : number);
        for (unsigned shift = 0; shift < 32; shift += 8) {
            hash = hashByte(hash, (bits >> shift) & 0xffu);
        }
    };
    for (const Transform& bone : pose.bones) {
        for (const float number : {bone.translation.x, bone.translation.y, bone.translation.z, bone.rotation.x, bone.rotation.y,
                                   bone.rotation.z, bone.rotation.w, bone.scale.x, bone.scale.y, bone.scale.z}) {
            add(number);
        }
    }
    return hash;
}

}  // namespace armature
