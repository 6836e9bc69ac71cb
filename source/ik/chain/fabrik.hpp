#pragma once

#include <vector>

#include "ik/chain/chain_task.hpp"
#include "ik/chain/joint_tree.hpp"

namespace armature {

/// Forward and backward reaching (Aristidou and Lasenby, 2011) for a single chain, with limits: the way back from the goal moves points,
/// the way forth turns the joints towards them one by one, each within its limit.
class Fabrik {
public:
    explicit Fabrik(std::size_t joints);

    /// Goes both ways once. Joints turn the shortest way from the incoming pose, so that no roll arises. Frames are current before and
    /// afterwards. O(joints).
    void iterate(JointTree& tree, const ChainTarget& target) noexcept;

private:
    void gather(const JointTree& tree, std::size_t count, const glm::dvec3& end) noexcept;
    void reachBack(const glm::dvec3& goal) noexcept;
    void reachForth(JointTree& tree, std::size_t count, const glm::dvec3& endOwnPoint) noexcept;

    std::vector<std::size_t> turning_;  // the joints that turn, and of what each is the beginning:
    std::vector<glm::dvec3> points_;    // their centers, then the end of the chain
    std::vector<glm::dvec3> own_;       // for each joint the next point of the chain in its own axes
};

}  // namespace armature
