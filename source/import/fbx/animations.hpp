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

/// A motion to be expressed with glTF's interpolations.
struct Motion {
    std::size_t components = 3;
    bool isRotation = false;  ///< Four components: a quaternion x, y, z, w whose sign is continuous wherever the motion is.
    /// Writes the components at a time, as seen from one side of it.
    std::function<void(double seconds, Side side, std::span<double> out)> evaluate;
    std::vector<double> times;  ///< Where the motion may jump or have a corner, in any order; at least one, none negative.
    std::size_t cost = 1;       ///< The work of evaluating it, charged to the budget along with the keys.
    double bound = 0.;          ///< The largest permitted error: in the motion's own units, radians for rotations.
};

struct FittedChannel {
    std::vector<float> times;
    std::vector<float> values;
    Interpolation interpolation = Interpolation::Linear;
    double error = 0.;  ///< The largest remaining error, in the unit of the bound.
};

/// Expresses a motion as steps, lines or a cubic spline, whichever first keeps the bound. Keys are at `times`; more are inserted only
/// between two keys where a cubic with the motion's own slopes exceeds the bound. A jump gets an additional key right before it. Throws
/// importing::Refusal if the keys exceed the budget.
[[nodiscard]] FittedChannel fitChannel(const Motion& motion, importing::MemoryBudget& budget, const std::string& place);

/// Makes a clip of each take. Times are the curves' own, except that a take that begins before 0, which a clip cannot, is moved to begin at
/// 0. Motion that glTF's interpolations can express keeps its keys and slopes. Other motion, which is rotations about several axes and
/// translations that depend on pivots, gets as many extra keys as it needs to stay within 2e-7 m or 1e-5 radians.
void readAnimations(const Objects& objects, const Takes& takes, const ModelNodes& models, const Meshes& meshes, const Settings& settings,
                    importing::SceneDescription& scene);

}  // namespace armature::fbx
