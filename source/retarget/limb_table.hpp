#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "retarget/body_shape.hpp"

namespace armature::humanoid {

/// A role without its side; the bones of the trunk count as one part.
enum class Part : std::uint8_t { Hips, Trunk, Neck, Head, Shoulder, UpperArm, LowerArm, Hand, UpperLeg, LowerLeg, Foot, Toes };

/// How well the words of a name fit the part: 1 exactly, 0 if they say nothing, below 0 if they say something else.
[[nodiscard]] float wordScore(Part part, const BoneWords& words) noexcept;

/// wordScore() of the bone's name or, if that says nothing, of its mate's.
[[nodiscard]] float nameScore(Part part, const BodyShape& shape, std::size_t bone) noexcept;

/// How well the direction from the parent fits, -1 to 1; 0 if it is unknown or irrelevant. `side` is the limb's.
[[nodiscard]] float directionScore(Part part, Side side, float leftward, const BodyShape& shape, std::size_t bone) noexcept;

/// How well the children fit: fingers mark a hand, eyes and a jaw mark a head.
[[nodiscard]] float childrenScore(Part part, const BodyShape& shape, std::size_t bone) noexcept;

/// How well the bone itself and its children fit.
[[nodiscard]] float localScore(Part part, Side side, float leftward, const BodyShape& shape, std::size_t bone) noexcept;

inline constexpr float impossible = -1e9f;

/// One bone of a limb's plan.
struct Step {
    Part part;
    bool isOptional = false;  // only the first or the last step can be
};

/// How well each subtree holds the chain of a limb: for each step and bone, the best score of the rest of the chain with that step at the
/// bone, and with that step strictly below it.
class LimbTable final {
public:
    static constexpr std::size_t mostSteps = 4;

    LimbTable(const BodyShape& shape, std::span<const Step> steps, Side side, float leftward);

    /// The score of the best chain that begins at the bone or below it.
    [[nodiscard]] float start(std::size_t bone) const noexcept;
    /// The bones of that chain, one per step, or none.
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
