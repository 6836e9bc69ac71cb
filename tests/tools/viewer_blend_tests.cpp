#include <boost/test/unit_test.hpp>
#include <tools/viewer/commands.hpp>
#include <tools/viewer/viewer_state.hpp>

#include "models.hpp"
#include "windowless_viewer.hpp"

#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::tools;
using namespace armature::test;

// Graphs that the viewer makes of clips. Weights are by hand: the places are where blend-pad's help says.
BOOST_FIXTURE_TEST_SUITE(viewer_blend, WindowlessViewer)

BOOST_AUTO_TEST_CASE(a_blend_is_a_graph_of_clips_at_places)
{
    run("select upper");
    run("blend-pad bend 0");
    BOOST_TEST(state("graph") == "blend");
    BOOST_TEST(state("parameters") == "x 0.00");
    BOOST_TEST(state("blend") == "bend 1.00");
    run("blend-to 0.25");
    BOOST_TEST(state("blend") == "bend 0.75, 0 0.25");
    BOOST_TEST(refusal("blend-to 0 1") == R"("blend" has one dimension: X, not "0 1")");
    run("blend bend 2 0");
    BOOST_TEST(state("parameters") == "x 1.00, y 0.00");
    BOOST_TEST(state("blend") == "0 1.00");
    run("blend-to 1.5 0");
    BOOST_TEST(state("blend") == "0 0.50, bend 0.50");
    BOOST_TEST(refusal("blend-pad bend bend") == R"("bend" stands twice)");
    BOOST_TEST(refusal("blend-pad bend") == "a pad blends two clips or more, not 1");
    BOOST_TEST(refusal("blend bend 1") == R"(a clip and its place, CLIP X Y, not "bend 1")");
    BOOST_TEST(refusal("blend bend 1 0") != "nothing is wrong");  // where the other one is
    BOOST_TEST(state("blend") == "0 0.50, bend 0.50");
}

BOOST_AUTO_TEST_CASE(clips_stand_around_the_first_one_and_names_may_have_blanks)
{
    std::string model = stripModel();
    const std::size_t first = model.find(R"({"name": "bend")");
    const std::string clip = model.substr(first, model.find(R"({"name": "0")") - first);
    std::string more;
    for (const std::string name : {"bend more", "bend less", "bend right"}) {
        std::string another = clip;
        more += another.replace(another.find("bend"), 4, name);
    }
    document.open(writeFile(folder / "many.gltf", model.insert(first, more)));
    run("blend-pad bend bend more 0 bend right bend less");
    BOOST_TEST(state("blend") == "bend 1.00");
    run("blend-to 0 1");
    BOOST_TEST(state("blend") == "bend more 1.00");
    run("blend-to 1 0");
    BOOST_TEST(state("blend") == "0 1.00");
    run("blend-to 0 -1");
    BOOST_TEST(state("blend") == "bend right 1.00");
    run("blend-to -0.5 0");
    BOOST_TEST(state("blend") == "bend 0.50, bend less 0.50");
    run("blend-to 9 0");
    BOOST_TEST(state("parameters") == "x 1.00, y 0.00");
}

BOOST_AUTO_TEST_SUITE_END()
