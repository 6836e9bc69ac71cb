#pragma once

#include <memory>
#include <optional>
#include <span>

#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>

namespace armature {

struct Pose;

/// How a SplineChain lies on its curve.
struct SplineChainOptions {
    /// Puts the first bone's joint at the beginning of the curve. Off: it stays where it is, and the curve should begin there.
    bool movesRoot = true;
    /// How short and how long the chain may become to end where the curve ends, as parts of its length at rest. It is done by moving the
    /// bones below the first along their parents: nothing is scaled, so that nothing that hangs on the chain is, and none of the bones can
    /// be sheared. The stretch is one of lengths along the curve, so that in a bend bones come out a little shorter. The last bone keeps
    /// its length. 1 and 1: bones have the lengths that the incoming pose gives them.
    float minStretch = 1.f;
    float maxStretch = 1.f;
    /// Turns about the curve, radians, of the first bone and the last; those between get their part by length. May exceed a whole turn.
    float startRoll = 0.f;
    float endRoll = 0.f;
    /// Where the last bone ends, in its own axes. Default: where its first child bone is at rest, or (0, length, 0) for a leaf with a
    /// length. If there is neither, the chain ends at the last bone's joint.
    std::optional<glm::vec3> tip = {};
    float tolerance = 1e-4f;  ///< Of the chain's length: how near the curve's end counts as there.
    float weight = 1.f;       ///< From the incoming pose (0) to the curve (1), bone by bone.
};

/// What laying a chain along a curve came to. The distance is that from the end of the chain to the end of the curve; beyondReach is how
/// much of the curve is left over, or how far the chain hangs out of it. All lengths are in skeleton space.
struct SplineReport : IkReport {
    float chainLength = 0.f;  ///< As it was laid, before the weight.
    float curveLength = 0.f;
    bool isTooLong = false;   ///< It hangs out of the curve: minStretch holds it, or it keeps its lengths.
    bool isTooShort = false;  ///< Some of the curve is left over: maxStretch holds it, or it keeps its lengths.
};

/// Lays a chain of bones along a curve: a tail, a tentacle, a rope, a spine.
///
/// The curve goes through control points, as a centripetal Catmull-Rom spline (no loops or cusps between points, C. Yuksel et al. 2011).
/// Joint after joint is put on it, at the distance that the bone between has; beyond its end the chain goes straight on. (Where the curve
/// turns back within the length of a bone, that joint may jump as the curve moves; a chain that stretches has its joints at fixed parts of
/// the curve's length instead.) Bones turn away from their rest pose the shortest way, one after the other, so that no twist appears that
/// nobody asked for. Scale and shear stay; uneven scale above or within the chain is allowed for exactly. A joint's limit holds it where it
/// is allowed to be, and its stiffness that part of the way back at the incoming pose; the chain then leaves the curve there, and the bones
/// below turn back to it. Prismatic and fixed joints stay as they came in; preferred rotations are not looked at. Good for what its Chain
/// is good for; limits count from the rests that the bones had when it was made. The same input gives the same bits. Poses are solved by const calls, which any number of threads may make at once: each takes working arrays from a
/// pool inside, of which one set is made at construction, another only when more threads solve at once than ever did before; no lock is
/// held while solving. Nothing
/// else is allocated, unless there are more control points than there ever were. A SplineChain that was moved from may be
/// assigned to or destroyed; all else throws std::invalid_argument.
class SplineChain final {
public:
    /// Throws std::invalid_argument if the chain is not a row of bones with one effector, bones of it were removed, or an option cannot be
    /// used. Where the effector is on the last bone does not matter: see SplineChainOptions::tip.
    explicit SplineChain(const Chain& chain, const SplineChainOptions& options = {});
    /// The bones from `root` down to `tip`, both included, all free: Chain::between(root, tip).
    SplineChain(const Bone& root, const Bone& tip, const SplineChainOptions& options = {});
    ~SplineChain();
    SplineChain(SplineChain&&) noexcept;
    SplineChain& operator=(SplineChain&&) noexcept;

    [[nodiscard]] const Chain& getChain() const;
    [[nodiscard]] const SplineChainOptions& getOptions() const;
    /// Throws as the constructor does, and changes nothing then.
    void setOptions(const SplineChainOptions& options);

    /// Lays the chain along the curve through `points` of `space` (Skeleton or World). Where bones have gone, a matrix above or within
    /// the chain or the host's is singular, or a number of the solution fits no float, nothing changes, and the report's status says so. O(bones + points), some ten times that where
    /// it stretches. Throws std::invalid_argument, and changes nothing, if there are not two different points, one is not finite, or
    /// another skeleton is built otherwise than the chain's own.
    SplineReport solve(Skeleton& skeleton, std::span<const glm::vec3> points, Space space = Space::World);
    /// The same on a pose of such a skeleton, in skeleton space: for members of a Crowd.
    SplineReport solve(Pose& pose, std::span<const glm::vec3> points) const;

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace armature
