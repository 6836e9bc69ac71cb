#pragma once

#include <optional>
#include <span>

#include <armature/animation/animation_clip.hpp>

#include "import/bvh/hierarchy.hpp"

namespace armature::bvh {

struct Motion {
    double frameSeconds = 0.;
    std::optional<ClipDescription> clip;  ///< None: no frames, or nothing that moves.
};

/// Reads what follows the word MOTION, up to the end of the file. Targets are nodes, numbered like the joints.
[[nodiscard]] Motion readMotion(Tokens& tokens, std::span<const Joint> joints, importing::MemoryBudget& budget, importing::Notes& notes);

}  // namespace armature::bvh
