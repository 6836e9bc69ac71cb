#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>
#include <armature/scene/debug_lines.hpp>

/// Drawings of what inverse kinematics works with, as lines of world space for SkeletonViewer::draw(): everything is where it is now. Each
/// function adds lines to those that are there already, and allocates only where the vector has to grow.
namespace armature {

/// Colors are linear, with alpha.
struct IkDebugStyle {
    glm::vec4 chainColor{0.1f, 0.5f, 1.f, 1.f};      ///< From joint to joint, and a cross at each effector.
    glm::vec4 goalColor{0.1f, 0.9f, 0.2f, 1.f};      ///< A cross, turned as the goal's rotation is if it has one.
    glm::vec4 residualColor{1.f, 0.7f, 0.05f, 1.f};  ///< From effector to goal.
    glm::vec4 limitColor{0.5f, 0.5f, 0.6f, 1.f};
    glm::vec4 activeLimitColor{1.f, 0.05f, 0.05f, 1.f};  ///< Of a limit whose end is reached or passed.
    glm::vec4 poseColor{0.9f, 0.9f, 0.9f, 1.f};          ///< Where a joint is within its limit.
    glm::vec4 curveColor{0.7f, 0.3f, 0.9f, 1.f};
    /// World units: how long the sides of cones and the radii of arcs are; crosses are a quarter of it. Default: for a chain half its mean
    /// bone, for a bone half its length or the distance to its parent; 0.25 where there is neither.
    std::optional<float> size = {};
    std::size_t segments = 48;  ///< Of a full circle, and of each piece of a curve a third of them; at least 3 are drawn.
};

/// The bones of a chain, its effectors and, if given, their goals (of `space`, Skeleton or World) and how far they are off.
/// `skeleton` is the chain's own or a clone of it. Throws std::invalid_argument if it has too few bones, or if there are goals, but not one
/// for each effector.
void appendChainLines(std::vector<DebugLine>& outLines, const Chain& chain, const Skeleton& skeleton, std::span<const IkGoal> goals = {},
                      Space space = Space::World, const IkDebugStyle& style = {});

/// A limit at the bone's joint, counted from its rest: the outline of the cone, the axis within it and the arc of the twist around that;
/// the arc of a hinge; the range of a prismatic joint; a cross for a fixed joint, nothing for a ball. Directions are those of the world,
/// their lengths `style.size` whatever scale is above. Throws std::invalid_argument as limitTurn() does.
void appendLimitLines(std::vector<DebugLine>& outLines, const Bone& bone, const JointLimit& limit, const IkDebugStyle& style = {});

/// The limits of all joints of a chain. Throws as appendChainLines() does.
void appendLimitLines(std::vector<DebugLine>& outLines, const Chain& chain, const Skeleton& skeleton, const IkDebugStyle& style = {});

/// The curve on which a SplineChain lies, through control points of the world, and a cross at each. Throws std::invalid_argument if there
/// are not two different points. Allocates.
void appendCurveLines(std::vector<DebugLine>& outLines, std::span<const glm::vec3> points, const IkDebugStyle& style = {});

}  // namespace armature
