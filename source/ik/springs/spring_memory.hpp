#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "ik/springs/spring_plan.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// Where a swinging bone's tail is, in the world or in the axes of its centre, where it was a step before, and how the bone was turned.
struct SpringTail {
    glm::dvec3 now;
    glm::dvec3 before;
    glm::dquat rotation;
};
static_assert(sizeof(SpringTail) == 10 * sizeof(double) && sizeof(Frame) == 12 * sizeof(double));

/// The numbers that springs remember: the time since the last step and how long the last frame took, both in steps; where each anchor was
/// at the last frame and at the one before; each tail.
class SpringMemory {
public:
    SpringMemory(const SpringPlan& plan, std::span<double> numbers) noexcept : numbers_(numbers), firstTail_(2 + 24 * plan.anchors.size())
    {}

    [[nodiscard]] static std::size_t sizeFor(const SpringPlan& plan) noexcept
    {
        return 2 + 24 * plan.anchors.size() + 10 * plan.swings.size();
    }

    [[nodiscard]] double& phase() noexcept { return numbers_[0]; }
    [[nodiscard]] double& interval() noexcept { return numbers_[1]; }

    /// `back`: 0 for the last frame, 1 for the one before.
    [[nodiscard]] Frame anchor(std::size_t anchor, std::size_t back) const noexcept { return get<Frame>(2 + 24 * anchor + 12 * back); }
    void setAnchor(std::size_t anchor, std::size_t back, const Frame& frame) noexcept { set(2 + 24 * anchor + 12 * back, frame); }
    [[nodiscard]] SpringTail tail(std::size_t swing) const noexcept { return get<SpringTail>(firstTail_ + 10 * swing); }
    void setTail(std::size_t swing, const SpringTail& tail) noexcept { set(firstTail_ + 10 * swing, tail); }

private:
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
