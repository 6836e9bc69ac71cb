#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "retarget/body_shape.hpp"

namespace armature::humanoid {

/// A role without its side. The bones of the trunk count as one part.
enum class Part : std::uint8_t { Hips, Trunk, Neck, Head, Shoulder, UpperArm, LowerArm, Hand, UpperLeg, LowerLeg, Foot, Toes };

/// Returns how well the words of a bone's name match the part: 1 for an exact match, 0 if the words say nothing, negative if they point to
/// another part.
[[nodiscard]] float wordScore(Part part, const BoneWords& words) noexcept;

/// Returns wordScore() of the bone's name or, if the name says nothing, 0.8 times wordScore() of its mate's name.
[[nodiscard]] float nameScore(Part part, const BodyShape& shape, std::size_t bone) noexcept;

/// Returns how well the bone's direction from its parent fits the part, -1 to 1; 0 if the direction is unknown or irrelevant. `side` is the
/// limb's side.
[[nodiscard]] float directionScore(Part part, Side side, float leftward, const BodyShape& shape, std::size_t bone) noexcept;

/// Returns how well the bone's children fit the part: fingers mark a hand, eyes and a jaw mark a head.
[[nodiscard]] float childrenScore(Part part, const BodyShape& shape, std::size_t bone) noexcept;

/// Returns how well the bone's name, direction and children fit the part.
[[nodiscard]] float localScore(Part part, Side side, float leftward, const BodyShape& shape, std::size_t bone) noexcept;

inline constexpr float impossible = -1e9f;

/// One step of a limb's plan, for one bone.
struct Step {
    Part part;
    bool isOptional = false;  // allowed only for the first and the last step
};

/// Scores how well each subtree matches a limb's chain. For each step and bone, holds the best score of the chain from that step on: once
/// with the step at the bone, and once with the step below the bone.
class LimbTable final {
public:
    static constexpr std::size_t mostSteps = 4;

    LimbTable(const BodyShape& shape, std::span<const Step> steps, Side side, float leftward);

    /// Returns the score of the best chain that begins at the bone or below it.
    [[nodiscard]] float start(std::size_t bone) const noexcept;
    /// Returns the bones of the chain that start() scores, one per step; `none` for steps that are left out.
    [[nodiscard]] std::array<std::uint32_t, mostSteps> chain(std::size_t bone) const;

private:
    struct Below {
        float score = impossible;
        std::uint32_t bone = none;
    };
    struct Beginning {
        float score;
        std::size_t step;
        std::uint32_t bone;
    };

    void fill(std::size_t bone);
    [[nodiscard]] float skipCost(std::size_t step, std::size_t bone) const;
    [[nodiscard]] Beginning beginning(std::size_t bone) const noexcept;
    [[nodiscard]] std::size_t at(std::size_t step, std::size_t bone) const noexcept { return bone * steps_.size() + step; }

    const BodyShape* shape_;
    std::span<const Step> steps_;
    Side side_;
    float leftward_;
    std::vector<float> here_;
    std::vector<Below> below_;
};

}  // namespace armature::humanoid
