#include <algorithm>

#include <boost/test/unit_test.hpp>
#include <glm/geometric.hpp>

#include <armature/node/node.hpp>

#include <programs/viewer/view_looks.hpp>

#include "windowless_viewer.hpp"

using namespace armature;
using namespace armature::tools;
using namespace armature::test;

// The strip's bones: "lower" is at (10, 0, 0), "upper" 1 m above it (models.hpp).
BOOST_FIXTURE_TEST_SUITE(viewer_targets, WindowlessViewer)

BOOST_AUTO_TEST_CASE(the_bones_above_a_handle_follow_it_and_that_is_one_edit)
{
    run("time 0");
    run("select upper");
    run("ik");
    BOOST_TEST(state("target") == "ik upper, 1 bone");
    BOOST_TEST(state("target-place") == "10.000 1.000 0.000");
    run("ik-to 11 0 0");
    BOOST_TEST(state("world") == "11.000 0.000 0.000");
    BOOST_TEST(state("edits") == "1");
    BOOST_TEST(state("undo") == "ik of upper");
    run("ik-to 8 0 0");  // out of reach: the chain extends as far as it can
    BOOST_TEST(state("world") == "9.000 0.000 0.000");
    run("undo");
    run("undo");
    BOOST_TEST(state("world") == "10.000 1.000 0.000");
    BOOST_TEST(state("target-place") == "10.000 1.000 0.000");
}

// In the bind pose, "upper" faces +Z; a turn of 90 degrees about +Y makes it face +X.
BOOST_AUTO_TEST_CASE(a_bone_looks_at_a_target)
{
    run("time 0");
    run("select upper");
    run("look");
    BOOST_TEST(state("target") == "look upper, 1 bone");
    BOOST_TEST(state("target-place") == "10.000 1.000 1.000");
    run("look-to 15 1 0");
    BOOST_TEST(state("rotation") == "0.000 90.000 0.000");
    BOOST_TEST(state("undo") == "look of upper");
    run("undo");
    BOOST_TEST(state("rotation") == "0.000 0.000 0.000");
    run("look 2");
    BOOST_TEST(state("target") == "look upper, 2 bones");
    run("look-to 15 1 0");
    BOOST_TEST(state("rotation") != "0.000 0.000 0.000");
    run("look off");
    BOOST_TEST(state("target") == "none");
}

BOOST_AUTO_TEST_CASE(targets_that_cannot_be_are_refused)
{
    BOOST_TEST(refusal("ik") == "no bone is selected");
    BOOST_TEST(refusal("ik-to 1 2 3") == "there is no target: ik makes one");
    run("select lower");
    BOOST_TEST(refusal("ik").find("lower") != std::string::npos);
    run("select upper");
    BOOST_TEST(refusal("ik 0") == "from 1 to 256 bones turn, not 0");
    run("look");
    BOOST_TEST(refusal("ik-to 1 2 3") == "there is no target: ik makes one");
    BOOST_TEST(refusal("look-to 1 2") == "z is a decimal number, not \"\"");
    BOOST_TEST(state("edits") == "0");
}

BOOST_AUTO_TEST_CASE(a_handle_is_dragged_by_the_mouse)
{
    run("time 0");
    BOOST_TEST(play(R"(
select upper
wait 2
click button:IK here
expect target ik upper, 1 bone
wait 1
drag target by 100 0
expect edits 1
expect undo ik of upper
key Ctrl+Z
expect world 10.000 1.000 0.000
key Shift+K
look-to 10.2 1.2 0.5
expect target look upper, 1 bone
wait 1
drag target by 0 -60
expect undo look of upper
expect edits 2
click button:No target
expect target none
)") == "");
}

// The strip is in the plane z = 0, and the handle moves in the plane that faces the camera.
BOOST_AUTO_TEST_CASE(a_dragged_handle_is_under_the_mouse_and_nothing_adds_up)
{
    run("time 0");
    run("select upper");
    run("ik");
    PoseTarget& target = *document.current()->target;
    const PictureView view = document.getView();
    const glm::vec2 start = view.project(target.getPlace()).value();
    TargetDrag drag(target, start, view);
    drag.to(start + glm::vec2(40.f, 25.f), view);
    drag.to(start - glm::vec2(70.f, -10.f), view);
    drag.to(start, view);
    BOOST_TEST(glm::distance(view.project(target.getPlace()).value(), start) < 0.5f);
}

// By hand: "lower" is at the origin and "upper" a metre above it, so reaching to the right turns "lower" by -90 degrees.
BOOST_AUTO_TEST_CASE(bones_that_follow_a_handle_keep_their_limits)
{
    pauseAt("0", 0., "lower");
    BOOST_TEST(state("limit") == "none");
    run("limit hinge z -30 10");
    BOOST_TEST(state("limit") == "hinge z -30 10");
    BOOST_TEST(!looksOf(document).lines.empty());
    const auto isRed = [&] {
        const auto lines = looksOf(document).lines;
        return std::any_of(lines.begin(), lines.end(), [](const DebugLine& line) { return line.color.x > 0.9f && line.color.z < 0.1f; });
    };
    BOOST_TEST(!isRed());
    run("select upper");
    run("ik 1");
    run("ik-to 13 0 0");
    run("select lower");
    BOOST_TEST(state("rotation") == "0.000 0.000 -30.000");
    BOOST_TEST(isRed());
    run("limit-lines off");
    BOOST_TEST(looksOf(document).lines.empty());
    run("limit none");  // the existing handle takes this into account
    run("ik-to 13 0 0");
    BOOST_TEST(state("rotation") == "0.000 0.000 -90.000");
    run("select upper");
    run("limit cone 20 -5 5");
    BOOST_TEST(state("limit") == "cone 20 -5 5");
    run("limit cone 25");
    BOOST_TEST(state("limit") == "cone 25");
    run("limit slide y 0 0.5");
    BOOST_TEST(state("limit") == "slide y 0 0.5");
    run("limit fixed");
    BOOST_TEST(state("limit") == "fixed");
}

BOOST_AUTO_TEST_CASE(limits_that_cannot_be_are_refused_and_those_that_are_stay)
{
    run("select none");
    BOOST_TEST(refusal("limit fixed") == "no bone is selected");
    run("select upper");
    run("limit cone 30");
    BOOST_TEST(refusal("limit") == "one of cone, hinge, slide, fixed, not \"\"");
    BOOST_TEST(refusal("limit hinge w 0 1") == "one of x, y, z, not \"w\"");
    BOOST_TEST(refusal("limit hinge x 0") == "an angle in degrees is a decimal number, not \"\"");
    BOOST_TEST(refusal("limit fixed 3") == "fixed stands alone, without \"3\"");
    BOOST_TEST(refusal("limit hinge x 20 10") != "nothing is wrong");
    BOOST_TEST(refusal("limit cone -1") != "nothing is wrong");
    BOOST_TEST(state("limit") == "cone 30");
    run("reload");
    BOOST_TEST(state("limit") == "cone 30");
}

BOOST_AUTO_TEST_SUITE_END()
