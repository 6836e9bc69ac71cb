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

/// The working memory of one solve, all allocated by the constructor.
class SpringWork {
public:
    explicit SpringWork(const SpringPlan& plan);

    /// See SpringBones::solve(). Precondition: `memory` is empty or that of the plan.
    IkStatus solve(const SpringPlan& plan, JointView joints, double seconds, std::vector<double>& memory);
    /// See SpringBones::jump(). Precondition: `memory` is empty or that of the plan.
    IkStatus jump(const SpringPlan& plan, const JointView& joints, std::vector<double>& memory);

private:
    enum class Tails { ToCarriers, FromCarriers };

    void start(const SpringPlan& plan, std::vector<double>& memory);
    void advance(const SpringPlan& plan, SpringMemory memory, double seconds);
    /// Everything that no swinging bone carries, as it is now or was at a time of the frame.
    void placeMovers(const SpringPlan& plan) noexcept;
    void placeMoversAt(const SpringPlan& plan, const SpringStencil& stencil, double time) noexcept;
    void placeMover(const SpringMover& mover, const Frame& local) noexcept;
    void makePaths(const SpringPlan& plan, const SpringMemory& memory, const SpringStencil& stencil) noexcept;
    void keepMovers(const SpringPlan& plan, SpringMemory& memory, double length) noexcept;
    /// Takes remembered tails to the axes of the bones above, or back, with movers as in `locals_`.
    void carryTails(const SpringPlan& plan, SpringMemory& memory, Tails way) noexcept;
    void jumpMovers(const SpringPlan& plan, SpringMemory& memory) const noexcept;

    /// Places everything in the order of the plan; `swing` makes the rotations of a group, what is above it being placed.
    template <class Swing>
    void walk(const SpringPlan& plan, const Swing& swing) noexcept;
    /// A step, or the `part` of it that has passed, which is shown but not kept.
    void step(const SpringPlan& plan, SpringMemory& memory, double part, bool isKept) noexcept;
    void load(const SpringPlan& plan, const SpringSwing& swing, const SpringShape& shape, const SpringTail& from, double part,
              std::size_t lane) noexcept;
    /// How far a step pulls a tail, which is at `now` in the world, aside: see the definition.
    [[nodiscard]] glm::dvec3 aside(const SpringSwing& swing, const SpringShape& shape, const SpringTail& from,
                                   const glm::dvec3& now) const noexcept;
    [[nodiscard]] SpringTail tailOf(const SpringSwing& swing, const SpringTail& from, std::size_t lane) noexcept;
    void placeSwing(const SpringSwing& swing, const SpringShape& shape, const glm::dquat& rotation) noexcept;
    void placeOther(const SpringPlan& plan, SpringPlan::Step step) noexcept;
    void write(const SpringPlan& plan, JointView joints) const;

    SpringInputs inputs_;
    std::vector<SpringPath> paths_;
    std::vector<Frame> locals_;  // the frames of movers, in the axes of what they hang on
    std::vector<Frame> frames_;  // by place, to the world
    std::vector<PlacedSolid> solids_;
    SpringBlock block_;
    std::vector<Frame> fromWorld_;       // by centre
    std::vector<glm::dquat> rotations_;  // by swing: the rotations to be written
    bool isSound_ = true;                // whether all numbers are within the range of doubles
};

}  // namespace armature
