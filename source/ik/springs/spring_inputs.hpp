#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/ik/ik_report.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "ik/springs/spring_memory.hpp"
#include "ik/springs/spring_plan.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// A swinging bone as the animation has it, but for its rotation.
struct SpringShape {
    PosedJoint posed;
    glm::dvec3 arm{0.};      ///< From the point about which it turns to its tail, in the parent's axes, before it is turned.
    glm::dvec3 restArm{0.};  ///< `arm`, turned as at rest.
};

/// Where an anchor is during a frame: a parabola through where it was at the last two frames and is now.
class SpringPath {
public:
    /// The last frame took `interval` steps, this one takes `length`.
    static SpringPath through(const Frame& earlier, const Frame& last, const Frame& now, double interval, double length) noexcept;
    /// `time` steps after the last frame.
    [[nodiscard]] Frame at(double time) const noexcept;

private:
    struct Part {
        glm::dquat rotation;
        glm::dmat3 shape;
        glm::dvec3 origin;
    };
    [[nodiscard]] static Part partOf(const Frame& frame, const glm::dquat& near) noexcept;

    Frame now_;
    Part parts_[3];  // earlier, last, now
    double interval_ = 0.;
    double length_ = 0.;
    bool isStill_ = true;
};

/// What a solve reads of a view, all before it changes anything. Allocates in its constructor only.
class SpringInputs {
public:
    explicit SpringInputs(const SpringPlan& plan);

    /// Solved, Gone, Singular or Undefined, as SpringBones::update() says. Throws std::invalid_argument if the joints are of another rig.
    [[nodiscard]] IkStatus read(const SpringPlan& plan, const JointView& joints);

    [[nodiscard]] const Frame& anchor(std::size_t anchor) const noexcept { return anchors_[anchor]; }
    [[nodiscard]] const Frame& carried(std::size_t carried) const noexcept { return carried_[carried]; }
    [[nodiscard]] const SpringShape& shape(std::size_t swing) const noexcept { return shapes_[swing]; }
    /// In the view that was read.
    [[nodiscard]] std::size_t number(std::size_t bone) const noexcept { return numbers_[bone]; }

private:
    [[nodiscard]] bool find(const SpringPlan& plan, const JointView& joints);
    [[nodiscard]] bool readAnchors(const SpringPlan& plan, const JointView& joints);
    void readShape(const SpringPlan& plan, const SpringSwing& swing, const JointView& joints, SpringShape& outShape) const;
    [[nodiscard]] bool isFinite() const noexcept;

    std::vector<std::size_t> numbers_;  // by bone of the plan
    std::vector<Frame> anchors_;
    std::vector<Frame> carried_;
    std::vector<SpringShape> shapes_;
};

}  // namespace armature
