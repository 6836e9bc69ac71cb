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

/// A bone of the target's chain, and the matching place of the source's chain at its middle.
struct ChainShare {
    std::uint32_t target = 0;
    std::uint32_t first = 0;  ///< The two source bones whose middles lie before and after that place.
    std::uint32_t second = 0;
    double fraction = 0.;  ///< From first to second.
    glm::dvec3 sourceLine{0.};
    glm::dvec3 targetLine{0.};
};

/// Finds the share of each bone of the target's chain. Both chains are measured along their joints at rest. The last bone, which leads to
/// no joint, counts as being as long as the one before it.
[[nodiscard]] std::vector<ChainShare> shareChain(const RestRig& source, const RestRig& target, const RetargetChain& chain);

/// How a joint of the target is aligned.
struct AlignedLine {
    RestTurn turn = RestTurn::Follow;
    RestLine line = {};
    std::uint32_t across = noSlot;  ///< As RetargetLink::across.
};

/// A joint of the target and the source's rotation that it takes over: that of `first`, or one between `first` and `second`.
struct RetargetLink {
    std::uint32_t target = 0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    double fraction = 0.;                  ///< From first to second.
    glm::dquat align{1., 0., 0., 0.};      ///< Turns the target's rest, in the world.
    glm::dquat reference{1., 0., 0., 0.};  ///< The target's rotation in the world while the source is at rest.
    /// The source joint that `first` leads to across other joints, which may turn as well; noSlot if no joint lies between.
    std::uint32_t across = noSlot;
    glm::dvec3 line{0.};  ///< With `across`: the direction of the target's bone while the source is at rest; of unit length.
};

/// See RetargetTranslation::Travel.
struct RetargetTravel {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
};

/// See RetargetTranslation::Stretch.
struct RetargetStretch {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    glm::dmat3 map{1.};  ///< From the axes above the source's joint to those above the target's joint.
};

/// See RetargetTwist.
struct RetargetTwistPlan {
    std::uint32_t target = 0;
    std::uint32_t of = 0;
    glm::dvec3 axis{0.};     ///< In the axes in which the twist bone turns.
    bool hangsOnIt = false;  ///< The twist bone hangs on `of`; otherwise beside it.
    double share = 0.;
};

/// Joints between the source's hips and thighs may turn by themselves, so that the thighs' joints move relative to the hips. The target's
/// hips are then turned and moved so that its thighs' joints follow.
struct RetargetPelvis {
    std::uint32_t target = noSlot;  ///< The target's hips; noSlot: no joint lies between the source's hips and thighs.
    std::uint32_t hips = 0;         ///< The source's hips.
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    glm::dvec3 toThighs{0.};  ///< From the target's hips to the middle between its thighs' joints, while the source is at rest.

    [[nodiscard]] bool isThere() const noexcept { return target != noSlot; }
};

/// The rotation of a twist bone while the bone whose twist it shares has the rotation `of`.
[[nodiscard]] glm::quat rotationOf(const RestRig& target, const RetargetTwistPlan& twist, const glm::quat& of) noexcept;

/// Everything about two rigs at rest that a frame needs.
struct RetargetPlan {
    RetargetPlan(const Skeleton& sourceSkeleton, const Skeleton& targetSkeleton, const RetargetMap& map, const RetargetOptions& options);

    /// Maps a joint's place in the source's world to the target's world.
    [[nodiscard]] glm::dvec3 placeOf(const glm::dvec3& place) const noexcept { return scale * place + offset; }

    RetargetMap map;
    RestRig source;
    RestRig target;
    std::vector<BoneLine> lines;          ///< By pair.
    std::vector<RetargetLink> links;      ///< In the order of the target's joints, parents first.
    std::vector<std::uint32_t> linkOf;    ///< By joint of the target; noSlot: none.
    std::vector<std::uint32_t> involved;  ///< Joints of the source that turn a link, and all above them, parents first.
    std::vector<std::uint32_t> travelOf;  ///< By joint of the target, an index into travels; stretchOf, into stretches. noSlot: none.
    std::vector<std::uint32_t> stretchOf;
    std::vector<RetargetTravel> travels;
    std::vector<RetargetStretch> stretches;
    std::vector<RetargetTwistPlan> twists;
    RetargetPelvis pelvis;
    double scale = 1.;
    glm::dvec3 offset{0.};
    glm::dquat upTurn{1., 0., 0., 0.};  ///< Turns the source's world, as given, so that up becomes +Y.

    /// The rotation from the source's world to the target's, both as given. If up is +Y in both, it is a turn about the vertical.
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

/// The plan of a retargeter, for the library's own code.
class RetargetAccess {
public:
    [[nodiscard]] static std::shared_ptr<const RetargetPlan> plan(const Retargeter& retargeter);
};

}  // namespace armature
