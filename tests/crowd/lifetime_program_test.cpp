#include <cstdlib>
#include <string>

#include <crowd/lifetime_program.hpp>
#include <support/precompiled.hpp>

using namespace armature::test;

BOOST_AUTO_TEST_SUITE(lifetime_program)

// To run 10 000 programs, for example under AddressSanitizer, set ARMATURE_LIFETIME_RUNS=10000.
BOOST_AUTO_TEST_CASE(anything_may_go_at_any_time)
{
    const char* const wanted = std::getenv("ARMATURE_LIFETIME_RUNS");
    const std::uint64_t runs = wanted != nullptr ? std::stoull(wanted) : 40;
    std::size_t removed = 0;
    std::size_t usesAfterRemoval = 0;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        LifetimeProgram program(seed);
        for (int i = 0; i < 40; ++i) {
            program.step();
        }
        removed += program.removedCount();
        usesAfterRemoval += program.usesAfterRemoval();
    }
    BOOST_TEST(removed > runs * 8);
    BOOST_TEST(usesAfterRemoval > runs * 40);
    BOOST_TEST_MESSAGE(runs << " runs, " << removed << " removals, " << usesAfterRemoval << " uses of what had lost something");
}

BOOST_AUTO_TEST_SUITE_END()
