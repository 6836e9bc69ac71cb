#pragma once

#include <functional>
#include <memory>
#include <span>

#include <glm/ext/matrix_double4x4.hpp>

#include <armature/animation/animation_clip.hpp>

#include "animation/playing/root_motion/joint_curve.hpp"

namespace armature {

/// What is taken away from a clip's root.
struct TakenMotion {
    /// A matrix at a time, in the character's space.
    std::function<glm::dmat4(double seconds)> at;
    std::span<const double> knots;  ///< Between which it and the root move smoothly; ascending.
    bool turns = false;             ///< Otherwise the root keeps its rotation.
};

/// The clip without that motion. Straight lines and steps stay what they are where that is exact; elsewhere the root gets splines, as close
/// as floats. `target`: the root, for channels that the clip lacks.
[[nodiscard]] std::shared_ptr<const AnimationClip> makeInPlaceClip(const ClipStage& stage, const JointCurve& root,
                                                                   const ClipStage::Parts& parts, const ChannelTarget& target,
                                                                   const TakenMotion& taken);

}  // namespace armature
