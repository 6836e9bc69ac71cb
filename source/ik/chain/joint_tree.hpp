#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/ik/chain_solver.hpp>

#include "ik/chain_bones.hpp"
#include "ik/known_rest.hpp"
#include "ik/limits/turn_limit.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// The state of a joint that a solver may change. A ChainSolver's memory consists of these states.
struct JointState {
    glm::dquat rotation{1., 0., 0., 0.};
    glm::dvec3 center{0.};  ///< The point about which the joint rotates, in its parent's axes.
};

/// The joints of a Chain during a solve: local poses, limits and the resulting frames, parents first. The frames lead to goal space, which
/// is skeleton or world space.
///
/// All memory is allocated by the constructor.
class JointTree {
public:
    struct Joint {
        std::ptrdiff_t parent = -1;  ///< Index of the parent among the joints; -1 for a root.
        TurnLimit limit;
        double freedom = 1.;  ///< 1 - stiffness.
        std::optional<glm::dquat> preferred = {};
        double preference = 0.;

        PosedJoint pose;
        JointState loaded;         ///< The state as read from the pose.
        JointState incoming;       ///< `loaded`, clamped to the limit: the start of a solve.
        JointState rest;           ///< The rest pose, from which limits are measured.
        glm::dvec3 slideAxis{0.};  ///< Axis of a slide in the parent's axes, unit length.

        Frame between;  ///< From the parent bone's axes to the own axes of the joint above; for a root, to goal space.
        Frame above;    ///< From the parent bone's axes to goal space.
        Frame frame;    ///< From the joint's own axes to goal space.

        [[nodiscard]] bool isMovable() const noexcept { return freedom > 0. && limit.kind != TurnLimit::Kind::Fixed; }
        [[nodiscard]] bool turns() const noexcept { return freedom > 0. && limit.turns(); }
        [[nodiscard]] bool slides() const noexcept { return freedom > 0. && limit.kind == TurnLimit::Kind::Slide; }
        [[nodiscard]] bool isChanged() const noexcept { return pose.rotation != loaded.rotation || pose.center != loaded.center; }
        [[nodiscard]] glm::dquat turn() const noexcept { return glm::conjugate(rest.rotation) * pose.rotation; }
        /// The signed distance that the joint has slid along its axis, from rest.
        [[nodiscard]] double slide() const noexcept { return glm::dot(pose.center - rest.center, slideAxis); }
        /// Returns whether the slide is closer to an end of its range than the fraction `part` of the range.
        [[nodiscard]] bool isSlideAtEnd(double part) const noexcept
        {
            const double slack = part * (limit.maxDistance - limit.minDistance) + 1e-12;
            return slide() <= limit.minDistance + slack || slide() >= limit.maxDistance - slack;
        }
    };

    explicit JointTree(const Chain& chain);

    // --- reading and writing bones --------------------------------------------------------------------------------

    /// Looks up the bones; see ChainBones::find().
    [[nodiscard]] bool find(const JointView& joints) { return bones_.find(joints); }
    /// Reads the current pose. Returns Solved or Singular. Precondition: find() has returned true.
    [[nodiscard]] IkStatus load(const JointView& joints, Space space) noexcept;
    /// Reads the rest pose of a joint whose current pose has the scale `scale`.
    void knowRest(const JointView& joints, std::size_t joint, const glm::vec3& scale) noexcept;
    /// Writes the changed joints. Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard]] bool store(JointView joints) const;
    [[nodiscard]] const ChainBones& bones() const noexcept { return bones_; }
    /// Returns whether the numbers of all joints fit floats.
    [[nodiscard]] bool isWritable() const noexcept;

    // --- during a solve -------------------------------------------------------------------------------------------

    [[nodiscard]] std::size_t size() const noexcept { return joints_.size(); }
    [[nodiscard]] Joint& operator[](std::size_t joint) noexcept { return joints_[joint]; }
    [[nodiscard]] const Joint& operator[](std::size_t joint) const noexcept { return joints_[joint]; }

    /// Computes the frames of a joint and of all joints after it. O(joints).
    void update(std::size_t from = 0) noexcept;
    void updateOne(std::size_t joint) noexcept;

    /// The point about which the joint rotates, in goal space.
    [[nodiscard]] glm::dvec3 center(std::size_t joint) const noexcept { return joints_[joint].above.point(joints_[joint].pose.center); }

    /// Sets a rotation, clamped to the joint's limit. Does not update frames.
    void setRotation(std::size_t joint, const glm::dquat& rotation) noexcept;
    /// Moves a slide to a distance from rest, or to the nearer end of its range. Does not update frames.
    void setSlide(std::size_t joint, double distance) noexcept;

    /// Sets the states of all joints, clamped to their limits, and computes the frames.
    void setLimited(std::span<const JointState> states) noexcept;
    /// Restores states that get() returned, bit for bit, and computes the frames.
    void set(std::span<const JointState> states) noexcept;
    void get(std::span<JointState> outStates) const noexcept;
    void setIncoming() noexcept;

private:
    static void setRest(Joint& joint, const Transform& rest) noexcept;
    bool limitIncoming() noexcept;

    ChainBones bones_;
    std::vector<Joint> joints_;
    std::vector<KnownRest> rests_;
};

}  // namespace armature
