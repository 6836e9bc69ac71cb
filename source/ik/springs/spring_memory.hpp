#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "ik/springs/spring_path.hpp"
#include "ik/springs/spring_plan.hpp"
#include "ik/springs/spring_stencil.hpp"

namespace armature {

/// The tail of a swinging bone now and one step before, in the world or in the axes of the chain's centre, and the bone's rotation.
struct SpringTail {
    glm::dvec3 now;
    glm::dvec3 before;
    glm::dquat rotation;
};
static_assert(sizeof(SpringTail) == SpringTails::count * sizeof(double) && sizeof(SpringPart) == 16 * sizeof(double)
              && sizeof(SpringTurn) == 7 * sizeof(double));

/// The numbers that springs remember. In order: the time since the last step and the times between the kept frames, all in steps; for each
/// mover, its placement at the last frame and its rotations and centres at the frames kept before; for each group of swings, its tails in
/// rows with one number for each swing: see SpringTails.
class SpringMemory {
public:
    SpringMemory(const SpringPlan& plan, std::span<double> numbers) noexcept
        : plan_(plan), numbers_(numbers), firstTail_(times + ofMover * plan.movers.size())
    {}

    static constexpr std::size_t times = 1 + SpringStencil::mostEarlier;

    [[nodiscard]] static std::size_t sizeFor(const SpringPlan& plan) noexcept
    {
        return times + ofMover * plan.movers.size() + SpringTails::count * plan.swings.size();
    }

    [[nodiscard]] double& phase() noexcept { return numbers_[0]; }
    /// The times, in steps, between kept frames: from the last frame back to the one before, and so on. 0: the earlier frame is not known.
    [[nodiscard]] std::span<double, SpringStencil::mostEarlier> gaps() noexcept
    {
        return numbers_.subspan<1, SpringStencil::mostEarlier>();
    }

    /// The placement of a mover at the last frame.
    [[nodiscard]] SpringPart last(std::size_t mover) const noexcept { return get<SpringPart>(times + ofMover * mover); }
    void setLast(std::size_t mover, const SpringPart& part) noexcept { set(times + ofMover * mover, part); }
    /// The rotation and centre of a mover at an earlier frame; `back` 0 is the latest of them.
    [[nodiscard]] SpringTurn earlier(std::size_t mover, std::size_t back) const noexcept
    {
        return get<SpringTurn>(times + ofMover * mover + 16 + 7 * back);
    }
    void setEarlier(std::size_t mover, std::size_t back, const SpringTurn& turn) noexcept
    {
        set(times + ofMover * mover + 16 + 7 * back, turn);
    }
    /// Makes the last frame the latest of the earlier ones, and forgets the earliest.
    void pushLast(std::size_t mover) noexcept
    {
        double* const first = numbers_.data() + times + ofMover * mover;
        std::memmove(first + 23, first + 16, 7 * (SpringStencil::mostEarlier - 1) * sizeof(double));
        std::memcpy(first + 16, first, 7 * sizeof(double));
    }

    /// The tails of a group: SpringTails::count rows of one number for each swing.
    [[nodiscard]] double* tails(const SpringPlan::Group& group) noexcept
    {
        return numbers_.data() + firstTail_ + SpringTails::count * group.begin;
    }
    [[nodiscard]] SpringTail tail(const SpringSwing& swing) const noexcept
    {
        SpringTail tail;
        double numbers[SpringTails::count];
        for (std::size_t row = 0; row < SpringTails::count; ++row) {
            numbers[row] = numbers_[placeOf(swing, row)];
        }
        std::memcpy(static_cast<void*>(&tail), numbers, sizeof tail);
        return tail;
    }
    void setTail(const SpringSwing& swing, const SpringTail& tail) noexcept
    {
        double numbers[SpringTails::count];
        std::memcpy(numbers, &tail, sizeof tail);
        for (std::size_t row = 0; row < SpringTails::count; ++row) {
            numbers_[placeOf(swing, row)] = numbers[row];
        }
    }

private:
    static constexpr std::size_t ofMover = 16 + 7 * SpringStencil::mostEarlier;

    [[nodiscard]] std::size_t placeOf(const SpringSwing& swing, std::size_t row) const noexcept
    {
        const SpringPlan::Group& group = plan_.together[swing.group];
        return firstTail_ + SpringTails::count * group.begin + row * group.size() + swing.lane;
    }

    template <class Part>
    [[nodiscard]] Part get(std::size_t first) const noexcept
    {
        Part part;
        std::memcpy(static_cast<void*>(&part), numbers_.data() + first, sizeof part);
        return part;
    }
    template <class Part>
    void set(std::size_t first, const Part& part) noexcept
    {
        std::memcpy(numbers_.data() + first, &part, sizeof part);
    }

    const SpringPlan& plan_;
    std::span<double> numbers_;
    std::size_t firstTail_;
};

}  // namespace armature
