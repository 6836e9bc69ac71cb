# Boost.Test's main program includes the rest of it; see tests/support/main.cpp.
include_guard(GLOBAL)
add_library(Boost::unit_test_framework INTERFACE IMPORTED)
target_compile_definitions(Boost::unit_test_framework INTERFACE BOOST_TEST_ALTERNATIVE_INIT_API)
