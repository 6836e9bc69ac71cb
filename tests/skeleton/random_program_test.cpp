#include <chrono>
#include <cstdlib>
#include <iostream>

#include <skeleton/random_program.hpp>
#include <support/precompiled.hpp>
#include <support/rounds.hpp>
#include <support/slow_build.hpp>

using namespace armature::test;

namespace {

const int defaultPrograms = isSlowBuild() ? 2500 : 10000;

std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise)
{
    const char* const text = std::getenv(name);
    return text != nullptr ? std::stoull(text) : otherwise;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(random_program)

// Expected values come from an independent model in double (double_model.hpp). The bound is from error analysis, element by element: each
// product of a chain of d matrices takes four roundings, so |error| <= 4 d * 2^-24 * |factor 1| * ... * |factor d|.
// ARMATURE_RANDOM_PROGRAMS sets the number of programs; program i has the seed ARMATURE_RANDOM_SEED + i.
BOOST_AUTO_TEST_CASE(lazy_evaluation_equals_brute_force_in_double_and_batch_evaluation_bit_for_bit)
{
    const std::uint64_t programs = fromEnvironment("ARMATURE_RANDOM_PROGRAMS", static_cast<std::uint64_t>(rounds(defaultPrograms)));
    const std::uint64_t firstSeed = fromEnvironment("ARMATURE_RANDOM_SEED", 20260101);
    std::size_t steps = 0;
    std::size_t bones = 0;
    std::size_t comparisons = 0;
    std::size_t failures = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < programs && failures < 3; ++i) {
        RandomProgram program(firstSeed + i);
        try {
            program.run();
        } catch (const Mismatch& mismatch) {
            ++failures;
            BOOST_ERROR("ARMATURE_RANDOM_SEED=" << firstSeed + i << " ARMATURE_RANDOM_PROGRAMS=1: " << mismatch.what());
        }
        steps += program.steps();
        bones += program.bones();
        comparisons += program.comparisons();
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::cout << programs << " random programs from seed " << firstSeed << ": " << steps << " steps, " << bones << " bones, " << comparisons
              << " comparisons in " << seconds.count() << " s" << std::endl;
    BOOST_TEST(failures == 0u);
    BOOST_TEST(comparisons > programs * 10);
}

BOOST_AUTO_TEST_SUITE_END()
