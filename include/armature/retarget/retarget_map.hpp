#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/retarget/humanoid_map.hpp>

/// Which joints of one skeleton move which joints of another. Joints are numbered as in Skeleton::bones().
namespace armature {

/// What a RetargetPair does with the source's translation.
enum class RetargetTranslation {
    Keep,     ///< Nothing: the target's bone keeps its own, so that no limb is ever stretched.
    Travel,   ///< The joint carries the body: it goes where the source's is, scaled (see RetargetOptions::scale). For hips and roots.
    Stretch,  ///< What the source's differs from its rest is added, scaled by the ratio of the two bones' lengths at rest.
};

/// A joint of the target that turns as one of the source does.
struct RetargetPair {
    std::size_t source = 0;                                       ///< In the source's bones().
    std::size_t target = 0;                                       ///< In the target's bones().
    RetargetTranslation translation = RetargetTranslation::Keep;  ///< What becomes of its translation.
    /// What both are in a body, if they are. Decides how their rest poses are aligned: see RetargetOptions::alignsRest. In a map with
    /// roles, a pair without one rests as the bone above it.
    std::optional<HumanoidRole> role = {};

    friend bool operator==(const RetargetPair&, const RetargetPair&) = default;
};

/// Bones one below the other that bend as others do, however many there are on either side: a tail, a spine, a tentacle. Each bone of the
/// target turns as the source does at the middle of that bone, measured along the chain at rest.
struct RetargetChain {
    std::vector<std::size_t> source = {};  ///< Top first, each somewhere below the one before it.
    std::vector<std::size_t> target = {};  ///< Likewise. Neither in another chain nor in a pair, but for one that travels.

    friend bool operator==(const RetargetChain&, const RetargetChain&) = default;
};

/// A bone of the target that shares the twist of another one, so that the skin does not collapse at the wrist or the shoulder.
struct RetargetTwist {
    std::size_t target = 0;  ///< The bone that follows; neither in a pair nor in a chain.
    std::size_t of = 0;      ///< A bone of the target. Its turn from rest about the line of its limb counts.
    float share = 0.f;       ///< In [-1, 1]: how much of it is added. Negative where the bone hangs on `of` and must lag behind it.

    friend bool operator==(const RetargetTwist&, const RetargetTwist&) = default;
};

/// Which joints of a source move which of a target. A value: change it as you like; a Retargeter checks it.
struct RetargetMap {
    std::vector<RetargetPair> pairs = {};    ///< In any order; one of a role at most.
    std::vector<RetargetChain> chains = {};  ///< Likewise.
    std::vector<RetargetTwist> twists = {};  ///< Likewise.

    /// Pairs for all roles that both have; hips travel. Rotations of bones that only the source has go into the next ones below, which are
    /// paired with them if the source has no others. Throws std::invalid_argument with the reason if one of the maps is refused.
    [[nodiscard]] static RetargetMap ofHumanoids(const HumanoidMap& source, const HumanoidMap& target);
    /// The same; finds both maps, and the target's twist bones: see addTwists().
    [[nodiscard]] static RetargetMap ofHumanoids(const Skeleton& source, const Skeleton& target);
    /// Pairs for bones of one name, or of one name behind the last ':', the first of each name; the topmost pair travels. `renamed` has
    /// names of the source and what they are called in the target. Throws std::invalid_argument if it names a bone that is not there, or
    /// no name is common to both.
    [[nodiscard]] static RetargetMap ofNames(const Skeleton& source, const Skeleton& target,
                                             std::span<const std::pair<std::string, std::string>> renamed = {});

    /// Finds the twist bones of the target's arms and legs: leaves without a pair that lie on the line from one paired joint to the next.
    /// A bone that hangs on a lower arm or leg shares in the twist of hand or foot, one that hangs on an upper one lags behind its twist,
    /// each by how far along it lies. Replaces `twists`. Only pairs with a role count. Throws std::invalid_argument, changing nothing, if
    /// `target` lacks a bone that is mapped. O(bones).
    void addTwists(const Skeleton& target);
    /// Adds the chain from bone `sourceTop` down to `sourceEnd`, and the same of the target. Takes the pairs of the target's bones away,
    /// but for what travels: it still does, and turns with the chain. Throws std::invalid_argument, changing nothing, if there is no such
    /// bone, or an end is not below its top. O(bones + pairs).
    void addChain(const Skeleton& source, std::string_view sourceTop, std::string_view sourceEnd, const Skeleton& target,
                  std::string_view targetTop, std::string_view targetEnd);
    /// The pair of a role, or null. O(pairs).
    [[nodiscard]] const RetargetPair* find(HumanoidRole role) const noexcept;

    friend bool operator==(const RetargetMap&, const RetargetMap&) = default;
};

}  // namespace armature
