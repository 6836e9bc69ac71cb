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
#include "math/aligned_vector.hpp"

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
    void placeMover(std::size_t mover, std::size_t parent) noexcept
    {
        const Frame& local = locals_[mover];
        frames_[mover] = parent == noPlace ? local : parent < frames_.size() ? frames_[parent] * local : frameAt(parent) * local;
    }
    void makePaths(const SpringPlan& plan, const SpringMemory& memory, const SpringStencil& stencil) noexcept;
    void keepMovers(const SpringPlan& plan, SpringMemory& memory, double length) noexcept;
    /// Maps remembered tails to the axes of the bones above, or back. Uses the movers' frames in `locals_`.
    void carryTails(const SpringPlan& plan, SpringMemory& memory, Tails way) noexcept;
    void jumpMovers(const SpringPlan& plan, SpringMemory& memory) const noexcept;

    /// Takes all steps in the order of the plan; swing(group) swings and places the bones of a group, after everything above it is placed.
    template <class Swing>
    void walk(const SpringPlan& plan, const Swing& swing) noexcept;
    /// Takes a step. If `isKept` is false, takes only the fraction `part` of it that has passed, to show it without remembering it.
    void step(const SpringPlan& plan, SpringMemory& memory, double part, bool isKept) noexcept;
    void swing(const SpringPlan& plan, std::size_t number, SpringMemory& memory, double part, bool isKept) noexcept;
    /// Returns the frame to the world of a mover or a swinging bone, given its place: see SpringPlan.
    [[nodiscard]] Frame frameAt(std::size_t place) const noexcept
    {
        const std::size_t lane = place - frames_.size();
        return place < frames_.size() ? frames_[place] : places_[lane / springLanes].frame(lane % springLanes);
    }
    [[nodiscard]] const SpringFrames& framesAbove(const SpringPlan& plan, const SpringPlan::Group& group) noexcept;
    /// Sets the frame of a swinging bone that has this rotation, if anything depends on that frame.
    void placeSwing(const SpringPlan& plan, const SpringSwing& swing, const glm::dquat& rotation) noexcept;
    void placeOther(const SpringPlan& plan, SpringPlan::Step step) noexcept;
    void write(const SpringPlan& plan, JointView joints);
    void writeGroup(const SpringPlan& plan, const SpringPlan::Group& group, const SpringTurns& rotations, JointView& joints);
    void writeSheared(const SpringPlan& plan, const SpringPlan::Group& group, const SpringTurns& rotations, JointView& joints) const;

    SpringInputs inputs_;
    std::vector<SpringPath> paths_;
    std::vector<Frame> locals_;           // the frames of movers, in the axes of their parents
    std::vector<Frame> frames_;           // the frames of movers, to the world
    AlignedVector<SpringFrames> places_;  // by group: the frames of swings to the world
    SpringFrames above_;                  // scratch: the frames above a group, gathered
    SpringTails tails_;                   // scratch: the tails of a group that does not fill its lanes
    SpringWrites writes_;                 // scratch: the rotations of one group, to be written
    std::vector<PlacedSolid> solids_;
    std::vector<Frame> centers_;            // by centre: its frame
    std::vector<Frame> fromWorld_;          // by centre: the inverse of its frame
    AlignedVector<SpringTurns> rotations_;  // by group: the rotations to be written
    bool isSound_ = true;                   // whether all numbers are within the range of doubles
};

}  // namespace armature
