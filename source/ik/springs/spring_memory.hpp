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
static_assert(sizeof(SpringTail) == 10 * sizeof(double) && sizeof(SpringPart) == 16 * sizeof(double)
              && sizeof(SpringTurn) == 7 * sizeof(double));

/// The numbers that springs remember. In order: the time since the last step and the times between the kept frames, all in steps; for each
/// mover, its placement at the last frame and its rotations and centres at the frames kept before; for each swing, its tail.
class SpringMemory {
public:
    SpringMemory(const SpringPlan& plan, std::span<double> numbers) noexcept
        : numbers_(numbers), firstTail_(times + ofMover * plan.movers.size())
    {}

    static constexpr std::size_t times = 1 + SpringStencil::mostEarlier;

    [[nodiscard]] static std::size_t sizeFor(const SpringPlan& plan) noexcept
    {
        return times + ofMover * plan.movers.size() + 10 * plan.swings.size();
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
    [[nodiscard]] SpringTail tail(std::size_t swing) const noexcept { return get<SpringTail>(firstTail_ + 10 * swing); }
    void setTail(std::size_t swing, const SpringTail& tail) noexcept { set(firstTail_ + 10 * swing, tail); }

private:
    static constexpr std::size_t ofMover = 16 + 7 * SpringStencil::mostEarlier;

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

    std::span<double> numbers_;
    std::size_t firstTail_;
};

}  // namespace armature
