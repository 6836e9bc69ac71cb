#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <armature/ik/chain_solver.hpp>

#include "ik/chain_bones.hpp"
#include "ik/limits/turn_limit.hpp"
#include "ik/posed_joint.hpp"

namespace armature {

/// What a solver may change of a joint.
using JointState = ChainJointMemory;

/// The joints of a Chain at work: poses, limits and the matrices that follow, parents first. Everything is in the space of the goals: that
/// of the skeleton or of the world, whatever matrices lead there.
///
/// All memory is allocated by the constructor.
class JointTree {
public:
    struct Joint {
        std::ptrdiff_t parent = -1;  ///< Of the joints; -1: a root.
        TurnLimit limit;
        double freedom = 1.;  ///< 1 - stiffness.
        std::optional<glm::dquat> preferred = {};
        double preference = 0.;

        PosedJoint pose;
        JointState loaded;         ///< As it was read.
        JointState incoming;       ///< The same made to obey the limit: what a solve starts from.
        JointState rest;           ///< Limits count from here.
        glm::dvec3 slideAxis{0.};  ///< Of a slide, in the parent's axes, unit length.

        Frame between;  ///< From the parent bone's axes to those of the joint above, or for a root to the space of the goals.
        Frame above;    ///< From the parent bone's axes to the space of the goals.
        Frame frame;    ///< From the own axes.

        [[nodiscard]] bool isMovable() const noexcept { return freedom > 0. && limit.kind != TurnLimit::Kind::Fixed; }
        [[nodiscard]] bool turns() const noexcept { return freedom > 0. && limit.turns(); }
        [[nodiscard]] bool slides() const noexcept { return freedom > 0. && limit.kind == TurnLimit::Kind::Slide; }
        [[nodiscard]] bool isChanged() const noexcept { return pose.rotation != loaded.rotation || pose.center != loaded.center; }
        [[nodiscard]] glm::dquat turn() const noexcept { return glm::conjugate(rest.rotation) * pose.rotation; }
        /// Along the slide's axis, from rest.
        [[nodiscard]] double slide() const noexcept { return glm::dot(pose.center - rest.center, slideAxis); }
        /// An end of the range is nearer than this part of it.
        [[nodiscard]] bool isSlideAtEnd(double part) const noexcept
        {
            const double slack = part * (limit.maxDistance - limit.minDistance) + 1e-12;
            return slide() <= limit.minDistance + slack || slide() >= limit.maxDistance - slack;
        }
    };

    explicit JointTree(const Chain& chain);

    // --- between the bones and here -------------------------------------------------------------------------------

    /// Reads the pose as it is now: Solved, Gone or Singular. Throws std::invalid_argument as ChainBones::find() does.
    [[nodiscard]] IkStatus load(const Skeleton& skeleton, Space space);
    [[nodiscard]] IkStatus load(const Pose& pose);
    /// Writes the joints that have changed. False, and nothing is written, where a number does not fit a float.
    [[nodiscard]] bool store(Skeleton& skeleton) const;
    [[nodiscard]] bool store(Pose& pose) const noexcept;
    /// Whether floats hold all joints as they are.
    [[nodiscard]] bool isWritable() const noexcept;

    // --- at work --------------------------------------------------------------------------------------------------

    [[nodiscard]] std::size_t size() const noexcept { return joints_.size(); }
    [[nodiscard]] Joint& operator[](std::size_t joint) noexcept { return joints_[joint]; }
    [[nodiscard]] const Joint& operator[](std::size_t joint) const noexcept { return joints_[joint]; }

    /// Computes the frames of a joint and of all after it. O(joints).
    void update(std::size_t from = 0) noexcept;
    void updateOne(std::size_t joint) noexcept;

    /// Where the joint turns, in the space of the goals.
    [[nodiscard]] glm::dvec3 center(std::size_t joint) const noexcept { return joints_[joint].above.point(joints_[joint].pose.center); }

    /// Sets a rotation, or the allowed one next to it. Frames are left as they are.
    void setRotation(std::size_t joint, const glm::dquat& rotation) noexcept;
    /// Slides to a distance from rest, or to the end of the range next to it.
    void setSlide(std::size_t joint, double distance) noexcept;

    /// Sets all joints, or the allowed states next to those given, and computes the frames.
    void setLimited(std::span<const JointState> states) noexcept;
    /// Puts back what get() gave, bit for bit, and computes the frames.
    void set(std::span<const JointState> states) noexcept;
    void get(std::span<JointState> outStates) const noexcept;
    void setIncoming() noexcept;

private:
    void readRest(Joint& joint, const Transform& rest) const noexcept;

    ChainBones bones_;
    std::vector<Joint> joints_;
};

}  // namespace armature
