#include <limits>

#include <armature/skinning/cpu_skinning.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using armature::test::near;
using armature::test::Random;

namespace {

Affine translation(float x, float y, float z)
{
    return toAffine(Transform{.translation = {x, y, z}});
}

glm::dmat4 toDouble(const Affine& affine)
{
    return toDmat4(affine);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cpu_skinning)

// By hand: half of +2 and half of -1 along x is +0.5.
BOOST_AUTO_TEST_CASE(positions_are_the_weighted_mean_of_where_the_bones_put_them)
{
    const std::vector<Affine> palette{translation(2.f, 0.f, 0.f), translation(-1.f, 0.f, 0.f)};
    const SkinWeights skin{.influencesPerVertex = 2, .joints = {0, 1, 1, 0}, .weights = {0.5f, 0.5f, 1.f, 0.f}};
    const std::vector<glm::vec3> positions{{0.f, 1.f, 2.f}, {0.f, 1.f, 2.f}};
    std::vector<glm::vec3> posed(2);
    skinVertices({.positions = positions}, skin, palette, {.positions = posed});
    BOOST_TEST((posed[0] == glm::vec3(0.5f, 1.f, 2.f)));
    BOOST_TEST((posed[1] == glm::vec3(-1.f, 1.f, 2.f)));
}

BOOST_AUTO_TEST_CASE(input_and_output_may_be_the_same_memory)
{
    const std::vector<Affine> palette{translation(1.f, 2.f, 3.f)};
    const SkinWeights skin{.influencesPerVertex = 1, .joints = {0, 0}, .weights = {1.f, 1.f}};
    std::vector<glm::vec3> positions{{0.f, 0.f, 0.f}, {1.f, 1.f, 1.f}};
    skinVertices({.positions = positions}, skin, palette, {.positions = positions});
    BOOST_TEST((positions[0] == glm::vec3(1.f, 2.f, 3.f)));
    BOOST_TEST((positions[1] == glm::vec3(2.f, 3.f, 4.f)));
}

BOOST_AUTO_TEST_CASE(vertices_without_weights_and_joints_without_bones_stay)
{
    const std::vector<Affine> palette{translation(5.f, 0.f, 0.f)};
    const SkinWeights skin{.influencesPerVertex = 1, .joints = {0, 7}, .weights = {0.f, 1.f}};
    std::vector<glm::vec3> positions{{1.f, 2.f, 3.f}, {4.f, 5.f, 6.f}};
    skinVertices({.positions = positions}, skin, palette, {.positions = positions});
    BOOST_TEST((positions[0] == glm::vec3(1.f, 2.f, 3.f)));
    BOOST_TEST((positions[1] == glm::vec3(4.f, 5.f, 6.f)));
    std::vector<glm::vec3> unskinned(2);
    skinVertices({.positions = positions}, SkinWeights{}, palette, {.positions = unskinned});
    BOOST_TEST((unskinned == positions));
}

// Expected values in double, from the definitions: the weighted sum of matrices, and its inverse transpose for normals.
BOOST_AUTO_TEST_CASE(positions_and_normals_equal_double_precision)
{
    Random random(1);
    for (const std::size_t influences : {1u, 4u, 8u, 13u}) {
        std::vector<Affine> palette;
        for (int bone = 0; bone < 50; ++bone) {
            Transform transform;
            transform.translation = random.vector(-1.f, 1.f);
            transform.rotation = glm::slerp(glm::quat(1, 0, 0, 0), random.rotation(), 0.35f);
            transform.scale = {random.real(0.5f, 2.f), random.real(0.5f, 2.f), random.real(0.5f, 2.f)};
            palette.push_back(toAffine(transform));
        }
        SkinWeights skin{.influencesPerVertex = influences, .joints = {}, .weights = {}};
        std::vector<glm::vec3> positions;
        std::vector<glm::vec3> normals;
        for (int vertex = 0; vertex < 500; ++vertex) {
            positions.push_back(random.vector(-1.f, 1.f));
            normals.push_back(random.direction());
            for (std::size_t i = 0; i < influences; ++i) {
                skin.joints.push_back(static_cast<std::uint16_t>(random.integer(0, 49)));
                skin.weights.push_back(1.f / static_cast<float>(influences));
            }
        }
        std::vector<glm::vec3> posed(positions.size());
        std::vector<glm::vec3> posedNormals(normals.size());
        skinVertices({.positions = positions}, skin, palette, {.positions = posed});
        skinVertices({.normals = normals}, skin, palette, {.normals = posedNormals});
        for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
            glm::dmat4 sum(0.);
            for (std::size_t i = vertex * influences; i < (vertex + 1) * influences; ++i) {
                sum += static_cast<double>(skin.weights[i]) * toDouble(palette[skin.joints[i]]);
            }
            const glm::dvec3 position(sum * glm::dvec4(glm::dvec3(positions[vertex]), 1.));
            const glm::dvec3 normal = glm::normalize(glm::transpose(glm::inverse(glm::dmat3(sum))) * glm::dvec3(normals[vertex]));
            BOOST_REQUIRE(near(posed[vertex], position, 1e-6));
            BOOST_REQUIRE(near(posedNormals[vertex], normal, 2e-6));
        }
    }
}

BOOST_AUTO_TEST_CASE(normals_stay_perpendicular_to_the_surface_under_shear_and_mirroring)
{
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        Affine map(0.f);
        for (glm::length_t row = 0; row < 3; ++row) {
            map[row] = glm::vec4(random.vector(-1.f, 1.f), random.real(-1.f, 1.f));
        }
        if (std::abs(determinant(map)) < 0.05) {
            continue;
        }
        const glm::vec3 along = random.direction();
        const glm::vec3 across = glm::normalize(glm::cross(along, random.direction()));
        const glm::vec3 normal = glm::cross(along, across);
        const glm::vec3 turned = transformNormal(map, normal);
        BOOST_REQUIRE_CLOSE(glm::length(turned), 1.f, 1e-3);
        BOOST_REQUIRE_SMALL(glm::dot(turned, transformVector(map, along)), 1e-5f);
        BOOST_REQUIRE_SMALL(glm::dot(turned, transformVector(map, across)), 1e-5f);
        // Outwards stays outwards: a point on the normal's side stays on that side.
        BOOST_REQUIRE(glm::dot(turned, transformVector(map, normal)) > 0.f);
    }
}

BOOST_AUTO_TEST_CASE(normals_survive_scales_far_from_one)
{
    for (const float scale : {1e-15f, 1e-9f, 1e9f}) {
        const Affine map = toAffine(Transform{.scale = glm::vec3(scale)});
        BOOST_TEST(near(transformNormal(map, {0.f, 0.6f, 0.8f}), glm::vec3(0.f, 0.6f, 0.8f), 1e-6));
    }
    BOOST_TEST((transformNormal(toAffine(Transform{.scale = glm::vec3(0.f)}), {0.f, 1.f, 0.f}) == glm::vec3(0.f)));
}

BOOST_AUTO_TEST_CASE(normals_that_are_not_finite_become_zero)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinite = std::numeric_limits<float>::infinity();
    const std::vector<Affine> palette{translation(1.f, 0.f, 0.f)};
    const SkinWeights skin{.influencesPerVertex = 1, .joints = {0, 0, 0, 0}, .weights = {1.f, 1.f, 1.f, 1.f}};
    const std::vector<glm::vec3> positions(4, glm::vec3(0.f));
    const std::vector<glm::vec3> normals{{nan, 0.f, 1.f}, {0.f, nan, 1.f}, {1.f, 0.f, infinite}, {0.f, 0.f, 2.f}};
    std::vector<glm::vec3> posed(4);
    std::vector<glm::vec3> turned(4);
    skinVertices({.positions = positions, .normals = normals}, skin, palette, {.positions = posed, .normals = turned});
    BOOST_TEST((turned[0] == glm::vec3(0.f)));
    BOOST_TEST((turned[1] == glm::vec3(0.f)));
    BOOST_TEST((turned[2] == glm::vec3(0.f)));
    BOOST_TEST((turned[3] == glm::vec3(0.f, 0.f, 1.f)));
}

// By hand: 0.5 * (2, 0, 0) + 2 * (0, 1, 0), added to (1, 1, 1).
BOOST_AUTO_TEST_CASE(morph_targets_add_up)
{
    Primitive primitive;
    primitive.positions = {{1.f, 1.f, 1.f}};
    primitive.normals = {{0.f, 0.f, 1.f}};
    primitive.morphTargets = {{.positions = {{2.f, 0.f, 0.f}}, .normals = {}, .tangents = {}},
                              {.positions = {{0.f, 1.f, 0.f}}, .normals = {{0.f, 1.f, 0.f}}, .tangents = {}},
                              {.positions = {{9.f, 9.f, 9.f}}, .normals = {}, .tangents = {}}};
    std::vector<glm::vec3> positions(1);
    std::vector<glm::vec3> normals(1);
    morphPositions(primitive, std::vector<float>{0.5f, 2.f}, positions);
    morphNormals(primitive, std::vector<float>{0.5f, 1.f}, normals);
    BOOST_TEST((positions[0] == glm::vec3(2.f, 3.f, 1.f)));
    BOOST_TEST(near(normals[0], glm::vec3(0.f, std::sqrt(0.5f), std::sqrt(0.5f)), 1e-6));
}

// By hand: half the weight on a bone at rest, half on one turned by a quarter about Z. Linear blending puts (1 0 0) at (0.5 0.5 0); dual
// quaternions turn it by an eighth of a turn, to (0.7071 0.7071 0). A quarter of the way between the two is (0.55178 0.55178 0). Directions
// are (1 1 0) / sqrt(2) in either case.
BOOST_AUTO_TEST_CASE(shares_of_dual_quaternions_go_from_linear_to_dual)
{
    const std::array palette{translation(0.f, 0.f, 0.f),
                             toAffine(Transform{.rotation = glm::angleAxis(glm::half_pi<float>(), glm::vec3(0.f, 0.f, 1.f))})};
    SkinWeights skin{.influencesPerVertex = 2, .joints = {0, 1, 0, 1, 0, 1}, .weights = {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f}};
    const std::vector<glm::vec3> bound(3, glm::vec3(1.f, 0.f, 0.f));
    const std::vector<glm::vec4> boundTangents(3, glm::vec4(1.f, 0.f, 0.f, -1.f));
    const auto skinned = [&] {
        std::vector<glm::vec3> positions = bound;
        std::vector<glm::vec3> normals = bound;
        std::vector<glm::vec4> tangents = boundTangents;
        skinVerticesAsAsked({positions, normals, tangents}, skin, palette, {positions, normals, tangents});
        for (std::size_t vertex = 0; vertex < 3; ++vertex) {
            BOOST_TEST(near(normals[vertex], glm::vec3(0.707107f, 0.707107f, 0.f), 1e-5));
            BOOST_TEST((glm::distance(tangents[vertex], glm::vec4(0.707107f, 0.707107f, 0.f, -1.f)) < 1e-5f));
        }
        return positions;
    };
    for (const glm::vec3& linear : skinned()) {
        BOOST_TEST(near(linear, glm::vec3(0.5f, 0.5f, 0.f), 1e-5));
    }
    skin.dualQuaternionShares = {0.f, 1.f, 0.25f};
    const auto mixed = skinned();
    BOOST_TEST(near(mixed[0], glm::vec3(0.5f, 0.5f, 0.f), 1e-5));
    BOOST_TEST(near(mixed[1], glm::vec3(0.707107f, 0.707107f, 0.f), 1e-5));
    BOOST_TEST(near(mixed[2], glm::vec3(0.551777f, 0.551777f, 0.f), 1e-5));
}

BOOST_AUTO_TEST_SUITE_END()
