#pragma once

#include <cstddef>
#include <memory>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/space.hpp>

namespace armature {

struct Pose;

/// How one bone of an AimChain takes part.
struct AimChainJoint {
    float weight = 1.f;              ///< Its share of the turn against the other bones' weights, not negative; 0: does not turn.
    JointLimit limit = BallJoint{};  ///< Counted from the bone's rest rotation. Prismatic and fixed joints do not turn.
};

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
/// Each bone takes its part of what there is to turn, the short way and without roll, from the pose that the animation has; where limits
/// hold some, the others make up for it, so that the last bone looks exactly at the target if the limits allow that. Positions, scale and
/// shear stay. Knows its bones by their position in Skeleton::bones(), and their rests from when it was made: good for the skeleton it was
/// made with, its clones, and crowds of that rig. The same input gives the same bits. No memory is allocated after construction.
class AimChain final {
public:
    /// The bones from `root` down to `tip`, both included, each with weight 1 and no limit. Throws std::invalid_argument if `tip` is
    /// neither `root` nor below it (the message names both paths), or an option cannot be used.
    AimChain(const Bone& root, const Bone& tip, const AimChainOptions& options = {});
    ~AimChain();
    AimChain(AimChain&&) noexcept;
    AimChain& operator=(AimChain&&) noexcept;

    /// Bones in the row.
    [[nodiscard]] std::size_t size() const noexcept;
    /// `joint` counts from the root. Throw std::out_of_range; setJoint() std::invalid_argument if the weight is negative or not finite, or
    /// for the limit as limitTurn() does.
    void setJoint(std::size_t joint, const AimChainJoint& options);
    [[nodiscard]] const AimChainJoint& getJoint(std::size_t joint) const;

    [[nodiscard]] const AimChainOptions& getOptions() const noexcept;
    /// Throws as the constructor does, and changes nothing then.
    void setOptions(const AimChainOptions& options);

    /// Looks at a point of `space` (Skeleton or World). The report's angle is that between the line of sight and the target, its distance
    /// from the target to the line of sight, in skeleton space; its limits are by joint. Where a matrix above the bones, or the host's, is
    /// singular nothing changes, and the report is not reached. O(bones) for each iteration. Throws std::invalid_argument, and changes
    /// nothing, if the target is not finite or the skeleton has too few bones.
    IkReport solve(Skeleton& skeleton, const glm::vec3& target, Space space = Space::World);
    /// The same on a pose of such a skeleton, in skeleton space: for members of a Crowd.
    IkReport solve(Pose& pose, const glm::vec3& target);

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
