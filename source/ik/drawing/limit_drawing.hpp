#pragma once

#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/ik/ik_debug_lines.hpp>

#include "ik/limits/turn_limit.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// Draws the limit of one bone's joint. Directions are computed in the bone's axes at rest and shown in the world.
class LimitDrawing {
public:
    LimitDrawing(std::vector<DebugLine>& outLines, const Bone& bone, const IkDebugStyle& style, double size);

    void addSwingTwist(const TurnLimit& limit) const;
    void addHinge(const TurnLimit& limit) const;
    void addSlide(const TurnLimit& limit) const;

private:
    /// Returns the end of a line of `length` (in world units) from the joint, in a direction given in the axes at rest.
    [[nodiscard]] glm::dvec3 towards(const glm::dvec3& direction, double length) const noexcept;
    void addSpoke(const glm::dvec3& direction, double length, const glm::vec4& color) const;
    /// Adds the arc that `start` describes as it rotates about `axis` from angle `from` to angle `to`. Unless the arc is a full circle,
    /// also adds lines from the joint to both ends of the arc.
    void addSector(const glm::dvec3& axis, const glm::dvec3& start, double from, double to, double radius, const glm::vec4& color) const;
    [[nodiscard]] const glm::vec4& colorOf(bool isActive) const noexcept { return isActive ? style_.activeLimitColor : style_.limitColor; }

    std::vector<DebugLine>& lines_;
    const IkDebugStyle& style_;
    double size_;
    Frame above_;       // from the parent's axes to the world
    glm::dvec3 joint_;  // the joint's position in the world
    glm::dvec3 restPosition_;
    glm::dquat rest_;  // from the axes at rest to the parent's
    glm::dquat turn_;  // the bone's rotation from its rest
    PosedJoint pose_;
};

}  // namespace armature
