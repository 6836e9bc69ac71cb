#include <boost/test/unit_test.hpp>
#include <programs/viewer/blend_pad.hpp>
#include <programs/viewer/commands.hpp>
#include <programs/viewer/viewer_state.hpp>

#include "models.hpp"
#include "windowless_viewer.hpp"

#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::tools;
using namespace armature::test;

// Graphs that the viewer builds from clips. Expected weights are by hand, for clips at the places that blend-pad's help states.
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
    BOOST_TEST(refusal("blend bend 1 0") != "nothing is wrong");  // the place of the other clip
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

// On a pad of two clips, with "bend" at 0 and "0" at 1, the blend point is at 0.5. By hand: the pad's width shows -0.18 to 1.18.
BOOST_AUTO_TEST_CASE(a_clip_on_the_pad_is_dragged_as_one_edit)
{
    run("pause");
    run("blend-pad bend 0");
    BOOST_TEST(play("page pad\nblend-to 0.5\nwait 2\nexpect blend bend 0.50, 0 0.50\ndrag pad:0 by -40 0\nwait 1") == "");
    BOOST_TEST(state("undo") == "move 0 on the pad");
    BOOST_TEST(state("edits") == "1");
    BOOST_TEST(state("playing") == "off");
    const BlendPad moved = padOf(*document.current());
    BOOST_TEST(moved.isLine);
    BOOST_TEST(moved.places[0].place.x == 0.f);
    BOOST_TEST(moved.places[1].place.x < 0.95f);
    BOOST_TEST(moved.places[1].place.x > 0.5f);
    BOOST_TEST(state("parameters") == "x 0.50");  // the blend point stays
    BOOST_TEST(state("blend") != "bend 0.50, 0 0.50");
    run("undo");
    BOOST_TEST(state("message") == "undone: move 0 on the pad");
    BOOST_TEST(padOf(*document.current()).places[1].place.x == 1.f);
    BOOST_TEST(state("blend") == "bend 0.50, 0 0.50");
    run("redo");
    BOOST_TEST(padOf(*document.current()).places[1].place.x == moved.places[1].place.x);
    run("blend bend 0 2");
    BOOST_TEST(state("edits") == "2");
    run("undo");
    BOOST_TEST(padOf(*document.current()).isLine);
    run("undo");
    run("undo");
    BOOST_TEST(state("message") == "nothing to undo");
}

BOOST_AUTO_TEST_CASE(a_click_on_a_clip_of_the_pad_is_no_edit_and_the_point_is_dragged_as_before)
{
    run("pause");
    run("blend-pad bend 0");
    run("blend 0 0 1");
    run("undo");
    BOOST_TEST(play("page pad\nblend-to 0.5\nwait 2\nclick pad:0\nwait 1\nexpect edits 0\nexpect blend 0 1.00\ndrag pad: by -20 0\nwait 1")
               == "");
    BOOST_TEST(state("edits") == "0");
    BOOST_TEST(padOf(*document.current()).places[1].place.x == 1.f);
    BOOST_TEST(std::stod(state("parameters").substr(2)) > 0.5);
    BOOST_TEST(std::stod(state("parameters").substr(2)) < 1.);
}

BOOST_AUTO_TEST_CASE(a_clip_goes_onto_no_other_and_not_to_where_none_is)
{
    run("pause");
    run("blend-pad bend 0");
    PadDrag drag(*document.current(), 1);
    drag.to({0.25f, 3.f});
    BOOST_TEST(padOf(*document.current()).places[1].place.x == 0.25f);
    BOOST_TEST(padOf(*document.current()).places[1].place.y == 0.f);  // a one-dimensional pad stays on its line
    drag.to({0.f, 0.f});
    BOOST_TEST(padOf(*document.current()).places[1].place.x == 0.25f);
    BOOST_TEST(state("errors") == "0");
    document.current()->history.commit();
    BOOST_TEST(state("edits") == "1");
}

BOOST_AUTO_TEST_CASE(a_drag_that_never_finds_a_free_place_is_no_edit)
{
    run("pause");
    run("blend-pad bend 0");
    PadDrag drag(*document.current(), 1);
    drag.to({0.f, 0.f});
    document.current()->history.commit();
    BOOST_TEST(state("edits") == "0");
    BOOST_TEST(padOf(*document.current()).places[1].place.x == 1.f);
}

BOOST_AUTO_TEST_SUITE_END()
