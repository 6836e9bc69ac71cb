#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/retarget/humanoid_map.hpp>

#include "retarget/bone_words.hpp"

namespace armature::humanoid {

inline constexpr std::uint32_t none = ~std::uint32_t{0};

/// The data that a humanoid map reads from a rig: names, hierarchy, pairs of bones that mirror each other, sides, positions.
struct BodyShape {
    std::vector<std::uint32_t> parent;      // index of the parent, or `none`
    std::vector<std::uint32_t> childStart;  // start of each bone's children in `child`; one entry more than there are bones
    std::vector<std::uint32_t> child;
    std::vector<std::uint32_t> roots;
    std::vector<std::uint32_t> mate;          // the bone on the other side; the bone itself if it is on the middle line; or `none`
    std::vector<std::uint16_t> height;        // the number of levels of bones below the bone, up to 65535
    std::vector<BoneWords> words;             // their `side` is read from the name alone
    std::vector<Side> side;                   // read from the name, the mate's name, the parent, or the position
    std::vector<std::uint8_t> isSideOfPlace;  // 1 if `side` was read from the position
    std::vector<glm::vec3> direction;         // of unit length; zero if unknown
    std::vector<glm::vec3> place;             // rough position: the sum of unit steps from the root; good enough to tell sides
    std::size_t directionCount = 0;

    [[nodiscard]] std::size_t size() const noexcept { return parent.size(); }
    [[nodiscard]] std::span<const std::uint32_t> children(std::size_t bone) const noexcept
    {
        return std::span(child).subspan(childStart[bone], childStart[bone + 1] - childStart[bone]);
    }
    [[nodiscard]] bool isBelow(std::size_t bone, std::size_t ancestor) const noexcept;
    [[nodiscard]] bool hasDirections() const noexcept { return directionCount * 2 > size(); }
};

/// Checks and reads a rig: see HumanoidMap::create().
[[nodiscard]] BodyShape readShape(const HumanoidRig& rig);

/// Fills `mate`. Pairs first the bones whose names differ only in their side, then bones with the same words, then bones whose subtrees
/// have the same shape.
void pairBones(BodyShape& shape);

/// Fills `side`. `leftward` is 1 if left is +X, -1 if left is -X.
void findSides(BodyShape& shape, float leftward);

}  // namespace armature::humanoid
