#pragma once

#include <memory>

#include <armature/animation/root_motion.hpp>
#include <armature/fwd.hpp>

namespace armature::tools {

/// What a clip moves its character, and the bone that it is in.
struct RootTravel {
    const Bone* bone = nullptr;
    std::shared_ptr<const RootMotion> motion = {};  ///< Null: nothing travels.
};

/// Of the skeleton with most bones: of its root, or of what carries the motion below roots that stand still.
[[nodiscard]] RootTravel findRootTravel(Scene& scene, const std::shared_ptr<const AnimationClip>& clip);

}  // namespace armature::tools
