#include <boost/test/unit_test.hpp>

#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/mesh/weight_colors.hpp>
#include <armature/scene/skinned_bounds.hpp>

#include <programs/armature/framing.hpp>
#include <programs/armature/onion_skins.hpp>
#include <programs/viewer/view_looks.hpp>

#include "windowless_viewer.hpp"

// How the viewer draws the open file.

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
    document.viewSize = {300.f, 600.f};                  // so that the width limits the view
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

// By hand: the vertices at y = 2 follow only "upper", the others only "lower" (models.hpp).
BOOST_AUTO_TEST_CASE(heat_colours_the_surface_by_the_weights_of_the_selected_bone)
{
    const auto colors = [&] {
        static_cast<void>(looksOf(document));
        return document.current()->scene->meshInstances().front()->getMesh()->primitives().front().colors;
    };
    MeshInstance& strip = *document.current()->scene->meshInstances().front();
    const std::shared_ptr<const Mesh> before = strip.getMesh();
    const auto material = strip.getMaterial(0);
    const std::size_t materials = document.current()->scene->materials().size();
    run("surface normals");
    run("heat on");
    BOOST_TEST(state("surface") == "lit");
    BOOST_TEST(colors().empty());  // nothing is selected
    run("select upper");
    for (std::size_t vertex = 0; vertex < 6; ++vertex) {
        BOOST_TEST((colors().at(vertex) == heatColor(vertex < 4 ? 0.f : 1.f)));
    }
    BOOST_TEST((strip.getMaterial(0) != material));
    run("select lower");
    BOOST_TEST((colors().at(0) == heatColor(1.f)));
    BOOST_TEST((colors().at(5) == heatColor(0.f)));
    run("select strip");  // not a bone
    BOOST_TEST(colors().empty());
    run("select lower");
    BOOST_TEST(!colors().empty());
    run("heat off");
    BOOST_TEST(colors().empty());
    BOOST_TEST((strip.getMesh() == before));
    BOOST_TEST((strip.getMaterial(0) == material));
    for (std::size_t number = materials; number < document.current()->scene->materials().size(); ++number) {
        BOOST_TEST(!document.current()->scene->materials().contains(number));
    }
}

BOOST_AUTO_TEST_CASE(heat_stays_with_the_file_that_is_shown)
{
    run("select upper");
    run("heat");
    static_cast<void>(looksOf(document));
    const Scene& first = *document.current()->scene;
    BOOST_TEST(!first.meshInstances().front()->getMesh()->primitives().front().colors.empty());
    document.open(file);
    static_cast<void>(looksOf(document));
    BOOST_TEST(first.meshInstances().front()->getMesh()->primitives().front().colors.empty());
    run("file 1");
    static_cast<void>(looksOf(document));
    BOOST_TEST(!first.meshInstances().front()->getMesh()->primitives().front().colors.empty());
    run("close");
    static_cast<void>(looksOf(document));
}

BOOST_AUTO_TEST_CASE(onion_skins_are_those_of_the_clip_that_plays_and_leave_pose_and_time_alone)
{
    pauseAt("bend", 0.25, "upper");
    run("turn x 20");
    const std::string posed = state("rotation");
    BOOST_TEST(looksOf(document).onion == nullptr);
    run("onion 2:0.25");
    BOOST_TEST(state("onion") == "2:0.25");
    BOOST_REQUIRE(looksOf(document).onion != nullptr);
    BOOST_TEST(looksOf(document).onion == looksOf(document).onion, "made again though nothing has changed");

    // The ghosts are at 0, 0.5 and 0.75 s: the strip upright, and with its upper half turned to the left by 45 and by 67.5 degrees.
    const auto widthOf = [&](bool hasGhosts) {
        CameraFit fit(glm::vec3(0.f, 0.f, 1.f), 1.f, 0.6f);
        addShown(fit, *document.current()->scene, false);
        if (hasGhosts) {
            looksOf(document).onion->addTo(fit);
        }
        return fit.getPlacement().distance;
    };
    BOOST_TEST(widthOf(true) != widthOf(false));
    BOOST_TEST(state("rotation") == posed);
    BOOST_TEST(state("time") == "0.250");
    BOOST_TEST(state("playing") == "off");

    run("onion off");
    BOOST_TEST(looksOf(document).onion == nullptr);
    run("onion");
    BOOST_TEST(state("onion") == "3");
    run("onion toggle");
    BOOST_TEST(state("onion") == "off");
}

BOOST_AUTO_TEST_CASE(onion_skins_that_cannot_be_are_refused_or_said_once)
{
    BOOST_TEST(refusal("onion 0").find("from 1 to 100, such as 3") != std::string::npos);
    run("clip bend");
    BOOST_TEST(refusal("onion 3:1.5") == "onion: clip \"bend\" of strip.gltf takes 1 s, too short for ghosts 1.5 s apart");
    BOOST_TEST(state("onion") == "off");
    run("clip 0");
    run("onion 3:1.5");
    run("clip bend");
    const std::size_t messages = document.messages().size();
    BOOST_TEST(looksOf(document).onion == nullptr);
    BOOST_TEST(looksOf(document).onion == nullptr);
    BOOST_TEST(document.messages().size() == messages + 1);
    run("clip 0");
    BOOST_TEST(looksOf(document).onion != nullptr);
    run("blend-pad");
    BOOST_TEST(looksOf(document).onion == nullptr);
    BOOST_TEST(refusal("onion 2") == "no clip plays that the model could be shown at other times of");
}

BOOST_AUTO_TEST_SUITE_END()
