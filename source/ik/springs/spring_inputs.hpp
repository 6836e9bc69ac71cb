#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/ik/ik_report.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "ik/springs/spring_path.hpp"
#include "ik/springs/spring_plan.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// A swinging bone in the animated pose, apart from its rotation.
struct SpringShape {
    PosedJoint posed;
    glm::dvec3 arm{0.};      ///< From the point about which the bone rotates to the bone's tail, in the parent's axes, before the rotation.
    glm::dvec3 restArm{0.};  ///< `arm` rotated by the rest rotation.
};

/// The data of a view that a solve reads before it changes anything. Allocates in its constructor only.
class SpringInputs {
public:
    explicit SpringInputs(const SpringPlan& plan);

    /// Reads the data. Returns Solved, Gone, Singular or Undefined, as SpringBones::update() does. Throws std::invalid_argument if the
    /// joints belong to another rig.
    [[nodiscard]] IkStatus read(const SpringPlan& plan, const JointView& joints);

    [[nodiscard]] const SpringPlace& mover(std::size_t mover) const noexcept { return movers_[mover]; }
    [[nodiscard]] const SpringShape& shape(std::size_t swing) const noexcept { return shapes_[swing]; }
    /// The index of a bone of the plan in the view that was read.
    [[nodiscard]] std::size_t number(std::size_t bone) const noexcept { return numbers_[bone]; }

private:
    [[nodiscard]] bool find(const SpringPlan& plan, const JointView& joints);
    [[nodiscard]] bool readMovers(const SpringPlan& plan, const JointView& joints);
    void readShape(const SpringPlan& plan, const SpringSwing& swing, const JointView& joints, SpringShape& outShape) const;
    [[nodiscard]] bool isFinite() const noexcept;

    std::vector<std::size_t> numbers_;  // by bone of the plan
    std::vector<SpringPlace> movers_;
    std::vector<SpringShape> shapes_;
};

}  // namespace armature
