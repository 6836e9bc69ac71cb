#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "ik/springs/spring_stencil.hpp"
#include "skeleton/joint_parts.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// A rotation and the point about which an object rotates.
struct SpringTurn {
    glm::dquat rotation{1., 0., 0., 0.};
    glm::dvec3 center{0.};
};

/// The part of an object's placement that springs remember.
struct SpringPart {
    SpringTurn turn;
    glm::dmat3 shape{1.};

    [[nodiscard]] Frame frame() const noexcept { return {glm::mat3_cast(turn.rotation) * shape, turn.center}; }
};

/// The placement of an object at the current frame of the animation.
struct SpringPlace {
    SpringPart part;
    glm::dvec3 shift{0.};  ///< See PosedJoint.
    Frame frame;

    [[nodiscard]] static SpringPlace of(const PosedJoint& posed) noexcept
    {
        return {{{posed.rotation, posed.center}, posed.shape}, posed.shift, posed.local()};
    }
    /// Reads plain parts in place.
    void readFrom(const JointParts& parts) noexcept;
    /// Splits a frame into rotation, centre and shape. Rotations are interpolated separately from scale and shear, because a spinning
    /// object would shrink otherwise.
    [[nodiscard]] static SpringPlace of(const Frame& frame) noexcept;
};

/// The path of an object between its last frame and this one. Interpolates a rotation as a vector along its axis whose length is the angle,
/// so that rotating about one axis is as exact as moving along a line. Handles rotations of up to half a turn in each frame, and up to a
/// whole turn in five frames together.
class SpringPath {
public:
    SpringPath() = default;
    SpringPath(const SpringStencil& stencil, const SpringPart& now, const SpringPart& last, std::span<const SpringTurn> earlier) noexcept;

    /// Returns the interpolated frame. `now` is the placement from which the path was constructed.
    [[nodiscard]] Frame at(const SpringStencil::Weights& weights, const SpringPlace& now) const noexcept;

private:
    SpringPart last_;
    std::array<glm::dvec3, SpringStencil::points> turns_{};  // relative to last_, as are the centers_
    std::array<glm::dvec3, SpringStencil::points> centers_{};
    double turnBend_ = 0.;
    double centerBend_ = 0.;
    bool isStill_ = true;
};

}  // namespace armature
