#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using armature::test::near;
using armature::test::Random;

namespace {

MeshDescription randomPoints(Random& random, std::size_t vertices, std::size_t bones)
{
    MeshDescription mesh;
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = 4;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        primitive.positions.push_back(random.vector(-1.f, 1.f));
        for (const float weight : {0.4f, 0.3f, 0.2f, 0.1f}) {
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(random.integer(0, static_cast<int>(bones) - 1)));
            primitive.skin.weights.push_back(weight);
        }
    }
    return mesh;
}

/// A vertex's position in double, through the bones' own getters.
glm::dvec3 posedVertex(const Primitive& primitive, std::size_t vertex, const Skeleton& skeleton)
{
    glm::dvec4 sum(0.);
    for (std::size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
        const glm::dmat4 final(skeleton.getBoneByIndex(primitive.skin.joints[i])->getFinalMatrix());
        sum += static_cast<double>(primitive.skin.weights[i]) * (final * glm::dvec4(glm::dvec3(primitive.positions[vertex]), 1.));
    }
    return glm::dvec3(glm::dmat4(skeleton.getWorldMatrix()) * sum);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skinned_bounds)

// three.js#14499, #25612, Babylon#11424 and others: bounds of the bind pose miss vertices that the pose moves.
BOOST_AUTO_TEST_CASE(bounds_enclose_every_posed_vertex_and_touch_some)
{
    Random random(4);
    Scene scene;
    TransformNode& host = scene.createTransformNode("host", nullptr, {.translation = {3.f, 0.f, 1.f}, .scale = {1.f, 2.f, 0.5f}});
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    skeleton.setHostNode(&host);
    Bone* parent = nullptr;
    for (int i = 0; i < 12; ++i) {
        parent = &skeleton.createBone("bone", {.parent = parent, .bind = glm::translate(glm::mat4(1.f), glm::vec3(0.f, 0.3f, 0.f))});
    }
    const MeshInstance& instance = scene.addMeshInstance(randomPoints(random, 300, 12), host, &skeleton);
    for (int pose = 0; pose < 50; ++pose) {
        for (Bone* bone : skeleton.bones()) {
            bone->setRotationQuaternion(random.rotation());
        }
        glm::dvec3 low(1e9);
        glm::dvec3 high(-1e9);
        for (std::size_t vertex = 0; vertex < 300; ++vertex) {
            const glm::dvec3 place = posedVertex(instance.getMesh()->primitives()[0], vertex, skeleton);
            low = glm::min(low, place);
            high = glm::max(high, place);
        }
        std::vector<glm::vec3> positions;
        appendPosedPositions(instance, positions);
        BOOST_REQUIRE(near(positions[299], posedVertex(instance.getMesh()->primitives()[0], 299, skeleton), 2e-6));
        const Aabb bounds = computeBounds(instance);
        BOOST_REQUIRE(near(bounds.minimum, low, 2e-6));
        BOOST_REQUIRE(near(bounds.maximum, high, 2e-6));
    }
}

// By hand: a point at (1, 0, 0), at a node at (0, 5, 0) with scale 2.
BOOST_AUTO_TEST_CASE(static_meshes_are_placed_by_their_node_and_morphed)
{
    Scene scene;
    MeshDescription mesh;
    mesh.morphWeights = {0.f};
    mesh.primitives.resize(1);
    mesh.primitives[0].positions = {{1.f, 0.f, 0.f}};
    mesh.primitives[0].morphTargets = {{.positions = {{0.f, 0.f, 3.f}}, .normals = {}, .tangents = {}}};
    MeshInstance& instance =
        scene.addMeshInstance(mesh, scene.createTransformNode("node", nullptr, {.translation = {0.f, 5.f, 0.f}, .scale = glm::vec3(2.f)}));
    BOOST_TEST((computeBounds(instance) == Aabb{{2.f, 5.f, 0.f}, {2.f, 5.f, 0.f}}));
    instance.setMorphWeight(0, 1.f);
    BOOST_TEST((computeBounds(instance) == Aabb{{2.f, 5.f, 6.f}, {2.f, 5.f, 6.f}}));
}

// By hand: half the weight on a bone at rest, half on one turned by a quarter about Z, and a small triangle around (1 0 0). Linear blending
// puts it at (0.5 0.5 0), dual quaternions at (0.7071 0.7071 0). A quarter of the way between the two is (0.55178 0.55178 0).
BOOST_AUTO_TEST_CASE(a_mesh_is_bounded_and_picked_where_it_asks_to_be_skinned)
{
    for (const auto& [share, expected] : {std::pair(-1.f, 0.5f), {0.f, 0.5f}, {0.25f, 0.551777f}, {1.f, 0.707107f}}) {
        Scene scene;
        Skeleton& skeleton = scene.createSkeleton("skeleton");
        skeleton.createBone("still");
        skeleton.createBone("turned").setRotation({0.f, 0.f, glm::half_pi<float>()});
        MeshDescription mesh;
        Primitive& primitive = mesh.primitives.emplace_back();
        primitive.positions = {{1.f, -0.01f, -0.01f}, {1.f, 0.01f, -0.01f}, {1.f, 0.f, 0.02f}};
        primitive.skin = {.influencesPerVertex = 2, .joints = {0, 1, 0, 1, 0, 1}, .weights = std::vector(6, 0.5f)};
        primitive.skin.dualQuaternionShares.assign(share < 0.f ? 0 : 3, share);
        const MeshInstance& instance = scene.addMeshInstance(mesh, scene.createTransformNode("node"), &skeleton);
        const glm::vec3 place(expected, expected, 0.f);
        BOOST_TEST(near(computeBounds(instance).getCenter(), place + glm::vec3(0.f, 0.f, 0.5f * 0.01f), 1e-5));
        const Ray ray{{2.f, 2.f, 0.f}, {-1.f, -1.f, 0.f}};
        Picker picker;
        for (const auto& hit : {intersect(scene, ray), picker.intersect(scene, ray)}) {
            BOOST_TEST_REQUIRE(hit.has_value());
            BOOST_TEST(near(hit->position, place, 1e-5));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_scene_is_bounded_by_what_is_enabled)
{
    Scene scene;
    MeshDescription description;
    description.primitives.resize(1);
    description.primitives[0].positions = {{0.f, 0.f, 0.f}};
    const auto mesh = Mesh::create(description);
    TransformNode& group = scene.createTransformNode("group");
    for (const float x : {1.f, 2.f, 30.f}) {
        TransformNode& node = scene.createTransformNode("node", x < 30.f ? nullptr : &group, {.translation = {x, 0.f, 0.f}});
        scene.addMeshInstance(mesh, node);
    }
    BOOST_TEST(computeBounds(scene).maximum.x == 30.f);
    group.setEnabled(false);
    BOOST_TEST((computeBounds(scene) == Aabb{{1.f, 0.f, 0.f}, {2.f, 0.f, 0.f}}));
    std::vector<glm::vec3> positions;
    appendPosedPositions(scene, positions);
    BOOST_TEST((positions == std::vector<glm::vec3>{{1.f, 0.f, 0.f}, {2.f, 0.f, 0.f}}));
    BOOST_TEST(computeBounds(Scene()).isEmpty());
}

BOOST_AUTO_TEST_SUITE_END()
