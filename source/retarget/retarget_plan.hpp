#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/retarget/retargeter.hpp>

#include "node/transform_hierarchy.hpp"
#include "retarget/bone_lines.hpp"
#include "retarget/rest_rig.hpp"

namespace armature {

/// The direction of a bone at rest in each rig; zero if it is unknown.
struct RestLine {
    glm::dvec3 source{0.};
    glm::dvec3 target{0.};

    [[nodiscard]] bool isKnown() const noexcept { return source != glm::dvec3(0.) && target != glm::dvec3(0.); }
};

/// A bone of the target's chain, and the point of the source's chain that matches the bone's middle.
struct ChainShare {
    std::uint32_t target = 0;
    std::uint32_t first = 0;  ///< `first` and `second` are the source bones whose middles lie before and after that point.
    std::uint32_t second = 0;
    double fraction = 0.;  ///< Blend factor between `first` (0) and `second` (1).
    glm::dvec3 sourceLine{0.};
    glm::dvec3 targetLine{0.};
};

/// Returns a ChainShare for each bone of the target's chain. Both chains are measured along their joints at rest. The last bone has no next
/// joint, and counts as long as the one before it.
[[nodiscard]] std::vector<ChainShare> shareChain(const RestRig& source, const RestRig& target, const RetargetChain& chain);

/// How the rest of a target joint is aligned with the rest of the source.
struct AlignedLine {
    RestTurn turn = RestTurn::Follow;
    RestLine line = {};
    std::uint32_t across = noSlot;  ///< See RetargetLink::across.
};

/// A joint of the target, and the source rotation that it takes over: the rotation of `first`, or a blend of the rotations of `first` and
/// `second`.
struct RetargetLink {
    std::uint32_t target = 0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    double fraction = 0.;                  ///< Blend factor between `first` (0) and `second` (1).
    glm::dquat align{1., 0., 0., 0.};      ///< The rotation, in the world, that aligns the target's rest.
    glm::dquat reference{1., 0., 0., 0.};  ///< The target's rotation in the world while the source is at rest.
    glm::dquat carry{1., 0., 0., 0.};      ///< `reference`, and then the inverse of the rotation of `first` at rest.
    /// The next mapped joint of the source, if further joints, which may rotate as well, lie between `first` and that joint; otherwise
    /// noSlot.
    std::uint32_t across = noSlot;
    glm::dvec3 line{0.};  ///< With `across`: the direction of the target's bone while the source is at rest; of unit length.

    /// Whether the target turns as `first` alone does.
    [[nodiscard]] bool isOfOne() const noexcept { return !(fraction > 0.) && across == noSlot; }
};

/// A pair whose target joint travels: see RetargetTranslation::Travel.
struct RetargetTravel {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
};

/// A pair whose target joint follows the changes of the source joint's local translation: see RetargetTranslation::Stretch.
struct RetargetStretch {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    glm::dmat3 map{1.};  ///< Maps a change of the source joint's local translation to that of the target joint.
};

/// A joint of the target that shares the twist of another joint: see RetargetTwist.
struct RetargetTwistPlan {
    std::uint32_t target = 0;
    std::uint32_t of = 0;
    glm::dvec3 axis{0.};     ///< In the axes of the twist bone's parent.
    bool hangsOnIt = false;  ///< The twist bone is a child of `of`; otherwise it is a sibling.
    double share = 0.;
};

/// Joints between the source's hips and thighs may rotate on their own, so that the hip joints move relative to the hips. The target's hips
/// are then rotated and moved so that its hip joints follow.
struct RetargetPelvis {
    std::uint32_t target = noSlot;  ///< The target's hips; noSlot unless they travel and the source has joints between hips and thighs.
    std::uint32_t hips = 0;         ///< The source's hips.
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    glm::dvec3 toThighs{0.};  ///< From the target's hips to the middle between its hip joints, while the source is at rest.

    [[nodiscard]] bool isThere() const noexcept { return target != noSlot; }
};

/// Returns the rotation of a twist bone while the bone whose twist it shares has the rotation `of`.
[[nodiscard]] glm::quat rotationOf(const RestRig& target, const RetargetTwistPlan& twist, const glm::quat& of) noexcept;

/// Everything about the two rigs at rest that retargeting a frame needs.
struct RetargetPlan {
    RetargetPlan(const Skeleton& sourceSkeleton, const Skeleton& targetSkeleton, const RetargetMap& map, const RetargetOptions& options);

    /// Maps a joint's position from the source's world to the target's world.
    [[nodiscard]] glm::dvec3 placeOf(const glm::dvec3& place) const noexcept { return scale * place + offset; }

    RetargetMap map;
    RestRig source;
    RestRig target;
    std::vector<BoneLine> lines;           ///< Indexed by pair.
    std::vector<RetargetLink> links;       ///< In the order of the target's joints, parents first.
    std::vector<std::uint32_t> linkOf;     ///< Indexed by joint of the target; noSlot if the joint has no link.
    std::vector<std::uint32_t> involved;   ///< Joints of the source from which a link takes its rotation, and all their ancestors, parents
                                           ///< first.
    std::vector<std::uint32_t> travelOf;   ///< Indexed by joint of the target: index into `travels`, or noSlot.
    std::vector<std::uint32_t> stretchOf;  ///< Indexed by joint of the target: index into `stretches`, or noSlot.
    std::vector<RetargetTravel> travels;
    std::vector<RetargetStretch> stretches;
    std::vector<RetargetTwistPlan> twists;
    RetargetPelvis pelvis;
    double scale = 1.;
    glm::dvec3 offset{0.};
    glm::dquat upTurn{1., 0., 0., 0.};  ///< Rotates the source's world, as given, so that up becomes +Y.

    /// Returns the rotation from the source's world to the target's world, both as given. If up is +Y in both, this is a rotation about the
    /// vertical.
    [[nodiscard]] glm::dquat turnBetweenWorlds() const noexcept;

private:
    void addLinks();
    void alignRests(bool isWanted);
    [[nodiscard]] std::vector<AlignedLine> findLines() const;
    [[nodiscard]] std::vector<glm::dvec3> alignedOrigins() const;
    void findInvolved();
    void addTranslations();
    void addTwists();
    void findPelvis();
};

/// Gives the library's own code access to a retargeter's plan.
class RetargetAccess {
public:
    [[nodiscard]] static std::shared_ptr<const RetargetPlan> plan(const Retargeter& retargeter);
};

}  // namespace armature
