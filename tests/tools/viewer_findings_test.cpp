#include <algorithm>
#include <string>

#include <boost/test/unit_test.hpp>
#include <programs/viewer/findings.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "models.hpp"
#include "windowless_viewer.hpp"

using namespace armature;
using namespace armature::tools;
using namespace armature::test;

namespace {

struct Findings : WindowlessViewer {
    /// Returns the findings for the strip after a part of its text is replaced.
    std::vector<Finding> with(std::string_view part, std::string_view other, std::string model = stripModel())
    {
        const std::size_t place = model.find(part);
        BOOST_TEST_REQUIRE((place != std::string::npos));
        document.open(writeFile(folder / "changed.gltf", model.replace(place, part.size(), other)));
        return findingsOf(*document.current());
    }
};

constexpr std::string_view upper = R"({"name": "upper", "translation": [0, 1, 0]})";

std::string nodeName(const Finding& finding)
{
    return finding.place.node != nullptr ? finding.place.node->getName() : "nothing";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(viewer_findings, Findings)

BOOST_AUTO_TEST_CASE(a_model_in_order_has_none_in_any_pose)
{
    BOOST_TEST(findingsOf(*document.current()).empty());
    run("clip bend");
    run("time 0.7");
    BOOST_TEST(findingsOf(*document.current()).empty());
}

BOOST_AUTO_TEST_CASE(a_bone_that_rests_elsewhere_than_it_was_bound)
{
    const auto found = with("\"translation\": [0, 1, 0]", "\"translation\": [0, 1.5, 0]");
    BOOST_REQUIRE(found.size() == 1u);
    BOOST_TEST(found[0].text
               == "skeleton \"stripSkin\": 1 bone rests elsewhere than it was bound: at rest, what it skins is deformed; the first is "
                  "\"upper\"");
    BOOST_TEST(nodeName(found[0]) == "upper");
}

BOOST_AUTO_TEST_CASE(bones_of_one_name)
{
    const auto found = with("\"lower\"", "\"upper\"");
    BOOST_REQUIRE(found.size() == 1u);
    BOOST_TEST(found[0].text == "skeleton \"stripSkin\": 2 bones are called \"upper\": by name, only the first is found");
    BOOST_TEST(nodeName(found[0]) == "upper");
}

// Without inverse binds, all bones are bound at the origin, so "upper", which is one above its parent, rests elsewhere.
BOOST_AUTO_TEST_CASE(a_bone_that_moves_no_vertex)
{
    const auto found = with(R"("joints": [1, 2], "inverseBindMatrices": 6)", R"("joints": [1, 2, 0])");
    BOOST_REQUIRE(!found.empty());
    BOOST_TEST(found[0].text == "skeleton \"stripSkin\": 1 bone is in the palette and moves no vertex; the first is \"root\"");
    BOOST_TEST(nodeName(found[0]) == "root");
}

// An accessor without a buffer view is all zeros (glTF 2.0, 3.6.2.1).
BOOST_AUTO_TEST_CASE(vertices_without_weights)
{
    std::string model = stripModel();
    model.insert(model.find("], \"bufferViews\""), R"(, {"componentType": 5126, "count": 6, "type": "VEC4"})");
    const auto found = with("\"WEIGHTS_0\": 4", "\"WEIGHTS_0\": 11", model);
    const auto lacking = std::find_if(found.begin(), found.end(), [](const Finding& finding) { return finding.text.starts_with("mesh"); });
    BOOST_REQUIRE((lacking != found.end()));
    BOOST_TEST(lacking->text == "mesh at \"strip\": 6 of 6 vertices have no weights, and no bone moves them");
    BOOST_TEST(nodeName(*lacking) == "strip");
}

// The matrix is sheared: +Y leans towards +X by half.
BOOST_AUTO_TEST_CASE(a_bone_that_is_sheared)
{
    std::string model = stripModel();
    const std::string_view target = R"("node": 2, "path": "rotation")";
    model.replace(model.find(target), target.size(), R"("node": 0, "path": "rotation")");
    const auto found = with(upper, R"({"name": "upper", "matrix": [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1]})", std::move(model));
    const auto sheared =
        std::find_if(found.begin(), found.end(), [](const Finding& finding) { return finding.text.find("sheared") != std::string::npos; });
    BOOST_REQUIRE((sheared != found.end()));
    BOOST_TEST(nodeName(*sheared) == "upper");
}

BOOST_AUTO_TEST_CASE(clips_that_do_nothing_lead_to_themselves)
{
    document.open(writeFile(folder / "still.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd "
                                                  "Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0 0\n0 0 0\n"));
    const auto found = findingsOf(*document.current());
    BOOST_REQUIRE(found.size() == 1u);
    BOOST_TEST(found[0].text == "clip \"Motion\" holds one pose");
    BOOST_TEST((found[0].place.clip == 0u));
}

BOOST_AUTO_TEST_CASE(the_page_and_the_commands_go_there)
{
    static_cast<void>(with("\"translation\": [0, 1, 0]", "\"translation\": [0, 1.5, 0]"));
    BOOST_TEST(play("page warnings\nwait 1\nclick finding:1\nexpect selected upper\nselect none\ngo-to-finding 1\nexpect selected upper")
               == "");
    BOOST_TEST(refusal("go-to-finding 2") == "finding 2: there are 1");
    BOOST_TEST(refusal("go-to-warning 1") == "warning 1: there are 0");
    BOOST_TEST(refusal("go-to-finding one") == "the number of a finding, from 1 is a decimal number, not \"one\"");
}

BOOST_AUTO_TEST_SUITE_END()
