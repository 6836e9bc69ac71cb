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

/// What a map reads of a rig: names, hierarchy, pairs of bones that mirror each other, sides, places.
struct BodyShape {
    std::vector<std::uint32_t> parent;      // or none
    std::vector<std::uint32_t> childStart;  // of each bone's children in `child`; one more than there are bones
    std::vector<std::uint32_t> child;
    std::vector<std::uint32_t> roots;
    std::vector<std::uint32_t> mate;    // the bone on the other side; itself on the middle; none
    std::vector<std::uint16_t> height;  // of the subtree, up to 65535
    std::vector<BoneWords> words;       // `side`: of the name alone
    std::vector<Side> side;             // of the name, the mate's name, the parent, or the place
    std::vector<std::uint8_t> isSideOfPlace;
    std::vector<glm::vec3> direction;  // unit; zero: unknown
    std::vector<glm::vec3> place;      // of unit steps: rough, but good for sides
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

/// Fills `mate`: bones with names that differ in their side alone, else with the same words, else with subtrees of the same shape.
void pairBones(BodyShape& shape);

/// Fills `side`. `leftward` is 1 where left is +X, -1 where the rig looks the other way.
void findSides(BodyShape& shape, float leftward);

}  // namespace armature::humanoid
