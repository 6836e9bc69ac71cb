#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>

/// Debug drawings of chains, goals, limits and curves in their current state, as world-space lines for SkeletonViewer::draw(). Each
/// function appends lines to `outLines`, and allocates only if the vector has to grow.
namespace armature {

/// Colours and sizes of the drawings. Colours are linear, with alpha.
struct ARMATURE_API IkDebugStyle {
    glm::vec4 chainColor{0.1f, 0.5f, 1.f, 1.f};          ///< Lines between the joints, and a cross at each effector.
    glm::vec4 goalColor{0.1f, 0.9f, 0.2f, 1.f};          ///< A cross at each goal; has the goal's rotation, if the goal has one.
    glm::vec4 residualColor{1.f, 0.7f, 0.05f, 1.f};      ///< Lines from effector to goal.
    glm::vec4 limitColor{0.5f, 0.5f, 0.6f, 1.f};         ///< Cones and arcs of joint limits.
    glm::vec4 activeLimitColor{1.f, 0.05f, 0.05f, 1.f};  ///< A limit that is reached or exceeded.
    glm::vec4 poseColor{0.9f, 0.9f, 0.9f, 1.f};          ///< The joint's current rotation or position within its limit.
    glm::vec4 curveColor{0.7f, 0.3f, 0.9f, 1.f};         ///< The curve of a SplineChain.
    /// Length of the sides of cones and radius of arcs, in world units. The arms of crosses are a quarter as long; at effectors, an eighth.
    /// Default: half of the chain's mean bone length, of the bone's length (or of the distance to its parent), or of the mean length of the
    /// curve between control points; 0.25 for chains and bones where this is 0.
    std::optional<float> size = {};
    std::size_t segments = 48;  ///< Lines per full circle, at least 3; a curve has a third as many between control points.
};

/// Draws the bones of a chain, its effectors and, if given, their goals (in `space`, Skeleton or World) with a line from each effector to
/// its goal. `skeleton` is the chain's own skeleton or a clone. Throws std::invalid_argument if `skeleton` has too few bones, or if the
/// number of goals is neither 0 nor the number of effectors.
ARMATURE_API void appendChainLines(std::vector<DebugLine>& outLines, const Chain& chain, const Skeleton& skeleton,
                                   std::span<const IkGoal> goals = {}, Space space = Space::World, const IkDebugStyle& style = {});

/// Draws a limit at the bone's joint, relative to the bone's rest pose: for a SwingTwistJoint the outline of the cone, the current axis and
/// the arc of the twist about that axis; the arc of a hinge; the range of a prismatic joint; a cross for a fixed joint; nothing for a ball
/// joint. Lengths are style.size in world units, under any scale. Throws std::invalid_argument as limitTurn() does.
ARMATURE_API void appendLimitLines(std::vector<DebugLine>& outLines, const Bone& bone, const JointLimit& limit,
                                   const IkDebugStyle& style = {});

/// Draws the limits of all joints of a chain. Throws as appendChainLines() does.
ARMATURE_API void appendLimitLines(std::vector<DebugLine>& outLines, const Chain& chain, const Skeleton& skeleton,
                                   const IkDebugStyle& style = {});

/// Draws the curve of a SplineChain through control points in world space, with a cross at each point. Throws std::invalid_argument unless
/// there are two different points. Allocates.
ARMATURE_API void appendCurveLines(std::vector<DebugLine>& outLines, std::span<const glm::vec3> points, const IkDebugStyle& style = {});

}  // namespace armature
