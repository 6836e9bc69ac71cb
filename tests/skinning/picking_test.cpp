#include <limits>
#include <memory>
#include <stdexcept>

#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using armature::test::near;

namespace {

/// A square of two units in the plane z = 0 around the origin, moved by bone 0.
MeshDescription squareMesh(PrimitiveTopology topology)
{
    Primitive primitive;
    primitive.topology = topology;
    primitive.positions = {{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}};
    if (topology == PrimitiveTopology::Triangles) {
        primitive.indices = {0, 1, 3, 0, 3, 2};
    } else if (topology == PrimitiveTopology::TriangleFan) {
        primitive.indices = {0, 1, 3, 2};
    }
    primitive.skin = {.influencesPerVertex = 1, .joints = {0, 0, 0, 0}, .weights = {1, 1, 1, 1}};
    MeshDescription mesh;
    mesh.primitives.push_back(std::move(primitive));
    return mesh;
}

struct Stage {
    explicit Stage(PrimitiveTopology topology = PrimitiveTopology::Triangles)
        : skeleton(scene.createSkeleton("rig"))
        , bone(skeleton.createBone("bone"))
        , node(scene.createTransformNode("node"))
        , instance(scene.addMeshInstance(squareMesh(topology), node, &skeleton))
    {}

    Scene scene;
    Skeleton& skeleton;
    Bone& bone;
    TransformNode& node;
    MeshInstance& instance;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(picking)

// By hand: the bone moves the square 5 to the right and 2 forward. A ray from z = 10 meets it 8 away, and meets nothing at its bind
// position.
BOOST_AUTO_TEST_CASE(picking_hits_the_posed_mesh)
{
    Stage stage;
    BOOST_TEST(intersect(stage.scene, {{0.5f, -0.25f, 10.f}, {0.f, 0.f, -1.f}}).has_value());
    stage.bone.setPosition({5.f, 0.f, 2.f});
    BOOST_TEST(!intersect(stage.scene, {{0.5f, -0.25f, 10.f}, {0.f, 0.f, -1.f}}));
    const auto hit = intersect(stage.scene, {{5.5f, -0.25f, 10.f}, {0.f, 0.f, -2.f}});
    BOOST_TEST_REQUIRE(hit.has_value());
    BOOST_TEST(hit->instance == &stage.instance);
    BOOST_TEST(hit->triangle == 0u);
    BOOST_TEST(near(glm::vec3(hit->distance), glm::vec3(4.f), 1e-6));
    BOOST_TEST(near(hit->position, glm::vec3(5.5f, -0.25f, 2.f), 1e-6));
    // By hand: (-1 -1) * a + (1 -1) * b + (1 1) * c is (0.5 -0.25) for a = 0.25, b = 0.375, c = 0.375.
    BOOST_TEST(near(hit->barycentric, glm::vec3(0.25f, 0.375f, 0.375f), 1e-6));
}

// By hand: corners a, b, c with barycentric weights 0.25, 0.375, 0.375 (as above). Corner a has joint 2; b has joints 0 and 2 by halves; c
// has joint 1 by 0.75 and joint 0 by 0.25. Joint 2: 0.25 + 0.1875 = 0.4375, joint 1: 0.28125, joint 0: 0.1875 + 0.09375 = 0.28125.
BOOST_AUTO_TEST_CASE(a_hit_names_its_bones_and_their_weights)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    Bone& hand = skeleton.createBone("hand", {.index = 2});
    Bone& finger = skeleton.createBone("finger", {.parent = &hand, .index = 0});
    Primitive primitive;
    primitive.positions = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}};
    primitive.skin = {2, {2, 0, 0, 2, 1, 0}, {1.f, 0.f, .5f, .5f, .75f, .25f}};
    TransformNode& node = scene.createTransformNode("node");
    MeshInstance& instance = scene.addMeshInstance({.name = "mesh", .primitives = {primitive}}, node, &skeleton);
    const Ray ray{{0.5f, -0.25f, 10.f}, {0.f, 0.f, -1.f}};
    const auto hit = intersect(scene, ray);
    BOOST_TEST_REQUIRE(hit.has_value());
    BOOST_TEST((hit->vertices == std::array<std::size_t, 3>{0, 1, 2}));
    BOOST_TEST_REQUIRE(hit->joints.size() == 3u);
    BOOST_TEST(hit->bone == &hand);
    BOOST_TEST(hit->joints[0].bone == &hand);
    BOOST_TEST(
        near(glm::vec3(hit->joints[0].weight, hit->joints[1].weight, hit->joints[2].weight), glm::vec3(0.4375f, 0.28125f, 0.28125f), 1e-6));
    const auto& of0 = hit->joints[1].joint == 0 ? hit->joints[1] : hit->joints[2];
    const auto& of1 = hit->joints[1].joint == 1 ? hit->joints[1] : hit->joints[2];
    BOOST_TEST(of0.bone == &finger);
    BOOST_TEST(of1.joint == 1u);
    BOOST_TEST(of1.bone == nullptr);  // no bone has that slot
    instance.setSkeleton(nullptr);
    BOOST_TEST(intersect(scene, ray)->joints.empty());
    BOOST_TEST(intersect(scene, ray)->bone == nullptr);
}

BOOST_AUTO_TEST_CASE(every_topology_has_its_triangles)
{
    for (const auto topology : {PrimitiveTopology::Triangles, PrimitiveTopology::TriangleStrip, PrimitiveTopology::TriangleFan}) {
        Stage stage(topology);
        for (const glm::vec2 at : {glm::vec2(0.9f, -0.8f), glm::vec2(-0.8f, 0.9f), glm::vec2(0.7f, 0.8f), glm::vec2(-0.9f, -0.8f)}) {
            BOOST_TEST(intersect(stage.instance, {{at, 3.f}, {0.f, 0.f, -1.f}}).has_value());
            BOOST_TEST(intersect(stage.instance, {{at, -3.f}, {0.f, 0.f, 1.f}}).has_value());  // from behind
        }
        BOOST_TEST(!intersect(stage.instance, {{1.1f, 0.f, 3.f}, {0.f, 0.f, -1.f}}));
        BOOST_TEST(!intersect(stage.instance, {{0.f, 0.f, 3.f}, {0.f, 0.f, 1.f}}));  // away from the square
    }
    Stage lines(PrimitiveTopology::LineStrip);
    BOOST_TEST(!intersect(lines.instance, {{0.f, 0.f, 3.f}, {0.f, 0.f, -1.f}}));
}

BOOST_AUTO_TEST_CASE(the_nearest_of_what_is_enabled_is_hit)
{
    Stage stage;
    TransformNode& front = stage.scene.createTransformNode("front", nullptr, {.translation = {0.f, 0.f, 1.f}});
    const MeshInstance& nearer = stage.scene.addMeshInstance(squareMesh(PrimitiveTopology::Triangles), front);
    const Ray ray{{0.f, 0.5f, 10.f}, {0.f, 0.f, -1.f}};
    BOOST_TEST(intersect(stage.scene, ray)->instance == &nearer);
    front.setEnabled(false);
    BOOST_TEST(intersect(stage.scene, ray)->instance == &stage.instance);
}

BOOST_AUTO_TEST_CASE(a_ray_without_direction_or_with_infinities_is_refused)
{
    const Stage stage;
    const float infinite = std::numeric_limits<float>::infinity();
    BOOST_CHECK_THROW(static_cast<void>(intersect(stage.scene, {{}, {}})), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(intersect(stage.scene, {{infinite, 0, 0}, {1, 0, 0}})), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(intersect(stage.instance, {{}, {0, infinite, 0}})), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
