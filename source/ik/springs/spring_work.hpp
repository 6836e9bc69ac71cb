#pragma once

#include <cstddef>
#include <vector>

#include <glm/ext/quaternion_double.hpp>

#include <armature/ik/ik_report.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "ik/kernels/spring_kernels.hpp"
#include "ik/springs/spring_inputs.hpp"
#include "ik/springs/spring_memory.hpp"
#include "ik/springs/spring_plan.hpp"
#include "ik/springs/spring_solids.hpp"

namespace armature {

/// The working memory of one solve of a SpringBones, all allocated by the constructor.
class SpringWork {
public:
    explicit SpringWork(const SpringPlan& plan);

    /// See SpringBones::solve(). Precondition: `memory` is empty or has the plan's size.
    IkStatus solve(const SpringPlan& plan, JointView joints, double seconds, std::vector<double>& memory);
    /// See SpringBones::jump(). Precondition: `memory` is empty or has the plan's size.
    IkStatus jump(const SpringPlan& plan, const JointView& joints, std::vector<double>& memory);

private:
    enum class Tails { ToCarriers, FromCarriers };

    void start(const SpringPlan& plan, std::vector<double>& memory);
    void advance(const SpringPlan& plan, SpringMemory memory, double seconds);
    /// Each places all movers that no swinging bone carries and sets `locals_`: with their current frames, or with those at a time within
    /// the frame.
    void placeMovers(const SpringPlan& plan) noexcept;
    void placeMoversAt(const SpringPlan& plan, const SpringStencil& stencil, double time) noexcept;
    void placeMover(const SpringMover& mover, const Frame& local) noexcept;
    void makePaths(const SpringPlan& plan, const SpringMemory& memory, const SpringStencil& stencil) noexcept;
    void keepMovers(const SpringPlan& plan, SpringMemory& memory, double length) noexcept;
    /// Maps remembered tails to the axes of the bones above, or back. Uses the movers' frames in `locals_`.
    void carryTails(const SpringPlan& plan, SpringMemory& memory, Tails way) noexcept;
    void jumpMovers(const SpringPlan& plan, SpringMemory& memory) const noexcept;

    /// Places everything in the order of the plan. `swing` computes the rotations of a group, after everything above that group is placed.
    template <class Swing>
    void walk(const SpringPlan& plan, const Swing& swing) noexcept;
    /// Takes a step. If `isKept` is false, takes only the fraction `part` of it that has passed, to show it without remembering it.
    void step(const SpringPlan& plan, SpringMemory& memory, double part, bool isKept) noexcept;
    void load(const SpringPlan& plan, const SpringSwing& swing, const SpringShape& shape, const SpringTail& from, double part,
              std::size_t lane) noexcept;
    /// Returns the sideways push, per step, of a tail that is at `now` in the world: see the definition.
    [[nodiscard]] glm::dvec3 aside(const SpringSwing& swing, const SpringShape& shape, const SpringTail& from,
                                   const glm::dvec3& now) const noexcept;
    [[nodiscard]] SpringTail tailOf(const SpringSwing& swing, const SpringTail& from, std::size_t lane) noexcept;
    void placeSwing(const SpringSwing& swing, const SpringShape& shape, const glm::dquat& rotation) noexcept;
    void placeOther(const SpringPlan& plan, SpringPlan::Step step) noexcept;
    void write(const SpringPlan& plan, JointView joints) const;

    SpringInputs inputs_;
    std::vector<SpringPath> paths_;
    std::vector<Frame> locals_;  // the frames of movers, in the axes of their parents
    std::vector<Frame> frames_;  // by place: the frame to the world
    std::vector<PlacedSolid> solids_;
    SpringBlock block_;
    std::vector<Frame> fromWorld_;       // by centre
    std::vector<glm::dquat> rotations_;  // by swing: the rotation to be written
    bool isSound_ = true;                // whether all numbers are within the range of doubles
};

}  // namespace armature
