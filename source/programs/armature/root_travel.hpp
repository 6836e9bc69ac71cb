#pragma once

#include <memory>

#include <armature/animation/root_motion.hpp>
#include <armature/fwd.hpp>

namespace armature::tools {

/// A clip's root motion, and the bone that carries it.
struct RootTravel {
    const Bone* bone = nullptr;
    std::shared_ptr<const RootMotion> motion = {};  ///< Null if nothing travels.
};

/// Finds the root motion of the skeleton with the most bones: looks at its first root and, as long as the bone stands still, at that bone's
/// first child bone, at most four bones deep.
[[nodiscard]] RootTravel findRootTravel(Scene& scene, const std::shared_ptr<const AnimationClip>& clip);

/// Returns the group's clip without its travel over the ground and its turn, as RootMotion separates them from the pose; the clip itself if
/// it does not travel. Looks at the topmost node that the clip moves and, as long as that stands still, at its first child, at most four
/// nodes deep. Poses the scene by the beginning of the clip.
[[nodiscard]] std::shared_ptr<const AnimationClip> clipInPlace(Scene& scene, AnimationGroup& group);

}  // namespace armature::tools
