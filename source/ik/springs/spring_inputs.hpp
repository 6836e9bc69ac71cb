#pragma once

#include <cstddef>
#include <vector>

#include <armature/ik/ik_report.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "ik/springs/spring_lookup.hpp"
#include "ik/springs/spring_path.hpp"
#include "ik/springs/spring_plan.hpp"
#include "math/aligned_vector.hpp"

namespace armature {

/// The data of a view that a solve reads before it changes anything. Allocates in its constructor, and when a rig's layout has changed.
class SpringInputs {
public:
    explicit SpringInputs(const SpringPlan& plan);

    /// Reads the data. Returns Solved, Gone, Singular or Undefined, as SpringBones::update() does. Throws std::invalid_argument if the
    /// joints belong to another rig.
    [[nodiscard]] IkStatus read(const SpringPlan& plan, const JointView& joints);

    [[nodiscard]] const SpringPlace& mover(std::size_t mover) const noexcept { return movers_[mover]; }
    [[nodiscard]] const SpringShapes& shapes(std::size_t group) const noexcept { return shapes_[group]; }
    /// The shears of a group, used instead of its shapes; null if they are not needed.
    [[nodiscard]] const SpringShears* shears(std::size_t group) const noexcept { return isSheared_[group] ? &shears_[group] : nullptr; }
    /// The current centre and arm of a swing: see SpringShears.
    [[nodiscard]] glm::dvec3 center(const SpringSwing& swing) const noexcept;
    [[nodiscard]] glm::dvec3 arm(const SpringSwing& swing) const noexcept;
    /// The frame, in the axes above, of a swing that has this rotation.
    [[nodiscard]] Frame local(const SpringSwing& swing, const glm::dquat& rotation) const noexcept;
    [[nodiscard]] const SpringLookup& lookup() const noexcept { return lookup_; }

private:
    [[nodiscard]] bool readMovers(const SpringPlan& plan, const JointView& joints);
    [[nodiscard]] bool readPlain(const SpringPlan& plan, const SpringPlan::Group& group, const JointView& joints,
                                 SpringShapes& outShapes) const noexcept;
    void readSheared(const SpringPlan& plan, const SpringPlan::Group& group, const JointView& joints, SpringShears& outShears) const;
    [[nodiscard]] bool isFinite() const noexcept;

    SpringLookup lookup_;
    std::vector<SpringPlace> movers_;
    AlignedVector<SpringShapes> shapes_;  // by group, as are the next two
    AlignedVector<SpringShears> shears_;
    std::vector<char> isSheared_;
};

}  // namespace armature
