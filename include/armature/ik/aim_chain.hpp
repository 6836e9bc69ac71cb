#pragma once

#include <cstddef>
#include <memory>

#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// How an AimChain aims.
struct ARMATURE_API AimChainOptions {
    glm::vec3 forward{0.f, 0.f, 1.f};  ///< The last bone's own axis that points at the target.
    glm::vec3 eye{0.f};                ///< The origin of the line of sight, in the last bone's own axes.
    /// The last bone's own axis about which the bone turns to a target straight behind it; not parallel to `forward`.
    glm::vec3 upAxis{0.f, 1.f, 0.f};
    std::size_t maxIterations = 32;  ///< At least 1. More than one is needed only if limits hold joints.
    float tolerance = 1e-4f;         ///< Angle within which the target counts as reached, in radians.
    float weight = 1.f;              ///< Blends from the incoming pose (0) to the solution (1) by slerp of each bone.
};

/// Turns a row of bones (spine, neck, head) so that the last bone looks at a target, and shares the turn among the bones.
///
/// Starting from the animated pose, each bone takes a share of the turn, along the shorter arc and without roll, in proportion to 1 -
/// stiffness (ChainJoint); prismatic and fixed joints take none. When limits hold some bones, the other bones turn farther, so that the
/// last bone looks exactly at the target if the limits allow it. Positions, scale and shear stay; preferred rotations are ignored.
///
/// An AimChain works on the same skeletons, clones, poses and crowds as its Chain; limits are relative to the bones' rest poses at
/// construction. The same input gives the same bits. solve() is const, takes no lock and may be called on any number of threads at once;
/// working memory is pooled. See docs/lifetimes.md for pooled memory and moved-from objects.
class ARMATURE_API AimChain final {
public:
    /// Makes the solver for a chain. Throws std::invalid_argument if the chain is not a row of bones with one effector, some of its bones
    /// were removed or no longer hang on one another, or an option is invalid. The effector's position on the last bone does not matter:
    /// see AimChainOptions::eye.
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

    /// Turns the bones to look at a point in `space` (Skeleton or World). The report's angle is between the line of sight and the target;
    /// its distance is from the target to the line of sight, in skeleton space; its activeLimits has a bit per joint. Nothing changes, and
    /// the report's status says why, if bones were removed, if the host's matrix or a matrix above or within the row is singular, or if a
    /// number of the solution does not fit a float. O(bones) per iteration. Throws std::invalid_argument, changing nothing, if the target
    /// is not finite, or if `joints` are of a skeleton whose structure differs from the structure of the chain's own skeleton.
    ChainReport solve(JointView joints, const glm::vec3& target, Space space = Space::World) const;

private:
    class ARMATURE_LOCAL State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
