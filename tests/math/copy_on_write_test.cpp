#include <atomic>
#include <thread>
#include <utility>

#include "math/copy_on_write.hpp"

#include <support/precompiled.hpp>

using namespace armature;

namespace {

/// Counts its living instances.
struct Counted {
    Counted() { ++alive(); }
    Counted(const Counted& other) : number(other.number) { ++alive(); }
    Counted& operator=(const Counted&) = default;
    ~Counted() { --alive(); }

    static std::atomic<int>& alive()
    {
        static std::atomic<int> count = 0;
        return count;
    }

    int number = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(copy_on_write)

BOOST_AUTO_TEST_CASE(copies_share_one_value_until_one_edits)
{
    CopyOnWrite<Counted> first;
    first.edit().number = 1;
    CopyOnWrite<Counted> second(first);
    BOOST_TEST(&*first == &*second);
    BOOST_TEST(!first.isUnique());
    BOOST_TEST(Counted::alive() == 1);

    second.edit().number = 2;
    BOOST_TEST(first->number == 1);
    BOOST_TEST(second->number == 2);
    BOOST_TEST(first.isUnique());
    BOOST_TEST(second.isUnique());
}

BOOST_AUTO_TEST_CASE(an_only_owner_edits_in_place)
{
    CopyOnWrite<Counted> value;
    const Counted* const before = &*value;
    {
        const CopyOnWrite<Counted> passing(value);
    }
    BOOST_TEST(&value.edit() == before);
}

BOOST_AUTO_TEST_CASE(assignment_shares_and_lets_go_of_the_old_value)
{
    CopyOnWrite<Counted> first;
    CopyOnWrite<Counted> second;
    BOOST_TEST(Counted::alive() == 2);
    second = first;
    BOOST_TEST(Counted::alive() == 1);
    const CopyOnWrite<Counted>& itself = second;
    second = itself;
    BOOST_TEST(&*first == &*second);
    BOOST_TEST(Counted::alive() == 1);
}

BOOST_AUTO_TEST_CASE(nothing_is_left_behind)
{
    {
        CopyOnWrite<Counted> first;
        CopyOnWrite<Counted> second(first);
        CopyOnWrite<Counted> third(second);
        third.edit().number = 3;
    }
    BOOST_TEST(Counted::alive() == 0);
}

// ThreadSanitizer checks for races; without it, the test checks the values.
BOOST_AUTO_TEST_CASE(two_threads_may_each_edit_their_copy, *boost::unit_test::label("threads"))
{
    for (int round = 0; round < 200; ++round) {
        CopyOnWrite<Counted> original;
        original.edit().number = round;
        CopyOnWrite<Counted> copies[2] = {original, original};
        const auto work = [round](CopyOnWrite<Counted>& own, int sign) {
            CopyOnWrite<Counted> passing(own);
            own.edit().number += sign;
            own.edit().number += sign * (passing->number - round + 1);
        };
        std::thread first([&] { work(copies[0], 1); });
        std::thread second([&] { work(copies[1], -1); });
        first.join();
        second.join();
        BOOST_REQUIRE_EQUAL(original->number, round);
        BOOST_REQUIRE_EQUAL(copies[0]->number, round + 2);
        BOOST_REQUIRE_EQUAL(copies[1]->number, round - 2);
    }
    BOOST_TEST(Counted::alive() == 0);
}

// The last two owners let go at the same time: exactly one of them destroys the value.
BOOST_AUTO_TEST_CASE(two_threads_may_drop_the_last_copies_at_once, *boost::unit_test::label("threads"))
{
    for (int round = 0; round < 200; ++round) {
        auto first = std::make_unique<CopyOnWrite<Counted>>();
        auto second = std::make_unique<CopyOnWrite<Counted>>(*first);
        std::thread other([&] { first.reset(); });
        static_cast<void>(second->edit());
        second.reset();
        other.join();
    }
    BOOST_TEST(Counted::alive() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
