#include <algorithm>

#include "animation/kernels/sample_kernels.hpp"

namespace armature {

KeyPosition findKey(std::span<const float> times, double seconds, std::size_t hint) noexcept
{
    const std::size_t last = times.size() - 1;
    if (!(seconds > static_cast<double>(times.front()))) {
        return {0, 0., 0.};
    }
    if (seconds >= static_cast<double>(times.back())) {
        return {last, 0., 0.};
    }
    const auto holds = [&](std::size_t key) {
        return key < last && static_cast<double>(times[key]) <= seconds && seconds < static_cast<double>(times[key + 1]);
    };
    std::size_t key = hint;
    if (!holds(key) && !holds(++key)) {
        const auto after = std::upper_bound(times.begin(), times.end(), seconds,
                                            [](double value, float time) { return value < static_cast<double>(time); });
        key = static_cast<std::size_t>(after - times.begin()) - 1;
    }
    const double start = static_cast<double>(times[key]);
    const double interval = static_cast<double>(times[key + 1]) - start;
    const double fraction = (seconds - start) / interval;
    return {key, static_cast<float>(fraction) != 0.f ? fraction : 0., interval};
}

}  // namespace armature
