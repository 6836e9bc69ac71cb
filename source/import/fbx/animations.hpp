#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>

#include "import/fbx/meshes.hpp"
#include "import/fbx/model_nodes.hpp"
#include "import/fbx/takes.hpp"
#include "import/memory_budget.hpp"

namespace armature::fbx {

/// A motion that is to be expressed with glTF's interpolation modes.
struct Motion {
    std::size_t components = 3;
    bool isRotation = false;  ///< If so, four components: a quaternion x, y, z, w whose sign is continuous wherever the motion is.
    /// Writes the components at a time. At a jump, `side` selects the value before, at or after the jump.
    std::function<void(double seconds, Side side, std::span<double> out)> evaluate;
    std::vector<double> times;  ///< The times at which the motion may jump or have a corner, in any order; at least one, none negative.
    std::size_t cost = 1;       ///< The relative work of one evaluation; multiplies the budget's charge for each key.
    double bound = 0.;          ///< The largest permitted error, in the motion's own units; radians for rotations.
};

struct FittedChannel {
    std::vector<float> times;
    std::vector<float> values;
    Interpolation interpolation = Interpolation::Linear;
    double error = 0.;  ///< The largest remaining error, in the same unit as Motion::bound.
};

/// Expresses a motion with steps, linear interpolation or a cubic spline: the first of these that stays within the bound, which is stricter
/// for steps. Keys are at `times`, except that a motion with the same value at all of them needs only the first and the last. A cubic
/// spline gets more keys where, with the motion's own slopes, it exceeds the bound between two keys; their number is limited, so an error
/// may remain. Except in steps, a jump gets an additional key immediately before it. Throws importing::Refusal if the keys exceed the
/// budget.
[[nodiscard]] FittedChannel fitChannel(const Motion& motion, importing::MemoryBudget& budget, const std::string& place);

/// Makes a clip of each take that animates something. Clip times are the times of the curves, except that a take that begins before 0 is
/// shifted to begin at 0, because clips cannot begin earlier. Motion that glTF's interpolation modes can express keeps its keys and slopes.
/// Other motion (rotations about several axes, translations that depend on pivots) gets extra keys so that it stays within 2e-7 m or 1e-5
/// radians, or within the precision of float if that is coarser. A note reports motion that stays far outside the bound.
void readAnimations(const Objects& objects, const Takes& takes, const ModelNodes& models, const Meshes& meshes, const Settings& settings,
                    importing::SceneDescription& scene);

}  // namespace armature::fbx
