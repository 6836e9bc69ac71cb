#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"
#include "worker.hpp"

// Collada and MD5: where joints and vertices are at which time, worked out by hand.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

std::unique_ptr<Scene> loadText(const std::string& text, std::string_view name)
{
    return loadScene(std::as_bytes(std::span(text)), name, workerOptions());
}

glm::vec3 whereIs(const Scene& scene, std::string_view name)
{
    const TransformNode* node = scene.findTransformNode(name);
    BOOST_REQUIRE_MESSAGE(node != nullptr, "there is no node " << name);
    return glm::vec3(node->getWorldMatrix()[3]);
}

void checkNear(const glm::vec3& found, const glm::vec3& expected)
{
    BOOST_TEST(glm::distance(found, expected) < 1e-5f, "(" << found.x << ' ' << found.y << ' ' << found.z << ") instead of (" << expected.x
                                                           << ' ' << expected.y << ' ' << expected.z << ')');
}

/// Two joints, "lower" 2 units along +Y of "upper", which turns about Z from 0 to 90 degrees between 1 and 2 s. A triangle is bound to
/// "lower" alone, with neither joint turned; its first vertex lies 1 unit beyond "lower".
std::string collada(std::string_view asset)
{
    return R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>)" + std::string(asset)
           + R"(</asset>
<library_geometries><geometry id="g" name="skin"><mesh>
 <source id="p"><float_array id="pa" count="9">0 3 0  1 2 0  0 2 1</float_array><technique_common>
  <accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor>
 </technique_common></source>
 <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
 <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_controllers><controller id="c"><skin source="#g">
 <bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
 <source id="j"><Name_array id="ja" count="2">upper lower</Name_array><technique_common>
  <accessor source="#ja" count="2" stride="1"><param name="JOINT" type="name"/></accessor></technique_common></source>
 <source id="b"><float_array id="ba" count="32">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1  1 0 0 0 0 1 0 -2 0 0 1 0 0 0 0 1</float_array>
  <technique_common><accessor source="#ba" count="2" stride="16"><param name="TRANSFORM" type="float4x4"/></accessor></technique_common></source>
 <source id="w"><float_array id="wa" count="1">1</float_array><technique_common>
  <accessor source="#wa" count="1" stride="1"><param name="WEIGHT" type="float"/></accessor></technique_common></source>
 <joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
 <vertex_weights count="3"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>
  <vcount>1 1 1</vcount><v>1 0 1 0 1 0</v></vertex_weights>
</skin></controller></library_controllers>
<library_animations><animation id="a">
 <source id="t"><float_array id="ta" count="2">1 2</float_array><technique_common>
  <accessor source="#ta" count="2" stride="1"><param name="TIME" type="float"/></accessor></technique_common></source>
 <source id="o"><float_array id="oa" count="2">0 90</float_array><technique_common>
  <accessor source="#oa" count="2" stride="1"><param name="ANGLE" type="float"/></accessor></technique_common></source>
 <source id="i"><Name_array id="ia" count="2">LINEAR LINEAR</Name_array><technique_common>
  <accessor source="#ia" count="2" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
 <sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler>
 <channel source="#s" target="upper/turn.ANGLE"/>
</animation></library_animations>
<library_visual_scenes><visual_scene id="scene">
 <node id="upper" name="upper" sid="upper" type="JOINT"><rotate sid="turn">0 0 1 0</rotate>
  <node id="lower" name="lower" sid="lower" type="JOINT"><translate sid="move">0 2 0</translate></node></node>
 <node id="body" name="body"><instance_controller url="#c"><skeleton>#upper</skeleton></instance_controller></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
)";
}

glm::vec3 firstVertex(const Scene& scene)
{
    std::vector<glm::vec3> posed;
    appendPosedPositions(scene, posed);
    BOOST_REQUIRE(posed.size() == 3);
    return posed[0];
}

/// MD5's axes: +Z up. "lower" is 10 units along +Z of "upper", which turns by -90 degrees about X from the first frame to the second.
const std::string md5mesh = R"(MD5Version 10
commandline ""
numJoints 2
numMeshes 1
joints {
	"upper" -1 ( 0 0 0 ) ( 0 0 0 )
	"lower" 0 ( 0 0 10 ) ( 0 0 0 )
}
mesh {
	shader "skin"
	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 1
	numtris 1
	tri 0 0 1 2
	numweights 3
	weight 0 1 1 ( 0 0 5 )
	weight 1 1 1 ( 1 0 0 )
	weight 2 1 1 ( 0 1 0 )
}
)";

const std::string md5anim = R"(MD5Version 10
commandline ""
numFrames 2
numJoints 2
frameRate 4
numAnimatedComponents 1
hierarchy {
	"upper" -1 8 0
	"lower" 0 0 0
}
bounds {
	( 0 0 0 ) ( 1 1 1 )
	( 0 0 0 ) ( 1 1 1 )
}
baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 0 0 10 ) ( 0 0 0 )
}
frame 0 {
	0
}
frame 1 {
	0.7071067811865476
}
)";

/// Two nodes of one name. The clip moves one of them along +Y in a second and has no rotation or scale.
const std::string twins = R"(xof 0303txt 0032
Frame Root {
 FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0;; }
 Frame Twin {
  FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 1.0,0.0,0.0,1.0;; }
 }
 Frame Twin {
  FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 2.0,0.0,0.0,1.0;; }
 }
}
AnimTicksPerSecond {
 10;
}
AnimationSet Walk {
 Animation {
  {Twin}
  AnimationKey {
   2;
   2;
   0;3;1.0,0.0,0.0;;,
   10;3;1.0,5.0,0.0;;;
  }
 }
}
)";

std::string replaced(std::string text, std::string_view what, std::string_view by)
{
    const std::size_t at = text.find(what);
    BOOST_REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(foreign_motion, *boost::unit_test::precondition(needsWorker))

BOOST_AUTO_TEST_CASE(collada_joints_and_vertices_are_where_they_must_be)
{
    const auto scene = loadText(collada("<up_axis>Y_UP</up_axis>"), "model.dae");
    BOOST_REQUIRE(scene->animationGroups().size() == 1);
    BOOST_REQUIRE(scene->skeletons().size() == 1);
    AnimationGroup& group = *scene->animationGroups().front();
    BOOST_TEST(std::abs(group.getClip().getDuration() - 2.) < 1e-6);
    const float half = std::sqrt(.5f);
    const std::vector<std::pair<double, glm::vec3>> directions{
        {0., {0.f, 1.f, 0.f}}, {1., {0.f, 1.f, 0.f}}, {1.5, {-half, half, 0.f}}, {2., {-1.f, 0.f, 0.f}}};
    group.play();
    for (const auto& [seconds, direction] : directions) {
        group.goTo(seconds);
        scene->animate(0.);
        checkNear(whereIs(*scene, "upper"), glm::vec3(0.f));
        checkNear(whereIs(*scene, "lower"), 2.f * direction);
        checkNear(firstVertex(*scene), 3.f * direction);
    }
}

// Collada states its unit in metres, and which axis is up: (x, y, z) becomes (x, z, -y).
BOOST_AUTO_TEST_CASE(collada_units_become_metres_and_its_up_becomes_y)
{
    const auto scene = loadText(collada(R"(<unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis>)"), "model.dae");
    checkNear(whereIs(*scene, "lower"), glm::vec3(0.f, 0.f, -0.02f));
    checkNear(firstVertex(*scene), glm::vec3(0.f, 0.f, -0.03f));
}

BOOST_AUTO_TEST_CASE(md5_joints_and_vertices_are_where_they_must_be)
{
    const fs::path folder = emptyOutputDirectory("import_md5");
    writeAll(folder / "model.md5mesh", std::as_bytes(std::span(md5mesh)));
    writeAll(folder / "model.md5anim", std::as_bytes(std::span(md5anim)));
    const auto scene = loadScene(folder / "model.md5mesh", workerOptions());
    BOOST_REQUIRE(scene->animationGroups().size() == 1);
    AnimationGroup& group = *scene->animationGroups().front();
    // MD5 files omit w, which is never positive. An x of 0.707 is therefore a turn of -90 degrees about X. It takes +Z to +Y, which is -Z
    // where +Y is up.
    group.play();
    group.goTo(0.);
    scene->animate(0.);
    checkNear(whereIs(*scene, "lower"), glm::vec3(0.f, 10.f, 0.f));
    checkNear(firstVertex(*scene), glm::vec3(0.f, 15.f, 0.f));
    group.goTo(0.25);
    scene->animate(0.);
    checkNear(whereIs(*scene, "lower"), glm::vec3(0.f, 0.f, -10.f));
    checkNear(firstVertex(*scene), glm::vec3(0.f, 0.f, -15.f));
}

BOOST_AUTO_TEST_CASE(motion_alone_gives_its_clips)
{
    const auto clips = loadClips(std::as_bytes(std::span(md5anim)), "walk.md5anim", workerOptions());
    BOOST_REQUIRE(clips.size() == 1);
    BOOST_TEST(std::abs(clips.front()->getDuration() - 0.25) < 1e-6);
    // If there is no mesh, Assimp adds one that draws the skeleton. The library must leave it out.
    BOOST_TEST(loadText(md5anim, "walk.md5anim")->meshInstances().empty());
}

BOOST_AUTO_TEST_CASE(names_that_repeat_mean_the_first_with_a_warning)
{
    const auto scene = loadText(twins, "twins.x");
    BOOST_TEST(hasWarning(*scene, "\"Twin\": is the name of several nodes"));
    BOOST_REQUIRE(scene->animationGroups().size() == 1);
    AnimationGroup& group = *scene->animationGroups().front();
    group.play();
    group.goTo(1.);
    scene->animate(0.);
    checkNear(glm::vec3(scene->nodes()[1]->getWorldMatrix()[3]), {1.f, 5.f, 0.f});
    checkNear(glm::vec3(scene->nodes()[2]->getWorldMatrix()[3]), {2.f, 0.f, 0.f});
}

// Assimp adds one rotation key and one scale key, which must not become channels.
BOOST_AUTO_TEST_CASE(what_a_file_does_not_animate_has_no_channel)
{
    const auto clips = loadClips(std::as_bytes(std::span(twins)), "twins.x", workerOptions());
    BOOST_REQUIRE(clips.size() == 1);
    BOOST_REQUIRE(clips.front()->channels().size() == 1);
    BOOST_TEST((clips.front()->channels().front().path == ChannelPath::Translation));
}

// The file binds "lower" 1 unit higher than its position, so vertices appear 1 unit lower than in the mesh.
BOOST_AUTO_TEST_CASE(the_inverse_bind_of_a_file_is_used_as_it_is)
{
    const auto scene = loadText(replaced(collada(""), "0 1 0 -2", "0 1 0 -3"), "model.dae");
    checkNear(firstVertex(*scene), {0.f, 2.f, 0.f});
}

BOOST_AUTO_TEST_CASE(weights_that_do_not_sum_to_1_are_normalised_with_a_warning)
{
    const auto scene = loadText(replaced(collada(""), R"(count="1">1</float_array>)", R"(count="1">0.75</float_array>)"), "model.dae");
    BOOST_TEST(hasWarning(*scene, "whose sum is up to 0.25 away from 1"));
    checkNear(firstVertex(*scene), {0.f, 3.f, 0.f});
}

// COLLADA 1.4.1 (<skin>): "If bind_shape_matrix is not specified then an identity matrix may be used as the bind_shape_matrix."
BOOST_AUTO_TEST_CASE(a_skin_without_a_bind_shape_is_bound_as_its_mesh_is)
{
    const std::string text = collada("");
    const std::size_t begin = text.find("<bind_shape_matrix>");
    BOOST_REQUIRE(begin != std::string::npos);
    const std::string_view whole = std::string_view(text).substr(begin, text.find('\n', begin) - begin);
    const auto scene = loadText(replaced(text, whole.substr(0, whole.find("</bind_shape_matrix>") + 20), ""), "model.dae");
    checkNear(firstVertex(*scene), {0.f, 3.f, 0.f});
    BOOST_TEST(scene->warnings().empty());
}

BOOST_AUTO_TEST_CASE(axes_of_collada_may_have_any_length)
{
    const std::string lower = R"(<translate sid="move">0 2 0</translate>)";
    for (const std::string turn :
         {"<rotate>0 0 1 90</rotate>", "<rotate sid=\"t\">\n 0 0 20\n 90 </rotate>", "<rotate>0 0 .02 90</rotate>"}) {
        const auto scene = loadText(replaced(collada(""), lower, lower + turn), "model.dae");
        const glm::mat4 world = scene->findTransformNode("lower")->getWorldMatrix();
        checkNear(glm::vec3(world[0]), {0.f, 1.f, 0.f});
        checkNear(glm::vec3(world[1]), {-1.f, 0.f, 0.f});
        checkNear(glm::vec3(world[2]), {0.f, 0.f, 1.f});
    }
}

BOOST_AUTO_TEST_CASE(colors_of_collada_may_follow_white_space)
{
    constexpr std::string_view effects = R"(<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>
   0.5 0 0 1  </color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_geometries>)";
    BOOST_TEST(loadText(replaced(collada(""), "<library_geometries>", effects), "model.dae")->skeletons().size() == 1u);
}

// The take's only key repeats the node's own position.
BOOST_AUTO_TEST_CASE(takes_without_keys_are_left_out_with_a_word)
{
    const auto scene = loadText(twins + R"(AnimationSet Still {
 Animation {
  {Root}
  AnimationKey {
   2;
   1;
   0;3;0.0,0.0,0.0;;;
  }
 }
}
)",
                                "twins.x");
    BOOST_REQUIRE(scene->animationGroups().size() == 1u);
    BOOST_TEST(scene->animationGroups().front()->getName() == "Walk");
    BOOST_TEST(hasWarning(*scene, "\"Still\": has no keys: left out"));
}

// The name of the file does not matter.
BOOST_AUTO_TEST_CASE(a_lying_name_misleads_nobody)
{
    const fs::path folder = emptyOutputDirectory("import_lying_name");
    writeAll(folder / "model.obj", std::as_bytes(std::span(md5mesh)));
    BOOST_TEST(loadScene(folder / "model.obj", workerOptions())->skeletons().size() == 1u);
    BOOST_TEST(loadText(collada(""), "model.glb")->skeletons().size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
