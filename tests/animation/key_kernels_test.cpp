#include "animation/clip/kernels/key_kernels.hpp"

#include <numeric>

#include <support/precompiled.hpp>

using namespace armature;

namespace {

// Every number of every channel is different. The arrays end with their last key, so a read beyond it is detected.
struct Channels {
    Channels(std::size_t lanes, std::size_t components, std::size_t count)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            auto& numbers = values.emplace_back(components * count);
            std::iota(numbers.begin(), numbers.end(), static_cast<float>(1000 * lane));
        }
        for (const auto& numbers : values) {
            from.push_back(numbers.data());
        }
    }

    std::vector<std::vector<float>> values;
    std::vector<const float*> from;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(key_kernels)

// Expected values: the definition in the header, number by number.
BOOST_AUTO_TEST_CASE(interleaved_keys_are_where_the_definition_says)
{
    std::size_t examined = 0;
    for (std::size_t lanes = 1; lanes <= 17; ++lanes) {
        for (const std::size_t components : {3u, 4u}) {
            for (const std::size_t count : {1u, 2u, 3u, 9u, 70u}) {
                const Channels channels(lanes, components, count);
                const std::size_t componentStride = lanes + 3;
                const std::size_t valueStride = componentStride * components + 2;
                for (const std::size_t first : {std::size_t{0}, count / 2}) {
                    for (const std::size_t last : {count, (count + first) / 2}) {
                        std::vector<float> actual(count * valueStride, -1.f);
                        std::vector<float> expected = actual;
                        for (std::size_t value = first; value < last; ++value) {
                            for (std::size_t component = 0; component < components; ++component) {
                                for (std::size_t lane = 0; lane < lanes; ++lane) {
                                    expected[value * valueStride + component * componentStride + lane] =
                                        channels.values[lane][value * components + component];
                                }
                            }
                        }
                        interleaveKeys({channels.from, components, first, last, count}, actual.data(), valueStride, componentStride);
                        BOOST_TEST(actual == expected);
                        examined += last - first;
                    }
                }
            }
        }
    }
    BOOST_TEST(examined > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
