#pragma once

#include <cstdint>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include "retarget/rest_rig.hpp"

namespace armature {

/// Where a bone of each rig points at rest; zero: unknown.
struct RestLine {
    glm::dvec3 source{0.};
    glm::dvec3 target{0.};

    [[nodiscard]] bool isKnown() const noexcept { return source != glm::dvec3(0.) && target != glm::dvec3(0.); }
};

/// A bone of the target's chain, and what the source's chain does at its middle.
struct ChainShare {
    std::uint32_t target = 0;
    std::uint32_t first = 0;  ///< The two bones of the source whose middles are before and behind it.
    std::uint32_t second = 0;
    double fraction = 0.;  ///< From first to second.
    glm::dvec3 sourceLine{0.};
    glm::dvec3 targetLine{0.};
};

/// Both chains are measured along their joints at rest; the last bone, which leads to none, is as long as the one before it.
[[nodiscard]] std::vector<ChainShare> shareChain(const RestRig& source, const RestRig& target, const RetargetChain& chain);

}  // namespace armature
