#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>

#include <armature/ik/spring_bones.hpp>
#include <armature/node/node.hpp>

#include <tools/viewer/view_looks.hpp>

#include "windowless_viewer.hpp"

// Springs in the viewer: those of VRM models, and those that are tried.

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
    BOOST_TEST(refusal("spring lower").find("upper") != std::string::npos);  // swings already
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

BOOST_AUTO_TEST_SUITE_END()
