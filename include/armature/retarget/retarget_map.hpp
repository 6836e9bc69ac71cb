#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/retarget/humanoid_map.hpp>

/// The correspondence between the joints of two skeletons for retargeting. Joints are numbered as in Skeleton::bones().
namespace armature {

/// How a RetargetPair uses the source's translation.
enum class RetargetTranslation {
    Keep,     ///< The source's translation is ignored: the target's bone keeps its own, so that no limb is ever stretched.
    Travel,   ///< The target's joint follows the position of the source's joint, scaled (see RetargetOptions::scale): for hips and roots.
    Stretch,  ///< The source's deviation from its rest is added, scaled by the ratio of the two bones' lengths at rest.
};

/// A joint of the target, and the joint of the source whose rotation the target's joint follows.
struct ARMATURE_API RetargetPair {
    std::size_t source = 0;                                       ///< Index into the source's bones().
    std::size_t target = 0;                                       ///< Index into the target's bones().
    RetargetTranslation translation = RetargetTranslation::Keep;  ///< How the source's translation is used.
    /// The part of the body that both joints represent, if any. The role decides how the joints' rest poses are aligned: see
    /// RetargetOptions::alignsRest. In a map with roles, a pair without a role is aligned like the bone above it.
    std::optional<HumanoidRole> role = {};

    friend bool operator==(const RetargetPair&, const RetargetPair&) = default;
};

/// A chain of bones (tail, spine, tentacle) in the target that bends like a chain in the source; their numbers of bones may differ. Each
/// bone of the target takes the rotation of the source's chain at one point: the point that corresponds to the middle of the target's bone,
/// measured along the chains at rest.
struct ARMATURE_API RetargetChain {
    std::vector<std::size_t> source = {};  ///< Indices into the source's bones(), top first, each a descendant of the previous bone.
    /// Indices into the target's bones(), in the same order. No bone may be in another chain or in a pair, except a pair that travels.
    std::vector<std::size_t> target = {};

    friend bool operator==(const RetargetChain&, const RetargetChain&) = default;
};

/// A bone of the target that takes a share of another bone's twist, so that the skin does not collapse at the wrist or the shoulder.
struct ARMATURE_API RetargetTwist {
    std::size_t target = 0;  ///< The bone that follows; neither in a pair nor in a chain.
    std::size_t of = 0;      ///< The bone of the target whose twist (rotation from rest about its limb's axis) is shared.
    float share = 0.f;       ///< In [-1, 1]: the share of the twist that is added. Negative for a child of `of` that lags behind it.

    friend bool operator==(const RetargetTwist&, const RetargetTwist&) = default;
};

/// Which joints of a source drive which joints of a target. Plain data; the Retargeter checks it.
struct ARMATURE_API RetargetMap {
    std::vector<RetargetPair> pairs = {};    ///< In any order; at most one for each role.
    std::vector<RetargetChain> chains = {};  ///< In any order.
    std::vector<RetargetTwist> twists = {};  ///< In any order.

    /// Makes a pair for each role that both maps have; hips travel. If only the source has a bone for a role, its rotation becomes part of
    /// the rotation of the next target bone below. If the source has no bone for the role of that target bone either, the two bones are
    /// paired, so that the rotation is not lost. Throws std::invalid_argument with the reason if one of the maps is refused.
    [[nodiscard]] static RetargetMap ofHumanoids(const HumanoidMap& source, const HumanoidMap& target);
    /// Makes the humanoid maps of both skeletons, makes pairs from them as the overload above does, and finds the target's twist bones: see
    /// addTwists().
    [[nodiscard]] static RetargetMap ofHumanoids(const Skeleton& source, const Skeleton& target);
    /// Makes pairs of bones with the same name, or the same name after the last ':', using the first bone of each name; the topmost pair
    /// travels. `renamed` lists names in the source with the corresponding names in the target. Throws std::invalid_argument if `renamed`
    /// has a bone that does not exist, or if no bone has a counterpart.
    [[nodiscard]] static RetargetMap ofNames(const Skeleton& source, const Skeleton& target,
                                             std::span<const std::pair<std::string, std::string>> renamed = {});

    /// Finds the twist bones of the target's arms and legs, and replaces `twists`. Twist bones are leaves without a pair that lie on the
    /// line from one paired joint to the next. A child of a lower arm or leg takes a share of the twist of the hand or foot; a child of an
    /// upper arm or leg lags behind the twist of its parent. The share depends on how far along the limb the bone lies. Only pairs with a
    /// role are considered. Throws std::invalid_argument, changing nothing, if `target` lacks a mapped bone. O(bones).
    void addTwists(const Skeleton& target);
    /// Adds a chain from bone `sourceTop` down to `sourceEnd` of the source and from `targetTop` down to `targetEnd` of the target. Removes
    /// the twists of these target bones, and their pairs except one that travels: its bone still travels, but rotates with the chain.
    /// Throws std::invalid_argument, changing nothing, if one of the bones does not exist, or an end is not below its top. O(bones +
    /// pairs).
    void addChain(const Skeleton& source, std::string_view sourceTop, std::string_view sourceEnd, const Skeleton& target,
                  std::string_view targetTop, std::string_view targetEnd);
    /// Returns the pair of a role, or null. O(pairs).
    [[nodiscard]] const RetargetPair* find(HumanoidRole role) const noexcept;

    friend bool operator==(const RetargetMap&, const RetargetMap&) = default;
};

}  // namespace armature
