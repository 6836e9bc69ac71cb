#pragma once

#include <memory>
#include <optional>
#include <span>

#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// How a SplineChain follows its curve.
struct ARMATURE_API SplineChainOptions {
    /// If true, the first bone's joint is moved to the start of the curve. If false, the first joint stays where it is, and the curve
    /// should start there.
    bool movesRoot = true;
    /// minStretch and maxStretch are the smallest and the largest length that the chain may have in order to end where the curve ends, as
    /// fractions of the chain's length at rest. Stretching moves each bone below the first along its parent and scales nothing, so it
    /// neither shears bones nor scales anything attached to the chain. Lengths are measured along the curve, so bones in a bend become a
    /// little shorter. The last bone keeps its length. If both are 1, bones keep the lengths of the incoming pose.
    float minStretch = 1.f;
    float maxStretch = 1.f;  ///< At least minStretch.
    /// Roll of the first bone about the curve, in radians; interpolated by length between the first and the last bone. May exceed a whole
    /// turn.
    float startRoll = 0.f;
    float endRoll = 0.f;  ///< Roll of the last bone, in radians.
    /// The last bone's end, in its own axes. Default: the position of its first child bone at rest, or (0, length, 0) for a leaf with a
    /// length. A leaf without a length ends at its joint.
    std::optional<glm::vec3> tip = {};
    float tolerance = 1e-4f;  ///< Distance within which the curve's end counts as reached, as a fraction of the chain's length.
    float weight = 1.f;       ///< Blends from the incoming pose (0) to the curve (1), bone by bone.
};

/// The result of laying a chain along a curve. `distance` is from the end of the chain to the end of the curve; `beyondReach` is the length
/// of the curve that the chain does not cover, or of the chain that extends past the curve. All lengths are in skeleton space.
struct ARMATURE_API SplineReport : ChainReport {
    float chainLength = 0.f;  ///< Length of the chain along the curve, before the weight is applied.
    float curveLength = 0.f;  ///< Length of the curve from its start to its end.
    bool isTooLong = false;   ///< True if the chain extends past the curve, because of minStretch or because bones keep their lengths.
    bool isTooShort = false;  ///< True if the chain ends before the curve does, because of maxStretch or because bones keep their lengths.
};

/// Lays a chain of bones along a curve: a tail, a tentacle, a rope, a spine.
///
/// The curve is a centripetal Catmull-Rom spline through the control points (no loops or cusps between points, C. Yuksel et al. 2011).
/// Joints are placed on the curve one after another, each a bone's length from the previous joint; beyond the curve's end, the chain
/// continues straight. If the curve turns back within the length of a bone, the next joint may jump as the curve moves. If the chain may
/// stretch, its joints are at fixed fractions of the curve's length instead. Bones turn from their rest pose the shortest way, one after
/// another, so no unwanted twist appears. Scale and shear stay; non-uniform scale above or within the chain is handled exactly.
///
/// Limits keep joints in their range, and stiffness blends a joint by that fraction back to the incoming pose. At such joints the chain
/// leaves the curve, and the bones below turn back to the curve. Prismatic and fixed joints keep the incoming pose; preferred rotations are
/// ignored.
///
/// A SplineChain works on the same skeletons, clones, poses and crowds as its Chain; limits are relative to the bones' rest poses at
/// construction. The same input gives the same bits. solve() is const, takes no lock and may be called on any number of threads at once;
/// working memory is pooled, and also grows if there are more control points than ever before. See docs/lifetimes.md for pooled memory and
/// moved-from objects.
class ARMATURE_API SplineChain final {
public:
    /// Makes the solver for a chain. Throws std::invalid_argument if the chain is not a row of bones with one effector, some of its bones
    /// were removed or no longer hang on one another, or an option is invalid. The effector's position on the last bone does not matter:
    /// see SplineChainOptions::tip.
    explicit SplineChain(const Chain& chain, const SplineChainOptions& options = {});
    /// Makes a solver for the bones from `root` down to `tip`, both included, without limits: Chain::between(root, tip).
    SplineChain(const Bone& root, const Bone& tip, const SplineChainOptions& options = {});
    ~SplineChain();
    SplineChain(SplineChain&&) noexcept;
    SplineChain& operator=(SplineChain&&) noexcept;

    [[nodiscard]] const Chain& getChain() const;                 ///< The solver's own copy of the chain.
    [[nodiscard]] const SplineChainOptions& getOptions() const;  ///< The options that were last set.
    /// Replaces the options. Throws as the constructor does, changing nothing.
    void setOptions(const SplineChainOptions& options);

    /// Lays the chain along the curve through `points` in `space` (Skeleton or World). Nothing changes, and the report's status says why,
    /// if bones were removed, if the host's matrix or a matrix above or within the chain is singular, or if a number of the solution does
    /// not fit a float. O(bones + points); about ten times as much if the chain stretches. Throws std::invalid_argument, changing nothing,
    /// if there are not two different points, if a point is not finite, or if `joints` are of a skeleton whose structure differs from the
    /// structure of the chain's own skeleton.
    SplineReport solve(JointView joints, std::span<const glm::vec3> points, Space space = Space::World) const;

private:
    class ARMATURE_LOCAL State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
