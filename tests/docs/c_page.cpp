#include <string>

#include <boost/test/unit_test.hpp>

#include <support/shared_data.hpp>

#include "c_page.h"

BOOST_AUTO_TEST_CASE(examples_of_c_page)
{
    const std::string model = (armature::test::buildDirectory() / "demos/character.glb").string();
    BOOST_TEST(run_examples_of_c_page(model.c_str()) == 0, "the line of c_page.c that failed");
}
