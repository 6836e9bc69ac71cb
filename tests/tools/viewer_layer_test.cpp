#include <boost/test/unit_test.hpp>
#include <programs/viewer/commands.hpp>
#include <programs/viewer/viewer_state.hpp>

#include <armature/node/node.hpp>

#include "models.hpp"
#include "windowless_viewer.hpp"

#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::tools;
using namespace armature::test;

// The strip's "bend" turns "upper" by 90 degrees about +Z within one second; "0" moves "lower" to (0, 0, 4) at the end of two seconds
// (models.hpp).
BOOST_FIXTURE_TEST_SUITE(viewer_layers, WindowlessViewer)

BOOST_AUTO_TEST_CASE(a_layer_covers_by_its_weight_and_leaves_alone_what_its_clip_does_not_move)
{
    run("clip 0");
    run("time 2");
    run("select upper");
    run("layer bend");
    run("layer-step 1 on");
    BOOST_TEST(state("layers") == "bend 1.00 override in step all");
    BOOST_TEST(state("rotation") == "0.000 0.000 90.000");
    run("layer-weight 1 0.5");
    BOOST_TEST(state("rotation") == "0.000 0.000 45.000");
    run("select lower");
    BOOST_TEST(state("position") == "0.000 0.000 4.000");
    run("time 1");
    run("select upper");
    BOOST_TEST(state("rotation") == "0.000 0.000 22.500");
}

// Both clips move "upper": the layer's rotation must not override the position from the clip below it.
BOOST_AUTO_TEST_CASE(clips_that_move_different_parts_of_a_bone_do_not_take_weight_from_each_other)
{
    std::string model = stripModel();
    const std::string_view target = R"("node": 1, "path": "translation")";
    model.replace(model.find(target), target.size(), R"("node": 2, "path": "translation")");
    document.open(writeFile(folder / "both.gltf", model));
    pauseAt("0", 2, "upper");
    run("layer bend");
    run("layer-step 1 on");
    run("layer 0");
    run("layer-weight 2 0.5");
    BOOST_TEST(state("position") == "0.000 0.000 4.000");
    BOOST_TEST(state("rotation") == "0.000 0.000 90.000");
}

BOOST_AUTO_TEST_CASE(an_additive_layer_adds_its_difference)
{
    pauseAt("bend", 0.5, "upper");
    run("layer bend");
    run("layer-kind 1 additive");
    BOOST_TEST(state("rotation") == "0.000 0.000 90.000");
    run("layer-weight 1 0.5");
    BOOST_TEST(state("rotation") == "0.000 0.000 67.500");
}

BOOST_AUTO_TEST_CASE(a_mask_keeps_a_layer_below_a_bone_and_out_of_others)
{
    pauseAt("bend", 0.5, "upper");
    run("layer bend");
    run("layer-kind 1 additive");
    run("layer-mask 1 without");
    BOOST_TEST(state("layers") == "bend 1.00 additive without upper");
    BOOST_TEST(state("rotation") == "0.000 0.000 45.000");
    run("layer-mask 1 all");
    run("layer-mask 1 below lower");
    BOOST_TEST(state("rotation") == "0.000 0.000 90.000");
    run("layer-mask 1 without upper");
    BOOST_TEST(state("layers") == "bend 1.00 additive below lower, without upper");
    BOOST_TEST(state("rotation") == "0.000 0.000 45.000");
}

BOOST_AUTO_TEST_CASE(reading_again_keeps_a_layer_only_with_all_of_its_mask)
{
    run("pause");
    run("layer bend");
    run("layer-kind 1 additive");
    run("layer-mask 1 without upper");
    run("reload");
    BOOST_TEST(state("layers") == "bend 1.00 additive without upper");
    writeFile(folder / "strip.gltf", stripModel("other"));
    run("reload");
    BOOST_TEST(state("layers") == "none");
    BOOST_TEST(state("message") == "strip.gltf: no layer of bend any more: its mask names upper, which is gone");
}

BOOST_AUTO_TEST_CASE(without_layers_the_pose_is_that_of_the_clip_to_the_bit)
{
    pauseAt("bend", 0.3, "upper");
    const glm::mat4 alone = document.selected()->getLocalMatrix();
    run("layer bend");
    run("layer-kind 1 additive");
    run("layer-remove 1");
    BOOST_TEST((document.selected()->getLocalMatrix() == alone));
    run("clip 0");
    run("pause");
    run("time 1");
    run("layer bend");
    run("layer-remove all");
    BOOST_TEST(state("layers") == "none");
    BOOST_TEST(state("rotation") == "0.000 0.000 0.000");
}

BOOST_AUTO_TEST_CASE(layers_go_on_while_the_clip_plays_and_stay_when_the_file_is_read_again)
{
    run("clip 0");
    run("time 0");
    run("select upper");
    run("layer bend");
    run("layer-mask 1 below lower");
    run("play");
    document.advance(0.5);
    BOOST_TEST(state("rotation") == "0.000 0.000 45.000");
    run("speed 0.5");
    document.advance(0.5);
    BOOST_TEST(state("rotation") == "0.000 0.000 67.500");
    document.frame();
    BOOST_TEST(state("rotation") == "0.000 0.000 67.500");
    run("pause");
    run("reload");
    BOOST_TEST(state("layers") == "bend 1.00 override below lower");
    run("clip bend");
    BOOST_TEST(state("layers") == "bend 1.00 override below lower");
}

BOOST_AUTO_TEST_CASE(layers_that_cannot_be_are_refused)
{
    BOOST_TEST(refusal("layer sing").find("sing") != std::string::npos);
    BOOST_TEST(refusal("layer-weight 1 0.5") == "layer 1: there are 0");
    run("layer bend");
    BOOST_TEST(refusal("layer-weight 1 2") == "a weight is from 0 to 1, not 2");
    BOOST_TEST(refusal("layer-kind 1 funny") == "one of override, additive, not \"funny\"");
    BOOST_TEST(refusal("layer-mask 1 below nobody").find("no node or bone \"nobody\"") != std::string::npos);
    BOOST_TEST(refusal("layer-mask 1 below") == "nothing is selected");
    BOOST_TEST(state("layers") == "bend 1.00 override all");
}

BOOST_AUTO_TEST_CASE(the_page_adds_weighs_masks_and_removes)
{
    BOOST_TEST(play(R"(
time 0.5
select upper
key 9
expect page layers
wait 1
click layer:add
wait 1
click add:bend
expect layers bend 1.00 override all
wait 2
click layer:additive 1
expect layers bend 1.00 additive all
drag layer:weight 1 by -2000 0
expect layers bend 0.00 additive all
expect rotation 0.000 0.000 45.000
click layer:in step 1
click layer:layer-mask 1 below
expect layers bend 0.00 additive in step below upper
click layer:layer-mask 1 all
click layer:layer-remove 1
expect layers none
)") == "");
}

BOOST_AUTO_TEST_SUITE_END()
