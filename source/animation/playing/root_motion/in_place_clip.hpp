#pragma once

#include <functional>
#include <memory>
#include <span>

#include <glm/ext/matrix_double4x4.hpp>

#include <armature/animation/animation_clip.hpp>

#include "animation/playing/root_motion/joint_curve.hpp"

namespace armature {

/// The motion that is taken away from a clip's root.
struct TakenMotion {
    /// Returns the motion's matrix at a time, in the character's space.
    std::function<glm::dmat4(double seconds)> at;
    std::span<const double> knots;  ///< Ascending times, between which the motion and the root are smooth.
    bool turns = false;             ///< Whether the motion turns; otherwise the root keeps its rotation.
};

/// Returns the clip without the taken motion. Linear and step channels keep their keys where that is exact; otherwise the root gets
/// splines, as close as floats allow. `target`: the root, for channels that the clip lacks.
[[nodiscard]] std::shared_ptr<const AnimationClip> makeInPlaceClip(const ClipStage& stage, const JointCurve& root,
                                                                   const ClipStage::Parts& parts, const ChannelTarget& target,
                                                                   const TakenMotion& taken);

}  // namespace armature
