#include <armature/mesh/bake_transform.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/scene/scene.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A triangle in the plane z = x, counter-clockwise when seen against its normal.
MeshDescription slope()
{
    Primitive primitive;
    primitive.positions = {{0, 0, 0}, {1, 0, 1}, {0, 1, 0}};
    primitive.normals.assign(3, glm::normalize(glm::vec3(-1, 0, 1)));
    primitive.tangents.assign(3, glm::vec4(glm::normalize(glm::vec3(1, 0, 1)), 1));
    primitive.indices = {0, 1, 2};
    primitive.morphTargets.push_back({{{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {}, {}});
    MeshDescription mesh;
    mesh.primitives.push_back(primitive);
    return mesh;
}

glm::vec3 faceNormal(const Primitive& primitive, std::size_t first = 0)
{
    const auto corner = [&](std::size_t i) { return primitive.positions[primitive.indices.at(first + i)]; };
    return glm::normalize(glm::cross(corner(1) - corner(0), corner(2) - corner(0)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bake)

// By hand: stretching z by three turns the normal (-1 0 1) into the direction (-3 0 1), and the tangent (1 0 1) into (1 0 3).
BOOST_AUTO_TEST_CASE(geometry_is_moved_and_normals_stay_perpendicular)
{
    Scene scene;
    TransformNode& parent = scene.createTransformNode("parent", nullptr, {{5, 0, 0}});
    const TransformNode& node = scene.createTransformNode("node", &parent, {{0, 1, 0}, glm::quat(1, 0, 0, 0), {1, 1, 3}});
    const MeshDescription baked = bakeTransformIntoVertices(slope(), node);
    const Primitive& primitive = baked.primitives.front();
    BOOST_TEST(near(primitive.positions[1], glm::vec3(6, 1, 3), 1e-6));
    BOOST_TEST(near(primitive.normals[1], glm::normalize(glm::vec3(-3, 0, 1)), 1e-6));
    BOOST_TEST(near(primitive.tangents[1], glm::vec4(glm::normalize(glm::vec3(1, 0, 3)), 1), 1e-6));
    BOOST_TEST(near(faceNormal(primitive), primitive.normals[0], 1e-6));
    BOOST_TEST(near(primitive.morphTargets[0].positions[0], glm::vec3(1, 0, 0), 1e-6));
    BOOST_TEST(near(bakeTransformIntoVertices(slope(), node, Space::Local).primitives[0].positions[1], glm::vec3(1, 1, 3), 1e-6));
    BOOST_TEST(near(bakeTransformIntoVertices(slope(), node, Space::Own).primitives[0].positions[1], glm::vec3(1, 0, 1), 0.));
}

BOOST_AUTO_TEST_CASE(a_mirror_turns_triangles_around_so_that_their_front_stays)
{
    Scene scene;
    const TransformNode& node = scene.createTransformNode("node", nullptr, {{0, 0, 0}, glm::quat(1, 0, 0, 0), {-1, 1, 1}});
    const Primitive indexed = bakeTransformIntoVertices(slope(), node).primitives.front();
    BOOST_TEST(near(indexed.normals[0], glm::normalize(glm::vec3(1, 0, 1)), 1e-6));
    BOOST_TEST(near(faceNormal(indexed), indexed.normals[0], 1e-6));
    BOOST_TEST(indexed.tangents[0].w == -1.f);

    MeshDescription loose = slope();
    loose.primitives[0].indices.clear();
    BOOST_TEST(near(faceNormal(bakeTransformIntoVertices(loose, node).primitives.front()), indexed.normals[0], 1e-6));

    MeshDescription strip = slope();
    strip.primitives[0].topology = PrimitiveTopology::TriangleStrip;
    const Primitive baked = bakeTransformIntoVertices(strip, node).primitives.front();
    BOOST_TEST(baked.indices.size() == 4u);  // the triangle is now the second one, whose winding strips reverse
    BOOST_TEST(near(faceNormal(baked, 1), -indexed.normals[0], 1e-6));

    MeshDescription fan = slope();
    fan.primitives[0].topology = PrimitiveTopology::TriangleFan;
    BOOST_TEST(near(faceNormal(bakeTransformIntoVertices(fan, node).primitives.front()), indexed.normals[0], 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
