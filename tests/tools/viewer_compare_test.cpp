#include <algorithm>
#include <cmath>

#include <boost/test/unit_test.hpp>

#include <armature/mesh/mesh_instance.hpp>
#include <armature/mesh/weight_colors.hpp>

#include "models.hpp"
#include "windowless_viewer.hpp"

#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::tools;
using namespace armature::test;

namespace {

// Bones with the same names as the strip's, but in other places: "lower" at the origin, "upper" three metres above it.
constexpr std::string_view bonesOfTheStrip = R"(HIERARCHY
ROOT lower
{
    OFFSET 0 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT upper
    {
        OFFSET 0 3 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0 1 0
        }
    }
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0 0 0 0
0 0 0 0 0 0
)";

// The same strip in two files, opened without a window; the second one is shown.
struct TwoStrips : DrivenViewer {
    std::filesystem::path folder = emptyOutputDirectory("compare");

    TwoStrips()
    {
        document.open(writeFile(folder / "one.gltf", stripModel()));
        document.open(writeFile(folder / "two.gltf", stripModel()));
        run("pause");
    }

    void run(std::string_view line) override
    {
        DrivenViewer::run(line);
        document.compare();
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(viewer_compare, TwoStrips)

BOOST_AUTO_TEST_CASE(the_same_file_twice_is_in_step_and_does_not_differ)
{
    run("compare on");
    BOOST_TEST(state("compare") == "one.gltf");
    BOOST_TEST(state("compared-by") == "vertices");
    run("time 0.5");
    BOOST_TEST(state("compared-time") == "0.500");
    BOOST_TEST(state("difference") == "0.000000");
    run("clip 0");
    run("pause");
    run("time 1.75");
    BOOST_TEST(state("compared-time") == "1.750");
    BOOST_TEST(document.model(0).playback.nameOf(document.model(0).playback.getClip()) == "0");
    run("play");
    document.advance(0.125);
    document.compare();
    BOOST_TEST(state("compared-time") == "1.875");
}

// By hand: a quarter turn about the joint at (0, 1) takes the vertex at (1, 2) to (-1, 2), two metres away. No vertex moves farther.
BOOST_AUTO_TEST_CASE(the_farthest_vertex_is_found_with_its_metres_and_its_bone)
{
    run("time 0");
    run("file previous");
    run("time 0");
    run("select upper");
    run("turn z 90");
    run("compare two.gltf");
    BOOST_TEST(state("difference") == "2.000000");
    BOOST_TEST(state("difference-at").starts_with("vertex "));
    BOOST_TEST(state("difference-at").ends_with(" of strip"));
    const SideBySide& comparison = *document.comparison();
    BOOST_TEST(comparison.worst().place.x == 9.f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(comparison.worst().otherPlace.x == 11.f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(comparison.worst().node->getName() == "upper");
    BOOST_REQUIRE(comparison.meshes().size() == 1u);
    BOOST_TEST(comparison.meshes()[0].vertices == 6u);
    BOOST_TEST(comparison.meshes()[0].mean == (2. + std::sqrt(2.)) / 6., boost::test_tools::tolerance(1e-5));

    run("select none");
    const std::string distance = state("distance");
    run("go-to-worst");
    BOOST_TEST(state("selected") == "upper");
    BOOST_TEST(state("distance") != distance);
    run("undo");
    BOOST_TEST(state("difference") == "0.000000");
}

// The scale is 1, 2 or 5 times a power of ten, or the requested value. A vertex that is off by the full scale is red, one that is not off
// is blue.
BOOST_AUTO_TEST_CASE(colours_are_those_of_the_scale)
{
    run("time 0");
    run("select upper");
    run("turn z 90");
    run("compare on");
    BOOST_TEST(state("difference-scale") == "2");
    const auto colors = [&] { return document.comparison()->getColored().meshInstances()[0]->getMesh()->primitives()[0].colors; };
    const auto has = [&](float share) {
        const auto all = colors();
        return std::count_if(all.begin(), all.end(), [&](const glm::vec4& color) {
            return std::abs(color.r - heatColor(share).r) + std::abs(color.g - heatColor(share).g) + std::abs(color.b - heatColor(share).b)
                   < 1e-4f;
        });
    };
    BOOST_TEST(has(1.f) == 1);
    BOOST_TEST(has(0.f) == 4);
    run("difference-scale 4");
    BOOST_TEST(state("difference-scale") == "4");
    BOOST_TEST(has(1.f) == 0);
    BOOST_TEST(has(0.5f) == 1);
    BOOST_TEST(refusal("difference-scale 0") == "metres that are red are from 1e-9 to 1e9, not 0");
    run("difference-scale auto");
    BOOST_TEST(state("difference-scale") == "2");
}

// By hand: "lower" is 10 m from the other file's "lower", "upper" sqrt(10² + 2²) = 10.198 m from the other's "upper".
BOOST_AUTO_TEST_CASE(without_meshes_of_the_same_shape_bones_of_the_same_names_are_compared_and_it_says_why)
{
    document.open(writeFile(folder / "bones.bvh", bonesOfTheStrip));
    run("file 1");
    run("time 0");
    run("compare bones.bvh");
    BOOST_TEST(state("compared-by") == "bones");
    BOOST_TEST(state("difference-at") == "bone upper");
    BOOST_TEST(state("difference") == "10.198039");
    BOOST_REQUIRE(document.comparison()->bones().size() == 2u);
    BOOST_TEST(document.comparison()->bones()[0].metres == 10.f);
    BOOST_TEST(document.comparison()->lines().size() == 1u);
    BOOST_REQUIRE(document.comparison()->reasons().size() == 1u);
    BOOST_TEST(document.comparison()->reasons()[0] == "mesh at node \"strip\": only in the first");
}

BOOST_AUTO_TEST_CASE(it_outlives_reading_again_and_showing_the_other_and_ends_with_a_file)
{
    run("compare on");
    run("reload");
    BOOST_TEST(state("compare") == "one.gltf");
    BOOST_TEST(state("difference") == "0.000000");
    run("file next");
    BOOST_TEST(state("file") == "one.gltf");
    BOOST_TEST(state("compare") == "two.gltf");
    run("close");
    BOOST_TEST(state("compare") == "off");
    BOOST_TEST(state("difference") == "none");
    BOOST_TEST(refusal("compare on") == "to compare with: open a second file");
    BOOST_TEST(refusal("go-to-worst") == "nothing is compared");
}

// The open files are one.gltf, two.gltf and bones.bvh, in this order.
BOOST_AUTO_TEST_CASE(closing_a_file_that_is_not_compared_leaves_the_comparison)
{
    document.open(writeFile(folder / "bones.bvh", bonesOfTheStrip));
    run("file 2");
    run("compare bones.bvh");
    run("close one.gltf");
    BOOST_TEST(state("files") == "2");
    BOOST_TEST(state("file") == "two.gltf");
    BOOST_TEST(state("compare") == "bones.bvh");
    BOOST_REQUIRE(document.comparison() != nullptr);
    BOOST_TEST(document.comparison()->second().name == "bones.bvh");
    document.open(writeFile(folder / "one.gltf", stripModel()));
    run("file 1");
    BOOST_TEST(state("file") == "two.gltf");
    run("close 3");
    BOOST_TEST(state("compare") == "bones.bvh");
    BOOST_TEST(refusal("close one.gltf") == "no other open file is called \"one.gltf\"");
    run("close bones.bvh");
    BOOST_TEST(state("compare") == "off");
    BOOST_TEST(state("file") == "two.gltf");
    run("close");
    BOOST_TEST(state("files") == "0");
    BOOST_TEST(refusal("close") == "nothing is open");
}

BOOST_AUTO_TEST_CASE(files_are_chosen_by_name_or_number)
{
    run("compare 1");
    BOOST_TEST(state("compare") == "one.gltf");
    BOOST_TEST(refusal("compare 2") == "no other open file is called \"2\"");
    BOOST_TEST(refusal("compare three.gltf") == "no other open file is called \"three.gltf\"");
    BOOST_TEST(state("compare") == "one.gltf");
    run("compare off");
    BOOST_TEST(state("compare") == "off");
}

BOOST_AUTO_TEST_CASE(keys_clicks_and_drags_work_in_both_pictures)
{
    BOOST_TEST(play(R"(
time 0
select upper
turn z 90
select none
key D
expect compare one.gltf
expect page compare
wait 2
click compare:worst
expect selected upper
wait 1
click compare:lower
expect selected lower
click compare:colors
expect difference-colors off
# in the other picture the mouse turns the camera and selects nothing
click worst:other
expect selected lower
wheel 2
key Shift+D
expect selected upper
key D
expect compare off
)") == "");
    const std::string distance = state("distance");
    BOOST_TEST(play("compare on\nframe\nwait 1\nmouse worst:other\nwheel 3\nwait 1") == "");
    BOOST_TEST(state("distance") != distance);
}

BOOST_AUTO_TEST_SUITE_END()
