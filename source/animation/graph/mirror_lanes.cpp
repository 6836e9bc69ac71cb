#include "animation/graph/mirror_lanes.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include <armature/math/decompose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/transform_lanes.hpp"
#include "skeleton/joint_rig_data.hpp"

namespace armature {

// Let R be the absolute rest matrices, S the reflection, c the counterpart of bone b, and L the local pose of c. mirrorPose() gives b the
// local pose inverse(R of b's parent) * S * (R of c's parent) * L * inverse(R of c) * S * (R of b).
MirrorLanes::MirrorLanes(const Skeleton& rig, const MirrorMap& map)
{
    const JointRigData joints(rig);
    const std::size_t count = joints.names.size();
    const std::span<const armature::Bone* const> bones = rig.bones();
    std::vector<glm::dmat4> rests(count);
    std::vector<bool> isKnown(count, false);
    const Pose local = captureRestPose(rig);
    const auto restOf = [&](auto&& self, std::size_t bone) -> const glm::dmat4& {
        if (!isKnown[bone]) {
            const glm::dmat4 own(toMat4(local.bones[bone]));
            const std::uint32_t parent = joints.parents[bone];
            rests[bone] = parent == noSlot ? own : self(self, parent) * own;
            isKnown[bone] = true;
        }
        return rests[bone];
    };
    glm::dmat4 reflection(1.);
    reflection[0][0] = -1.;
    for (std::size_t bone = 0; bone < count; ++bone) {
        const std::size_t counterpart = map[bone];
        const std::uint32_t parent = joints.parents[bone];
        const std::uint32_t theirs = joints.parents[counterpart];
        const bool isPaired = parent == noSlot ? theirs == noSlot : theirs != noSlot && map[parent] == theirs;
        if (!isPaired) {
            throw std::invalid_argument(fmt::format("{}: {} and {} are counterparts, but their parents are not",
                                                    named("skeleton", rig.getName()), inQuotes(bones[bone]->getName()),
                                                    inQuotes(bones[counterpart]->getName())));
        }
        if (!isInvertible(toAffine(restOf(restOf, bone)))) {
            throw std::invalid_argument(
                fmt::format("{}: the rest of {} is singular", named("skeleton", rig.getName()), inQuotes(bones[bone]->getName())));
        }
    }
    for (std::size_t bone = 0; bone < count; ++bone) {
        const std::size_t counterpart = map[bone];
        const auto above = [&](std::size_t of) { return joints.parents[of] == noSlot ? glm::dmat4(1.) : rests[joints.parents[of]]; };
        bones_.push_back({static_cast<std::uint32_t>(counterpart), toAffine(glm::inverse(above(bone)) * reflection * above(counterpart)),
                          toAffine(glm::inverse(rests[counterpart]) * reflection * rests[bone])});
    }
}

void MirrorLanes::apply(std::span<const TransformLanes> pose, std::span<TransformLanes> outMirrored) const noexcept
{
    for (std::size_t i = 0; i < bones_.size(); ++i) {
        const Bone& bone = bones_[i];
        const Affine local = toAffine(loadLane(pose[bone.counterpart / laneCount], bone.counterpart % laneCount));
        const Affine mirrored = multiply(multiply(bone.before, local), bone.after);
        storeLane(decompose(mirrored).transform, i % laneCount, outMirrored[i / laneCount]);
    }
    for (std::size_t i = bones_.size(); i < outMirrored.size() * laneCount; ++i) {
        storeLane(Transform{}, i % laneCount, outMirrored[i / laneCount]);
    }
}

}  // namespace armature
