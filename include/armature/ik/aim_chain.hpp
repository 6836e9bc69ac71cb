#pragma once

#include <cstddef>
#include <memory>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// How an AimChain aims.
struct AimChainOptions {
    glm::vec3 forward{0.f, 0.f, 1.f};  ///< The last bone's own axis that points at the target.
    glm::vec3 eye{0.f};                ///< The origin of the line of sight, in the last bone's own axes.
    /// The last bone's own axis about which it turns to a target straight behind it; not parallel to `forward`.
    glm::vec3 upAxis{0.f, 1.f, 0.f};
    std::size_t maxIterations = 32;  ///< Only joints held by limits need more than one.
    float tolerance = 1e-4f;         ///< Radians within which the target counts as reached.
    float weight = 1.f;              ///< Blends from the incoming pose (0) to the solution (1) by slerp of each bone.
};

/// Turns a row of bones (spine, neck, head) so that the last one looks at a target, sharing the turn among them.
///
/// Each bone takes a share of the turn from the animated pose, the shorter way and without roll, in proportion to 1 - stiffness
/// (ChainJoint); prismatic and fixed joints take none. When limits hold some bones, the others make up for them, so that the last bone
/// looks exactly at the target if the limits allow it. Positions, scale and shear stay; preferred rotations are ignored.
///
/// Works on everything that its Chain works on; limits are relative to the bones' rest poses at construction. The same input gives the same
/// bits. Solving is const, takes no lock and may run on any number of threads at once; working memory is pooled. See docs/lifetimes.md for
/// pooled memory and moved-from objects.
class AimChain final {
public:
    /// Makes the solver for a chain. Throws std::invalid_argument if the chain is not a row of bones with one effector, some of its bones
    /// were removed, or an option is invalid. The effector's position on the last bone does not matter: see AimChainOptions::eye.
    explicit AimChain(const Chain& chain, const AimChainOptions& options = {});
    /// Makes a solver for the bones from `root` down to `tip`, both included, without limits: Chain::between(root, tip).
    AimChain(const Bone& root, const Bone& tip, const AimChainOptions& options = {});
    ~AimChain();
    AimChain(AimChain&&) noexcept;
    AimChain& operator=(AimChain&&) noexcept;

    [[nodiscard]] const Chain& getChain() const;              ///< The solver's own copy of the chain.
    [[nodiscard]] const AimChainOptions& getOptions() const;  ///< The options that were last set.
    /// Replaces the options. Throws as the constructor does, changing nothing.
    void setOptions(const AimChainOptions& options);

    /// Looks at a point in `space` (Skeleton or World). The report's angle is between the line of sight and the target; its distance is
    /// from the target to the line of sight, in skeleton space; its activeLimits has a bit per joint. If bones were removed, a matrix above
    /// or within the row or the host's matrix is singular, or a number of the solution does not fit a float, nothing changes and the
    /// report's status says why. O(bones) per iteration. Throws std::invalid_argument, changing nothing, if the target is not finite or
    /// another skeleton differs in structure from the chain's own.
    ChainReport solve(JointView joints, const glm::vec3& target, Space space = Space::World) const;
    /// Solves on a pose of the chain's own skeleton, for a target in skeleton space.
    ChainReport solve(Pose& pose, const glm::vec3& target) const;

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
