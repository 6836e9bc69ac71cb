#pragma once

#include <span>
#include <vector>

#include "retarget/part_scores.hpp"

namespace armature::humanoid {

inline constexpr float impossible = -1e9f;

/// One bone of a limb's plan.
struct Step {
    Part part;
    bool isOptional = false;  // the first or the last
};

/// How well each subtree holds the chain of a limb: of each step and bone, the best score of the rest of the chain with the step at the
/// bone, and strictly below it.
class LimbTable final {
public:
    static constexpr std::size_t mostSteps = 4;

    LimbTable(const BodyShape& shape, std::span<const Step> steps, Side side, float leftward);

    /// The best chain that begins at the bone or below it.
    [[nodiscard]] float start(std::size_t bone) const noexcept;
    /// That chain's bones, one a step, or none.
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
