#include <cmath>

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <programs/viewer/bone_matrices.hpp>
#include <programs/viewer/edit_history.hpp>
#include <programs/viewer/gizmo.hpp>
#include <programs/viewer/input.hpp>
#include <programs/viewer/outline.hpp>
#include <programs/viewer/shortcuts.hpp>

#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skeleton_of_nodes.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>

using namespace armature;
using namespace armature::tools;
using armature::test::near;

BOOST_AUTO_TEST_SUITE(viewer_outline)

BOOST_AUTO_TEST_CASE(folded_branches_are_left_out_and_a_search_sees_them)
{
    Scene scene;
    TransformNode& top = scene.createTransformNode("Top");
    TransformNode& left = scene.createTransformNode("left", &top);
    scene.createTransformNode("leftHand", &left);
    scene.createTransformNode("right", &top);
    Skeleton& skeleton = scene.createSkeleton("loose");
    skeleton.createBone("bone");
    Outline outline(scene);
    BOOST_TEST(outline.rows().size() == 5u);
    BOOST_TEST(outline.rows()[0].size == 4u);
    BOOST_TEST(outline.rows()[4].isBone);
    outline.fold(1, true);
    BOOST_TEST(outline.shownRows().size() == 4u);
    outline.search("HAND");
    BOOST_REQUIRE(outline.shownRows().size() == 1u);
    BOOST_TEST(outline.rows()[outline.shownRows()[0]].label == "leftHand");
    outline.search("");
    outline.reveal(*outline.rows()[2].node);
    BOOST_TEST(outline.shownRows().size() == 5u);
    BOOST_TEST(outline.findNode("Top/left/leftHand") == outline.rows()[2].node);
}

BOOST_AUTO_TEST_CASE(a_node_and_the_bone_that_it_drives_are_one_row)
{
    Scene scene;
    TransformNode& joint = scene.createTransformNode("joint");
    TransformNode& tip = scene.createTransformNode("tip", &joint);
    Skeleton& skeleton = createSkeletonOfNodes(joint, "driven");
    Outline outline(scene);
    BOOST_REQUIRE(outline.rows().size() == 2u);
    BOOST_TEST(outline.rows()[1].node == skeleton.findBone("tip"));
    BOOST_TEST(outline.find(&tip) == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(viewer_matrices)

// By hand: a translation by 2 along x, a turn of 90 degrees about z and a scale of 3 in height give the columns (0 1 0), (-3 0 0), (0 0 1),
// (2 0 0).
BOOST_AUTO_TEST_CASE(a_matrix_is_written_for_three_languages)
{
    glm::mat4 matrix(1.f);
    matrix[0] = {0.f, 1.f, 0.f, 0.f};
    matrix[1] = {-3.f, 0.f, 0.f, 0.f};
    matrix[3] = {2.f, 0.1f, 0.f, 1.f};
    BOOST_TEST(writeMatrix(matrix, Notation::Glm)
               == "glm::mat4(0.f, 1.f, 0.f, 0.f, -3.f, 0.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 2.f, 0.1f, 0.f, 1.f)");
    BOOST_TEST(writeMatrix(matrix, Notation::BabylonJs) == "BABYLON.Matrix.FromValues(0, 1, 0, 0, -3, 0, 0, 0, 0, 0, 1, 0, 2, 0.1, 0, 1)");
    BOOST_TEST(writeMatrix(matrix, Notation::NumPy)
               == "np.array([[0, -3, 0, 2], [1, 0, 0, 0.1], [0, 0, 1, 0], [0, 0, 0, 1]], dtype=np.float32)");
    matrix[0][0] = -INFINITY;
    matrix[1][1] = NAN;
    BOOST_TEST(writeMatrix(matrix, Notation::NumPy).starts_with("np.array([[-np.inf, -3"));
    BOOST_TEST(writeMatrix(matrix, Notation::BabylonJs).find("NaN") != std::string::npos);
    BOOST_TEST(writeMatrix(matrix, Notation::Glm).find("f, quiet") == std::string::npos);
    matrix[0][0] = 1e-20f;
    BOOST_TEST(writeMatrix(matrix, Notation::Glm).starts_with("glm::mat4(1e-20f, "));
}

// The expected matrices follow the definitions of docs/matrices.md.
BOOST_AUTO_TEST_CASE(the_seven_matrices_are_those_of_their_definitions_in_each_space)
{
    Scene scene;
    TransformNode& host = scene.createTransformNode("host", nullptr, {.translation = {5.f, 0.f, 0.f}});
    Skeleton& skeleton = scene.createSkeleton("character");
    skeleton.setHostNode(&host);
    const glm::mat4 bodyBind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f});
    const glm::mat4 armBind = glm::translate(glm::mat4(1.f), {0.4f, 0.5f, 0.f});
    Bone& body = skeleton.createBone("body", {.bind = bodyBind});
    Bone& arm = skeleton.createBone("arm", {.parent = &body, .bind = armBind});
    body.setRotation({0.f, 0.f, 1.f});
    arm.setPosition({1.f, 2.f, 3.f});
    const glm::mat4 world = glm::translate(glm::mat4(1.f), {5.f, 0.f, 0.f});
    const glm::mat4 absolute = body.getLocalMatrix() * arm.getLocalMatrix();
    const glm::mat4 final = absolute * glm::inverse(bodyBind * armBind);

    const auto defined = matricesOf(arm);
    const auto inWorld = matricesOf(arm, ShownIn::World);
    const auto inSkeleton = matricesOf(arm, ShownIn::Skeleton);
    BOOST_REQUIRE(defined.size() == 7u);
    const std::array expected{
        arm.getLocalMatrix(), absolute, armBind, bodyBind * armBind, glm::inverse(bodyBind * armBind), armBind, final};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        BOOST_TEST(near(defined[i].matrix, expected[i], 1e-5));
    }
    BOOST_TEST(near(inWorld[0].matrix, world * absolute, 1e-5));
    BOOST_TEST(near(inWorld[3].matrix, world * bodyBind * armBind, 1e-5));
    BOOST_TEST(near(inWorld[6].matrix, world * final, 1e-5));
    BOOST_TEST(near(inSkeleton[0].matrix, absolute, 1e-5));
    BOOST_TEST(near(inSkeleton[2].matrix, bodyBind * armBind, 1e-5));
    BOOST_TEST(near(inSkeleton[5].matrix, body.getLocalMatrix() * armBind, 1e-5));
    BOOST_TEST(matricesOf(host).size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(viewer_history)

BOOST_AUTO_TEST_CASE(an_edit_that_changes_nothing_is_none_and_a_cancelled_one_leaves_nothing)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Node* const one = &node;
    EditHistory history;
    history.begin("nothing", std::span(&one, 1));
    history.commit();
    BOOST_TEST(history.undoCount() == 0u);
    history.begin("cancelled", std::span(&one, 1));
    node.setPosition({1.f, 2.f, 3.f});
    history.cancel();
    BOOST_TEST((node.getPosition() == glm::vec3(0.f)));
    BOOST_TEST(history.undo().what == "");
}

BOOST_AUTO_TEST_CASE(shear_comes_back)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    glm::mat4 sheared(1.f);
    sheared[1][0] = 0.5f;
    node.setLocalMatrix(sheared);
    Node* const one = &node;
    EditHistory history;
    history.begin("turn", std::span(&one, 1));
    node.setRotation({0.f, 0.f, 1.f});
    history.commit();
    BOOST_TEST(history.undo().what == "turn");
    BOOST_TEST((node.getLocalMatrix() == sheared));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(viewer_gizmo)

namespace {

// Returns the view from +Z, 10 m away. The projection determines the number of pixels per metre at the origin.
PictureView fromTheFront()
{
    return {.camera = perspectiveCamera({0.f, 0.f, 10.f}, glm::vec3(0.f), 1.f, 0.1f, 100.f), .size = {600.f, 600.f}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_ray_through_a_pixel_meets_what_is_projected_there)
{
    const PictureView view = fromTheFront();
    const glm::vec3 point(0.5f, -0.25f, 1.f);
    const Ray ray = view.rayThrough(view.project(point).value());
    const glm::vec3 direction = glm::normalize(ray.direction);
    const glm::vec3 off = point - ray.origin - glm::dot(point - ray.origin, direction) * direction;
    BOOST_TEST(glm::length(off) < 1e-4f);
    BOOST_TEST(!view.project({0.f, 0.f, 20.f}));
}

BOOST_AUTO_TEST_CASE(an_arrow_moves_as_far_as_the_mouse)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    const PictureView view = fromTheFront();
    const Gizmo gizmo(node, Space::World, view);
    const glm::vec2 grabbed = gizmo.outlineOf({false, 0}, view).back();
    BOOST_REQUIRE((gizmo.find(grabbed, view) == GizmoHandle{false, 0}));
    Gizmo::Drag drag(node, gizmo, {false, 0}, grabbed, view);
    const glm::vec2 metre = view.project({1.f, 0.f, 0.f}).value() - view.project(glm::vec3(0.f)).value();
    drag.to(grabbed + metre);
    BOOST_TEST(near(node.getPosition(), glm::vec3(1.f, 0.f, 0.f), 2e-3));
    drag.to(grabbed + glm::vec2(0.f, 50.f));  // perpendicular to the arrow
    BOOST_TEST(near(node.getPosition(), glm::vec3(0.f), 1e-3));
    drag.to(grabbed + 0.26f * metre, 0.25f);
    BOOST_TEST(near(node.getPosition(), glm::vec3(0.25f, 0.f, 0.f), 1e-5));
}

// Viewed along z, the ring about z is a circle: a pull along its tangent by the circle's radius in pixels turns by one radian.
BOOST_AUTO_TEST_CASE(a_ring_turns_by_the_pull_along_it)
{
    Scene scene;
    TransformNode& parent = scene.createTransformNode("parent", nullptr, {.rotation = glm::angleAxis(0.5f, glm::vec3(0.f, 0.f, 1.f))});
    TransformNode& node = scene.createTransformNode("node", &parent);
    node.setScaling({2.f, 2.f, 2.f});
    const PictureView view = fromTheFront();
    const Gizmo gizmo(node, Space::World, view);
    const auto ring = gizmo.outlineOf({true, 2}, view);
    const glm::vec2 grabbed = ring[3 * ring.size() / 8];  // a point of the ring without other handles
    BOOST_REQUIRE((gizmo.find(grabbed, view) == GizmoHandle{true, 2}));
    const glm::vec2 arm = grabbed - view.size * 0.5f;
    const glm::vec2 along(arm.y, -arm.x);  // counter-clockwise, in pixels from the top
    Gizmo::Drag drag(node, gizmo, {true, 2}, grabbed, view);
    drag.to(grabbed + 0.4f * along);
    BOOST_TEST(near(node.getRotation(), glm::vec3(0.f, 0.f, 0.4f), 5e-3));
    BOOST_TEST(near(node.getScaling(), glm::vec3(2.f), 1e-5));
    drag.to(grabbed);
    BOOST_TEST(near(node.getRotation(), glm::vec3(0.f), 1e-5));
}

BOOST_AUTO_TEST_CASE(the_gizmo_has_one_size_in_the_picture_and_is_not_found_elsewhere)
{
    Scene scene;
    TransformNode& nearNode = scene.createTransformNode("near", nullptr, {.translation = {0.f, 0.f, 5.f}});
    TransformNode& farNode = scene.createTransformNode("far", nullptr, {.translation = {0.f, 0.f, -40.f}});
    const PictureView view = fromTheFront();
    for (const TransformNode* node : {&nearNode, &farNode}) {
        const Gizmo gizmo(*node, Space::Own, view);
        const auto arrow = gizmo.outlineOf({false, 1}, view);
        BOOST_TEST(std::abs(glm::distance(arrow[0], arrow[1]) - 90.f) < 0.5f);
        BOOST_TEST(!gizmo.find({5.f, 5.f}, view));
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(viewer_input)

BOOST_AUTO_TEST_CASE(no_two_presses_come_in_one_frame)
{
    InputQueue queue;
    using Kind = InputEvent::Kind;
    for (const InputEvent& event : {InputEvent{.kind = Kind::Move, .place = {1.f, 1.f}}, InputEvent{.kind = Kind::Button, .isDown = true},
                                    InputEvent{.kind = Kind::Move, .place = {2.f, 2.f}}, InputEvent{.kind = Kind::Button}}) {
        queue.push(event);
    }
    const auto first = queue.takeFrame();
    BOOST_REQUIRE(first.size() == 2u);
    BOOST_TEST(first[1].isDown);
    BOOST_TEST(queue.takeFrame().size() == 2u);
    BOOST_TEST(queue.empty());
}

BOOST_AUTO_TEST_CASE(keys_say_lines_and_have_names)
{
    const auto undo = findKey("ctrl+z");
    BOOST_REQUIRE(undo.has_value());
    BOOST_TEST(lineOfKey(undo->key, undo->control, undo->shift) == "undo");
    const auto redo = findKey("Ctrl+Shift+Z");
    BOOST_REQUIRE(redo.has_value());
    BOOST_TEST(lineOfKey(redo->key, redo->control, redo->shift) == "redo");
    BOOST_TEST(keyOfLine("bones toggle") == "B");
    BOOST_TEST(!findKey("hyper"));
    for (const Shortcut& one : shortcuts()) {
        const auto key = findKey(one.keyName);
        BOOST_REQUIRE(key.has_value());
        BOOST_TEST(lineOfKey(key->key, key->control, key->shift) == one.line, one.keyName);
    }
}

BOOST_AUTO_TEST_SUITE_END()
