#pragma once

#include <vector>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Forward and backward reaching (FABRIK; Aristidou and Lasenby, 2011) for a single chain, with limits. The backward pass starts at the
/// goal and moves points; the forward pass rotates the joints towards these points one by one, each within its limit.
class Fabrik {
public:
    explicit Fabrik(std::size_t joints);

    /// Makes both passes once. Joints take the shortest rotation from the incoming pose, so that they do not roll. Frames must be current
    /// before, and are current afterwards. O(joints).
    void iterate(JointTree& tree, const ChainTarget& target) noexcept;

private:
    void gather(const JointTree& tree, std::size_t count, const glm::dvec3& end) noexcept;
    void reachBack(const glm::dvec3& goal) noexcept;
    void reachForth(JointTree& tree, std::size_t count, const glm::dvec3& endOwnPoint) noexcept;

    std::vector<std::size_t> turning_;  // the joints that rotate
    std::vector<glm::dvec3> points_;    // the centres of these joints, then the end of the chain
    std::vector<glm::dvec3> own_;       // by joint: the next point of the chain, in the joint's own axes
};

}  // namespace armature
