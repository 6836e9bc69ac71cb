#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/aim_chain.hpp>
#include <armature/ik/chain_solver.hpp>

#include "bone_limits.hpp"
#include "edit_history.hpp"
#include "gizmo.hpp"

namespace armature::tools {

/// A point to drag: the end of a row of bones reaches for it, or the row's last bone looks at it. The bones must outlive this object.
class PoseTarget final {
public:
    /// Makes `bones` bones above `tip`, or all if there are fewer, turn within their limits, so that the origin of `tip` reaches the point.
    /// Throws std::invalid_argument if there is no bone above.
    [[nodiscard]] static PoseTarget reach(Bone& tip, std::size_t bones, const BoneLimits& limits = {});
    /// Makes `tip` and bones above it, `bones` altogether, turn within their limits, so that the direction of `tip` that was the skeleton's
    /// +Z in the bind pose faces the point. At first, the point is straight ahead.
    [[nodiscard]] static PoseTarget look(Bone& tip, std::size_t bones, const BoneLimits& limits = {});
    /// Returns the same target at the same place, with other limits.
    [[nodiscard]] PoseTarget within(const BoneLimits& limits) const;

    /// The target's place in the world; for a row that reaches, the current place of its end.
    [[nodiscard]] glm::vec3 getPlace() const;
    [[nodiscard]] const Bone& getTip() const noexcept { return *tip_; }
    [[nodiscard]] bool looks() const noexcept { return std::holds_alternative<AimChain>(solver_); }
    /// The bones that turn.
    [[nodiscard]] std::span<Node* const> bones() const noexcept { return bones_; }
    /// Returns, for example, "ik handLeft, 2 bones".
    [[nodiscard]] std::string describe() const;

    /// Turns the bones, starting from the current pose, towards a place in the world. Throws std::runtime_error, and changes nothing, if
    /// the solver finds no pose.
    void solve(const glm::vec3& place);

private:
    PoseTarget(Bone& tip, std::vector<Node*> bones, std::variant<ChainSolver, AimChain> solver);

    Bone* tip_;
    std::vector<Node*> bones_;
    std::variant<ChainSolver, AimChain> solver_;
    glm::vec3 place_{0.f};  // position of a target that is looked at, in world space
};

/// A drag of a target. The target moves in a plane that faces the camera and passes through its first place. Each step is solved from the
/// pose in which the target was grabbed, so that errors do not accumulate.
class TargetDrag final {
public:
    TargetDrag(PoseTarget& target, const glm::vec2& pixel, const PictureView& view);

    void to(const glm::vec2& pixel, const PictureView& view);

private:
    PoseTarget* target_;
    std::vector<NodePose> before_;
    glm::vec3 place_;
    glm::vec3 grabbed_;
};

}  // namespace armature::tools
