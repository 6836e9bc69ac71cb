#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace armature::test {

/// Random numbers with which a failure can be repeated: while the generator lives, every failed assertion prints its seed. The environment
/// variable ARMATURE_TEST_SEED replaces the seed of all generators.
class Random {
public:
    explicit Random(std::uint64_t seed);
    Random(const Random&) = delete;
    Random& operator=(const Random&) = delete;

    /// In [low, high).
    [[nodiscard]] float real(float low, float high);

    /// In [low, high], both included.
    [[nodiscard]] int integer(int low, int high);

    [[nodiscard]] bool chance(double probability);

    /// An element of a list that has any.
    template <class List>
    [[nodiscard]] auto& pick(List&& list)
    {
        return list[static_cast<std::size_t>(integer(0, static_cast<int>(list.size()) - 1))];
    }

    /// Every component in [low, high).
    [[nodiscard]] glm::vec3 vector(float low, float high);

    /// Unit length, evenly over all directions.
    [[nodiscard]] glm::vec3 direction();

    /// Unit length, evenly over all rotations.
    [[nodiscard]] glm::quat rotation();

    /// For std::shuffle and distributions.
    [[nodiscard]] std::mt19937_64& engine() noexcept { return engine_; }

private:
    std::uint64_t seed_;
    std::mt19937_64 engine_;
    boost::test_tools::tt_detail::context_frame context_;
};

}  // namespace armature::test
