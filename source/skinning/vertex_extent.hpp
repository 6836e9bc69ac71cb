#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include <glm/common.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>

namespace armature {

/// The extent of the skinned vertices added so far.
class VertexExtent {
public:
    static constexpr std::size_t verticesAtOnce = 8;

    VertexExtent() noexcept
    {
        low_.fill(std::numeric_limits<float>::infinity());
        high_.fill(-std::numeric_limits<float>::infinity());
    }

    /// Extends by the first `count` places. Pads `places` with the last of these to a multiple of verticesAtOnce; there must be room for
    /// that.
    void add(std::span<glm::vec3> places, std::size_t count) noexcept
    {
        const std::size_t padded = (count + verticesAtOnce - 1) / verticesAtOnce * verticesAtOnce;
        std::fill(places.begin() + static_cast<std::ptrdiff_t>(count), places.begin() + static_cast<std::ptrdiff_t>(padded),
                  places[count - 1]);
        const float* const numbers = &places[0].x;
        std::array<float, numbersAtOnce> least = low_;  // a local copy: the compiler knows that `places` does not alias it
        std::array<float, numbersAtOnce> most = high_;
        std::array<float, numbersAtOnce> zeros = notFinite_;
        for (std::size_t i = 0; i < 3 * padded; i += numbersAtOnce) {
            // Three loops, one for each result, because compilers vectorise such loops.
            for (std::size_t j = 0; j < numbersAtOnce; ++j) {
                least[j] = numbers[i + j] < least[j] ? numbers[i + j] : least[j];
            }
            for (std::size_t j = 0; j < numbersAtOnce; ++j) {
                most[j] = numbers[i + j] > most[j] ? numbers[i + j] : most[j];
            }
            for (std::size_t j = 0; j < numbersAtOnce; ++j) {
                zeros[j] += numbers[i + j] * 0.f;
            }
        }
        low_ = least;
        high_ = most;
        notFinite_ = zeros;
    }

    [[nodiscard]] Aabb box() const noexcept
    {
        Aabb box;
        for (std::size_t j = 0; j < numbersAtOnce; j += 3) {
            box.minimum = glm::min(box.minimum, glm::vec3(low_[j], low_[j + 1], low_[j + 2]));
            box.maximum = glm::max(box.maximum, glm::vec3(high_[j], high_[j + 1], high_[j + 2]));
        }
        return box;
    }

    [[nodiscard]] bool isFinite() const noexcept
    {
        return std::ranges::all_of(notFinite_, [](float number) { return number == 0.f; });
    }

private:
    /// The number of coordinates that are compared side by side, in lanes.
    static constexpr std::size_t numbersAtOnce = 3 * verticesAtOnce;

    std::array<float, numbersAtOnce> low_;
    std::array<float, numbersAtOnce> high_;
    std::array<float, numbersAtOnce> notFinite_{};  // 0, or NaN once a number was not finite
};

}  // namespace armature
