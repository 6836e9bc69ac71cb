#include <cmath>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include <armature/retarget/humanoid_map.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"

namespace armature {

HumanoidRig describeHumanoidRig(const Skeleton& skeleton)
{
    HumanoidRig rig;
    std::unordered_map<const Bone*, std::size_t> indices;
    std::vector<glm::mat4> rest;
    const glm::mat4 world = skeleton.getWorldMatrix();
    for (const Bone* const bone : skeleton.bones()) {
        HumanoidRigBone described{.name = bone->getName()};
        const Bone* const parent = bone->getParentBone();
        rest.push_back(parent == nullptr ? world * bone->getRestMatrix() : bone->getRestMatrix());
        if (parent != nullptr) {
            const auto found = indices.find(parent);
            if (found == indices.end()) {
                throw std::invalid_argument(fmt::format("humanoid rig, bone {}: it stands before its parent {}", inQuotes(bone->getName()),
                                                        inQuotes(parent->getName())));
            }
            described.parent = found->second;
            rest.back() = rest[found->second] * rest.back();
            const glm::vec3 offset(rest.back()[3] - rest[found->second][3]);
            const float length = glm::length(offset);
            if (std::isfinite(length) && length > 1e-6f) {
                described.direction = offset / length;
            }
        }
        indices.emplace(bone, rig.bones.size());
        rig.bones.push_back(std::move(described));
    }
    return rig;
}

}  // namespace armature
