#pragma once

#include <memory>

#include <armature/animation/root_motion.hpp>
#include <armature/fwd.hpp>

namespace armature::tools {

/// A clip's root motion, and its bone.
struct RootTravel {
    const Bone* bone = nullptr;
    std::shared_ptr<const RootMotion> motion = {};  ///< Null if nothing travels.
};

/// Finds the root motion of the skeleton with the most bones: of its root, or of the bone that carries the motion below roots that stand
/// still.
[[nodiscard]] RootTravel findRootTravel(Scene& scene, const std::shared_ptr<const AnimationClip>& clip);

}  // namespace armature::tools
