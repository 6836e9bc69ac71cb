#pragma once

#include <cstddef>
#include <memory>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>

namespace armature {

struct Pose;

/// How an AimChain looks.
struct AimChainOptions {
    glm::vec3 forward{0.f, 0.f, 1.f};  ///< The last bone's own axis that looks at the target.
    glm::vec3 eye{0.f};                ///< Where it looks from: a point in the last bone's own axes.
    /// The last bone's own axis about which a target straight behind is turned to; not parallel to `forward`.
    glm::vec3 upAxis{0.f, 1.f, 0.f};
    std::size_t maxIterations = 32;  ///< More than one is needed only where limits hold.
    float tolerance = 1e-4f;         ///< Radians: when the target counts as looked at.
    float weight = 1.f;              ///< From the incoming pose (0) to the solution (1), by slerp of each bone.
};

/// Turns a row of bones - a spine, a neck, a head - by shares so that the last one looks at a target.
///
/// Each bone takes its part of what there is to turn, the short way and without roll, from the pose that the animation has: by 1 -
/// stiffness against the others (ChainJoint), none where its limit is prismatic or fixed. Where limits hold some, the others make up for
/// it, so that the last bone looks exactly at the target if the limits allow that. Positions, scale and shear stay; preferred rotations are
/// not looked at. Good for what its Chain is good for; limits count from the rests that the bones had when it was made. The same input
/// gives the same bits. Poses are solved by const calls, which any number of threads may make at once: each takes working arrays from a
/// pool inside, of which one set is made at construction, another only when more threads solve at once than ever did before; no lock is
/// held while solving. Nothing else is allocated. An AimChain that was moved from may be assigned to or destroyed; all else throws std::invalid_argument.
class AimChain final {
public:
    /// Throws std::invalid_argument if the chain is not a row of bones with one effector, bones of it were removed, or an option cannot be
    /// used. Where the effector is on the last bone does not matter: see AimChainOptions::eye.
    explicit AimChain(const Chain& chain, const AimChainOptions& options = {});
    /// The bones from `root` down to `tip`, both included, all free: Chain::between(root, tip).
    AimChain(const Bone& root, const Bone& tip, const AimChainOptions& options = {});
    ~AimChain();
    AimChain(AimChain&&) noexcept;
    AimChain& operator=(AimChain&&) noexcept;

    [[nodiscard]] const Chain& getChain() const;
    [[nodiscard]] const AimChainOptions& getOptions() const;
    /// Throws as the constructor does, and changes nothing then.
    void setOptions(const AimChainOptions& options);

    /// Looks at a point of `space` (Skeleton or World). The report's angle is that between the line of sight and the target, its distance
    /// from the target to the line of sight, in skeleton space; its limits are by joint. Where bones have gone, a matrix above or within
    /// the row or the host's is singular, or a number of the solution fits no float, nothing changes, and the report's status says so. O(bones) for each iteration. Throws
    /// std::invalid_argument, and changes nothing, if the target is not finite or another skeleton is built otherwise than the chain's own.
    IkReport solve(Skeleton& skeleton, const glm::vec3& target, Space space = Space::World);
    /// The same on a pose of such a skeleton, in skeleton space: for members of a Crowd.
    IkReport solve(Pose& pose, const glm::vec3& target) const;

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
