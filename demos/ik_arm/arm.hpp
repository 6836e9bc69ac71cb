#pragma once

#include <array>

#include <armature/armature.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/math/debug_lines.hpp>

namespace ik_arm {

/// A robot arm on a pedestal, made of boxes, that reaches for a target. It has two bones and a hand.
class Arm {
public:
    explicit Arm(armature::Scene& scene);

    /// Moves the target and bends the arm towards it.
    armature::BoneIkReport reachFor(const glm::vec3& target, double seconds);
    /// Lines from the hand to the target and from the shoulder to the pole.
    [[nodiscard]] std::array<armature::DebugLine, 2> lines() const;

private:
    armature::Skeleton& skeleton_;
    armature::Bone& upper_;
    armature::Bone& lower_;
    armature::Bone& hand_;
    armature::TransformNode& target_;
    armature::TransformNode& pole_;
    armature::BoneIkController controller_;
};

/// The target's position in the pictures. The path repeats after phase 1; it is within reach in the middle and beyond reach on both sides.
[[nodiscard]] glm::vec3 targetAt(float phase);

/// A point of the plane in which the mouse's targets lie; the plane faces the viewer.
inline constexpr glm::vec3 middle{0.f, 1.3f, 0.5f};

}  // namespace ik_arm
