#pragma once

#include <functional>
#include <stdexcept>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <support/near.hpp>

namespace armature::test {

using Calls = std::vector<std::function<void()>>;

/// Checks that each of these calls of members of a moved-from T throws an exception that says that T was moved from. The calls must cover
/// all public members of T: cmake/checks/check_class_walks.py compares them with the header.
template <class T>
void checkRefused(const Calls& calls)
{
    for (std::size_t i = 0; i < calls.size(); ++i) {
        BOOST_TEST_CONTEXT("call " << i)
        {
            BOOST_CHECK_EXCEPTION(calls[i](), std::invalid_argument, says("was moved from"));
        }
    }
}

/// Checks calls of members of a moved-from T that is merely empty: each call works as on a new T, or throws std::invalid_argument.
template <class T>
void checkHarmless(const Calls& calls)
{
    for (std::size_t i = 0; i < calls.size(); ++i) {
        BOOST_TEST_CONTEXT("call " << i)
        {
            try {
                calls[i]();
                BOOST_TEST(true);
            } catch (const std::invalid_argument& refusal) {
                BOOST_TEST(*refusal.what() != '\0');
            }
        }
    }
}

}  // namespace armature::test
