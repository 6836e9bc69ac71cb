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

/// A point to drag: a row of bones reaches for it with its end, or looks at it. The bones must outlive it.
class PoseTarget final {
public:
    /// `bones` above `tip` turn, within their limits, so that its origin gets there; fewer if there are fewer. Throws std::invalid_argument
    /// if there is none.
    [[nodiscard]] static PoseTarget reach(Bone& tip, std::size_t bones, const BoneLimits& limits = {});
    /// `tip` and bones above it, `bones` altogether, turn, within their limits, so that what faced the skeleton's +Z in the bind pose faces
    /// the point. It is straight ahead at first.
    [[nodiscard]] static PoseTarget look(Bone& tip, std::size_t bones, const BoneLimits& limits = {});
    /// The same, at the same place, within other limits.
    [[nodiscard]] PoseTarget within(const BoneLimits& limits) const;

    /// The place in the world: the end of a row that reaches, wherever that is now.
    [[nodiscard]] glm::vec3 getPlace() const;
    [[nodiscard]] const Bone& getTip() const noexcept { return *tip_; }
    [[nodiscard]] bool looks() const noexcept { return std::holds_alternative<AimChain>(solver_); }
    /// The bones that turn.
    [[nodiscard]] std::span<Node* const> bones() const noexcept { return bones_; }
    /// "ik handLeft, 2 bones".
    [[nodiscard]] std::string describe() const;

    /// Solves from the pose that there is, for a place in the world. Throws std::runtime_error if that cannot be done, and changes nothing.
    void solve(const glm::vec3& place);

private:
    PoseTarget(Bone& tip, std::vector<Node*> bones, std::variant<ChainSolver, AimChain> solver);

    Bone* tip_;
    std::vector<Node*> bones_;
    std::variant<ChainSolver, AimChain> solver_;
    glm::vec3 place_{0.f};  // the place that is looked at
};

/// A target in the hand. It moves in the plane through where it was that faces the camera; the row is solved from the pose in which it was
/// grabbed, so nothing adds up.
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
