#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>

#include "import/fbx/curve.hpp"
#include "import/memory_budget.hpp"

namespace armature::fbx {

/// A motion to be said in glTF's terms.
struct Motion {
    std::size_t components = 3;
    bool isRotation = false;  ///< Four components: a quaternion x, y, z, w whose sign is continuous wherever the motion is.
    /// Writes the components at a time, on one side of it.
    std::function<void(double seconds, Side side, std::span<double> out)> evaluate;
    std::vector<double> times;  ///< Where it may jump or bend, in any order; at least one, none negative.
    std::size_t cost = 1;       ///< How much work it is to evaluate, which the budget pays for with the keys.
    double bound = 0.;          ///< How far what is made may be from it: in its own units, radians for rotations.
};

struct FittedChannel {
    std::vector<float> times;
    std::vector<float> values;
    Interpolation interpolation = Interpolation::Linear;
    double error = 0.;  ///< The largest that was left, in the same unit as the bound.
};

/// Says a motion as steps, lines or a cubic spline, whichever is the first that keeps the bound. Keys stand at `times`, and only where a
/// cubic with the motion's own slopes does not keep the bound between two of them, more are put between. Where the motion jumps a key
/// stands right before. Throws importing::Refusal if the budget does not pay for the keys.
[[nodiscard]] FittedChannel fitChannel(const Motion& motion, importing::MemoryBudget& budget, const std::string& place);

}  // namespace armature::fbx
