#pragma once

#include <span>
#include <vector>

#include <glm/ext/vector_double2.hpp>

#include "animation/playing/root_motion/joint_curve.hpp"
#include "animation/playing/root_motion/root_motion_path.hpp"

namespace armature {

/// The travel of a character that walks on the spot: while a foot is planted, the ground moves back under it.
class FootTravel {
public:
    FootTravel() = default;  ///< Makes a travel that does not move.
    /// `contactHeight`: the height above a foot's lowest position up to which the foot is planted, in the character's units.
    FootTravel(std::span<const JointCurve> feet, const GroundAxes& axes, double duration, double contactHeight);

    [[nodiscard]] glm::dvec2 at(double seconds) const;
    [[nodiscard]] glm::dvec2 whole() const { return ways_.empty() ? glm::dvec2(0.) : ways_.back(); }
    /// Returns the times at which the travel's speed changes; ascending.
    [[nodiscard]] std::vector<double> times() const;

private:
    double step_ = 0.;
    std::vector<glm::dvec2> ways_;  // offsets at equal steps, linear in between
};

}  // namespace armature
