#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <armature/ik/spring_bones.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/vrm/vrm_model.hpp>

#include <programs/viewer/view_looks.hpp>

#include "windowless_viewer.hpp"

// Springs in the viewer: those of VRM models, and those that the user tries out.

namespace {

using namespace armature;
using namespace armature::test;
using namespace armature::tools;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(viewer_springs, WindowlessViewer)

BOOST_AUTO_TEST_CASE(a_spring_that_is_tried_swings_after_its_parent_and_comes_to_rest)
{
    pauseAt("0", 0., "upper");
    const glm::quat atEase = document.selected()->getRotationQuaternion();
    run("spring");
    BOOST_TEST(state("spring-chains") == "1");
    for (int frame = 0; frame < 10; ++frame) {
        document.advance(1. / 60.);
    }
    BOOST_TEST(std::abs(glm::dot(document.selected()->getRotationQuaternion(), atEase)) > 0.99999f);
    run("select lower");
    run("turn z 60");
    run("select upper");
    document.advance(1. / 60.);
    document.advance(1. / 60.);
    BOOST_TEST(std::abs(glm::dot(document.selected()->getRotationQuaternion(), atEase)) < 0.999f);
    for (int frame = 0; frame < 600; ++frame) {
        document.advance(1. / 60.);
    }
    BOOST_TEST(std::abs(glm::dot(document.selected()->getRotationQuaternion(), atEase)) > 0.999f);
}

BOOST_AUTO_TEST_CASE(without_springs_bones_are_where_they_were_at_ease)
{
    pauseAt("0", 0., "upper");
    const glm::quat atEase = document.selected()->getRotationQuaternion();
    run("spring upper");
    run("spring-feel 0 0.1 20");
    run("select lower");
    run("turn z 60");
    run("select upper");
    document.advance(0.1);
    BOOST_TEST((document.selected()->getRotationQuaternion() != atEase));
    run("springs off");
    BOOST_TEST((document.selected()->getRotationQuaternion() == atEase));
    document.advance(0.1);
    BOOST_TEST((document.selected()->getRotationQuaternion() == atEase));
    run("springs on");
    document.advance(0.1);
    BOOST_TEST((document.selected()->getRotationQuaternion() != atEase));
    run("spring none");
    BOOST_TEST(state("spring-chains") == "0");
    BOOST_TEST((document.selected()->getRotationQuaternion() == atEase));
}

BOOST_AUTO_TEST_CASE(a_spring_of_which_nothing_can_come_changes_nothing)
{
    BOOST_TEST(refusal("spring") == "no bone is selected");
    run("spring upper");
    BOOST_TEST(refusal("spring lower").find("upper") != std::string::npos);  // a spring swings "upper" already
    BOOST_TEST(refusal("spring nowhere").find("nowhere") != std::string::npos);
    BOOST_TEST(refusal("spring-feel 1 2 0").find("drag") != std::string::npos);
    BOOST_TEST(state("spring-chains") == "1");
}

BOOST_AUTO_TEST_CASE(springs_are_drawn_and_stand_still_while_files_are_compared)
{
    run("spring upper");
    BOOST_TEST(looksOf(document).lines.empty());
    run("spring-lines on");
    BOOST_TEST(!looksOf(document).lines.empty());
    document.open(file);
    run("file 1");
    pauseAt("0", 0., "upper");
    run("compare on");
    const glm::quat before = document.selected()->getRotationQuaternion();
    run("spring-feel 0 0.1 20");
    document.advance(0.2);
    BOOST_TEST((document.selected()->getRotationQuaternion() == before));
}

BOOST_AUTO_TEST_CASE(springs_of_a_vrm_model_swing_by_themselves)
{
    document.open(sourceDirectory() / "tests/fuzz/seeds/vrm_1.glb");
    BOOST_REQUIRE(std::stoi(state("spring-chains")) > 0);
    run("spring-lines on");
    const auto linesNow = [&] {
        const auto lines = looksOf(document).lines;
        return std::vector<DebugLine>(lines.begin(), lines.end());
    };
    for (int frame = 0; frame < 5; ++frame) {
        document.advance(1. / 60.);
    }
    run("select " + document.current()->outline.rows().front().label);
    run("turn z 50");
    document.advance(1. / 60.);
    document.advance(1. / 60.);
    const std::vector<DebugLine> swinging = linesNow();
    BOOST_REQUIRE(!swinging.empty());
    run("springs off");
    document.advance(1. / 60.);
    const std::vector<DebugLine> still = linesNow();
    BOOST_REQUIRE(still.size() == swinging.size());
    float most = 0.f;
    for (std::size_t line = 0; line < still.size(); ++line) {
        most = std::max(most, glm::distance(still[line].to, swinging[line].to));
    }
    BOOST_TEST(most > 1e-3f);
}

// One of the model's constraints rolls "twist" by half the roll of "leftLowerArm" (numbers of the seed file).
BOOST_AUTO_TEST_CASE(without_springs_what_constraints_turn_is_where_the_file_has_it)
{
    document.open(sourceDirectory() / "tests/fuzz/seeds/vrm_1.glb");
    run("select twist");
    const glm::quat before = document.selected()->getRotationQuaternion();
    const VrmModel& model = vrmModels(*document.current()->scene).front();
    const auto twist = std::ranges::find_if(model.constraints,
                                            [&](const VrmConstraint& one) { return model.nodes[one.node].get()->getName() == "twist"; });
    BOOST_REQUIRE((twist != model.constraints.end()));
    run("select " + model.nodes[twist->source].get()->getName());
    run("turn x 60");
    document.advance(1. / 60.);
    run("select twist");
    BOOST_TEST(std::abs(glm::dot(document.selected()->getRotationQuaternion(), before)) < 0.99f);
    run("springs off");
    BOOST_TEST((document.selected()->getRotationQuaternion() == before));
    document.advance(1. / 60.);
    BOOST_TEST((document.selected()->getRotationQuaternion() == before));
    run("springs on");
    document.advance(1. / 60.);
    BOOST_TEST(std::abs(glm::dot(document.selected()->getRotationQuaternion(), before)) < 0.99f);
}

// The strip travels on at constant speed, so the spring trails behind it at a constant angle.
BOOST_AUTO_TEST_CASE(a_loop_does_not_jolt_springs)
{
    std::string walking = stripModel();
    walking.replace(walking.find("\"STEP\""), 6, "\"LINEAR\"");  // "0" moves 4 m forward within 2 s
    document.open(writeFile(folder / "walking.gltf", walking));
    for (const double speed : {1., -1.}) {
        run("clip 0");
        run(speed > 0. ? "speed 1" : "speed -1");
        run("spring upper");
        run("spring-feel 1 0.4 0");
        run("select upper");
        run("play");
        for (int frame = 0; frame < 110; ++frame) {
            document.advance(1. / 60.);
        }
        const glm::quat before = document.selected()->getRotationQuaternion();
        const std::string time = state("time");
        float most = 0.f;
        for (int frame = 0; frame < 40; ++frame) {  // past the clip's end, which comes after 9 or 10 frames
            document.advance(1. / 60.);
            const float cosine = std::min(std::abs(glm::dot(document.selected()->getRotationQuaternion(), before)), 1.f);
            most = std::max(most, 2.f * std::acos(cosine));
        }
        BOOST_TEST((speed > 0. ? state("time") < time : state("time") > time));
        BOOST_TEST(most < 0.02f, "turned by " << most << " at speed " << speed);
        run("spring none");
    }
}

BOOST_AUTO_TEST_CASE(reading_again_keeps_springs_that_were_tried)
{
    pauseAt("0", 0., "upper");
    run("spring");
    run("spring-feel 0 0.1 20");
    run("reload");
    BOOST_TEST(state("spring-chains") == "1");
    run("select lower");
    run("turn z 60");
    run("select upper");
    const glm::quat atEase = document.selected()->getRotationQuaternion();
    for (int frame = 0; frame < 6; ++frame) {
        document.advance(1. / 60.);
    }
    BOOST_TEST(std::abs(glm::dot(document.selected()->getRotationQuaternion(), atEase)) < 0.999f);  // gravity pulls the bone
    run("springs off");
    BOOST_TEST((document.selected()->getRotationQuaternion() == atEase));

    writeFile(folder / "strip.gltf", stripModel("other"));
    run("reload");
    BOOST_TEST(state("spring-chains") == "0");
    BOOST_TEST(state("message") == "strip.gltf: no spring on upper any more: that bone is gone");
}

BOOST_AUTO_TEST_SUITE_END()
