// The entry point of every test program.
#define BOOST_TEST_MODULE armature
#include <boost/test/unit_test.hpp>
