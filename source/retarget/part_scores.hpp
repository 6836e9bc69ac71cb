#pragma once

#include <cstddef>
#include <cstdint>

#include "retarget/body_shape.hpp"

namespace armature::humanoid {

/// A role without its side; the bones of the trunk count as one part.
enum class Part : std::uint8_t { Hips, Trunk, Neck, Head, Shoulder, UpperArm, LowerArm, Hand, UpperLeg, LowerLeg, Foot, Toes };

/// How well the words of a name fit: 1 exactly, 0 they say nothing, below 0 they say something else.
[[nodiscard]] float wordScore(Part part, const BoneWords& words) noexcept;

/// The same of the bone's name, or, where that says nothing, of its mate's.
[[nodiscard]] float nameScore(Part part, const BodyShape& shape, std::size_t bone) noexcept;

/// How well the direction from the parent fits, -1 to 1; 0: unknown or no matter. `side` is that of the limb.
[[nodiscard]] float directionScore(Part part, Side side, float leftward, const BodyShape& shape, std::size_t bone) noexcept;

/// Fingers tell a hand, eyes and a jaw a head.
[[nodiscard]] float childrenScore(Part part, const BodyShape& shape, std::size_t bone) noexcept;

/// Everything about the bone itself and its children.
[[nodiscard]] float localScore(Part part, Side side, float leftward, const BodyShape& shape, std::size_t bone) noexcept;

}  // namespace armature::humanoid
