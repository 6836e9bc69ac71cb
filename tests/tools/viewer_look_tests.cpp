#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/skinned_bounds.hpp>

#include <tools/viewer/view_looks.hpp>

#include "windowless_viewer.hpp"

// How the viewer draws what is open.

namespace {

using namespace armature;
using namespace armature::test;
using namespace armature::tools;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(viewer_looks, WindowlessViewer)

BOOST_AUTO_TEST_CASE(looks_are_chosen_by_name_or_one_after_the_other)
{
    run("bones on");
    run("bone-shape sticks");
    run("surface normals");
    run("skinning dual-quaternion");
    const StageLooks looks = looksOf(document);
    BOOST_TEST(looks.showBones);
    BOOST_TEST((looks.boneShape == SkeletonViewOptions::Shape::Sticks));
    BOOST_TEST((looks.shown == DrawOptions::Shown::Normals));
    BOOST_TEST((looks.skinning == DrawOptions::Skinning::DualQuaternions));
    for (const std::string_view next : {"joints", "lit", "base-color", "normals"}) {
        run("surface next");
        BOOST_TEST(state("surface") == next);
    }
    for (const std::string_view next : {"as-asked", "linear"}) {
        run("skinning");
        BOOST_TEST(state("skinning") == next);
    }
    run("bone-shape next");
    BOOST_TEST(state("bone-shape") == "axes");
    BOOST_TEST(refusal("surface shiny") == "one of lit, base-color, normals, joints, not \"shiny\"");
    BOOST_TEST(state("surface") == "normals");
}

BOOST_AUTO_TEST_CASE(a_trail_is_the_path_of_the_selected_bone_and_leaves_the_pose_alone)
{
    pauseAt("bend", 0.3, "upper");
    run("turn z 30");
    const glm::mat4 posed = document.selected()->getLocalMatrix();
    run("trail on");
    BOOST_TEST((document.selected()->getLocalMatrix() == posed));
    BOOST_TEST(looksOf(document).lines.size() > 10U);
    BOOST_TEST((document.selected()->getLocalMatrix() == posed));
    BOOST_TEST(state("time").starts_with("0.3"));

    pauseAt("0", 0., "lower");
    const std::span<const DebugLine> lines = looksOf(document).lines;
    BOOST_REQUIRE(!lines.empty());
    BOOST_TEST(glm::distance(lines.front().from, glm::vec3(document.selected()->getWorldMatrix()[3])) < 1e-5f);
    run(std::string("time ") + std::to_string(document.current()->playback.getDuration()));
    BOOST_TEST(glm::distance(lines.back().to, glm::vec3(document.selected()->getWorldMatrix()[3])) < 1e-5f);

    run("select none");
    BOOST_TEST(looksOf(document).lines.empty());
    run("select upper");
    run("trail off");
    BOOST_TEST(looksOf(document).lines.empty());
}

BOOST_AUTO_TEST_CASE(ground_is_below_all_of_the_clip_and_leaves_the_pose_alone)
{
    BOOST_TEST(!looksOf(document).ground.has_value());
    pauseAt("bend", 0.3, "upper");
    run("turn z 30");
    const std::string posed = state("rotation");
    run("ground on");
    const auto ground = looksOf(document).ground;
    BOOST_REQUIRE(ground.has_value());
    BOOST_TEST(state("rotation") == posed);
    BOOST_TEST(state("time") == "0.300");
    for (const double seconds : {0., 0.5, 1.}) {
        pauseAt("bend", seconds, "upper");
        BOOST_TEST(computeBounds(*document.current()->scene).minimum.y >= ground->height - 1e-4f);
    }
    run("clip 0");
    run("pause");
    BOOST_TEST((looksOf(document).ground->radius != ground->radius));
}

BOOST_AUTO_TEST_CASE(the_bind_pose_is_beside_the_model)
{
    BOOST_TEST(!looksOf(document).bindOffset.has_value());
    run("bind on");
    BOOST_REQUIRE(looksOf(document).bindOffset.has_value());
    BOOST_TEST(looksOf(document).bindOffset->x > 0.5f);  // the strip is a metre wide
    document.viewSize = {300.f, 600.f};                  // so that it is the width that matters
    run("frame");
    const double beside = std::stod(state("distance"));
    run("bind off");
    run("frame");
    BOOST_TEST(std::stod(state("distance")) < beside);
    run("bind on");
    const glm::vec3 placed = *looksOf(document).bindOffset;
    run("select lower");
    run("move x 3");
    BOOST_TEST((*looksOf(document).bindOffset == placed));
    run("close");
    BOOST_TEST(!looksOf(document).bindOffset.has_value());
    BOOST_TEST(looksOf(document).lines.empty());
}

BOOST_AUTO_TEST_SUITE_END()
