#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>
#include <armature/text.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

#include "math/aligned_vector.hpp"
#include "skinning/dual_bodies.hpp"
#include "skinning/joint_bodies.hpp"
#include "skinning/kernels/joint_box_kernels.hpp"
#include "skinning/kernels/joint_corner_kernels.hpp"
#include "split_palette.hpp"

using namespace armature;
using armature::test::infinity;
using armature::test::notANumber;
using armature::test::Random;
using armature::test::reportExamined;
using armature::test::rounds;
using armature::test::SplitPalette;

namespace {

constexpr std::span<const Affine> none;  // no palette: all joints stand still

/// A random primitive. Some vertices have no weights, some name a joint twice, sums of weights are off by up to a percent, and some joints
/// are beyond the palette.
Primitive randomPrimitive(Random& random, std::size_t vertices, std::size_t influences, int joints, std::size_t targets)
{
    Primitive primitive;
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = influences;
    const glm::vec3 center = random.vector(-3.f, 3.f);
    const glm::vec3 size = random.vector(0.f, 1.f);
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        primitive.positions.push_back(center + size * random.vector(-1.f, 1.f));
        std::vector<float> weights(influences);
        float sum = 0.f;
        for (float& weight : weights) {
            weight = random.chance(0.3) ? 0.f : random.real(0.f, 1.f);
            sum += weight;
        }
        const float wanted = random.chance(0.5) ? 1.f : random.real(0.992f, 1.008f);
        const bool isMoved = sum > 0.f && !random.chance(0.05);
        for (const float weight : weights) {
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(random.integer(0, joints - 1)));
            primitive.skin.weights.push_back(isMoved ? weight / sum * wanted : 0.f);
        }
    }
    for (std::size_t target = 0; target < targets; ++target) {
        MorphTarget& morph = primitive.morphTargets.emplace_back();
        for (std::size_t vertex = 0; random.chance(0.8) && vertex < vertices; ++vertex) {
            morph.positions.push_back(random.chance(0.5) ? random.vector(-0.5f, 0.5f) : glm::vec3(0.f));
        }
        morph.positions.resize(morph.positions.empty() ? 0 : vertices);
    }
    return primitive;
}

std::shared_ptr<const Mesh> randomMesh(Random& random, int joints)
{
    MeshDescription description;
    const auto influences = static_cast<std::size_t>(random.integer(1, 8));
    const auto targets = static_cast<std::size_t>(random.chance(0.5) ? 0 : random.integer(1, 3));
    for (int i = random.integer(1, 2); i > 0; --i) {
        description.primitives.push_back(
            randomPrimitive(random, static_cast<std::size_t>(random.integer(1, 60)), influences, joints, targets));
    }
    description.morphWeights.assign(targets, 0.f);
    return Mesh::create(description);
}

/// A random matrix of one kind: rigid; near the others, as in a character; uneven or mirrored; sheared; far away; flat.
Affine randomMatrix(Random& random, int kind, const glm::quat& common)
{
    Transform transform{random.vector(-1.f, 1.f), random.rotation(), glm::vec3(1.f)};
    switch (kind) {
    case 0: return toAffine(transform);
    case 1:
        transform.rotation = glm::normalize(glm::slerp(common, transform.rotation, 0.3f));
        transform.translation *= 0.2f;
        return toAffine(transform);
    case 2: transform.scale = random.vector(-2.f, 2.f); return toAffine(transform);
    case 3:
        transform.scale = random.vector(-2.f, 2.f);
        return multiply(toAffine(transform), toAffine(Transform{glm::vec3(0.f), random.rotation(), random.vector(0.2f, 3.f)}));
    case 4: transform.translation *= 1e5f; return toAffine(transform);
    default: transform.scale = glm::vec3(random.real(0.f, 2.f), 0.f, random.real(0.f, 1.f)); return toAffine(transform);
    }
}

/// A random palette, sometimes with a number that is not finite, or so large that sums may overflow.
AlignedVector<Affine> randomPalette(Random& random)
{
    AlignedVector<Affine> palette;
    for (int i = 0; i < 20; ++i) {
        palette.push_back(randomMatrix(random, random.integer(0, 5), random.rotation()));
    }
    if (random.chance(0.3)) {
        constexpr float numbers[] = {infinity, notANumber, 1e25f, 1e37f, 3e38f};
        palette[static_cast<std::size_t>(random.integer(0, 19))][random.integer(0, 2)][random.integer(0, 3)] =
            numbers[random.integer(0, 4)];
    }
    return palette;
}

void fill(Random& random, float (&vectors)[3][bodyLanes])
{
    for (auto& component : vectors) {
        for (float& number : component) {
            number = random.real(-2.f, 2.f);
        }
    }
}

struct Posed {
    std::shared_ptr<const Mesh> mesh;
    std::vector<Affine> palette;
    std::vector<float> weights;
};

void pose(Random& random, int joints, Posed& out)
{
    const int kind = random.integer(0, 5);
    const glm::quat common = random.rotation();
    out.palette.clear();
    for (int i = random.chance(0.1) ? 1 : 0; i < joints; ++i) {
        out.palette.push_back(randomMatrix(random, kind, common));
    }
    out.weights.resize(out.mesh->getMorphWeights().size());
    for (float& weight : out.weights) {
        weight = random.chance(0.3) ? 0.f : random.real(-2.f, 2.f);
    }
}

/// Calls check(posed, bounds) for some poses of each of many random meshes, where bounds is the result of makeBounds(mesh).
template <class MakeBounds, class Check>
void forPosedMeshes(Random& random, int meshes, const MakeBounds& makeBounds, const Check& check)
{
    for (int i = 0; i < meshes; ++i) {
        const int joints = random.integer(1, 64);
        Posed posed{randomMesh(random, joints), {}, {}};
        const auto bounds = makeBounds(*posed.mesh);
        for (int j = 0; j < 8; ++j) {
            pose(random, joints, posed);
            check(posed, bounds);
        }
    }
}

JointBounds boundsOf(const Mesh& mesh)
{
    return JointBounds(mesh);
}

/// Returns blends of a random fineness, or of single joints if there would be too many.
std::vector<JointBlend> randomBlends(Random& random, const Mesh& mesh)
{
    const unsigned steps = 1u << static_cast<unsigned>(random.integer(0, 3));
    std::vector<JointBlend> blends = findBlends(mesh, steps, JointBodies::mostBlends);
    return blends.empty() ? findBlends(mesh, 1) : blends;
}

/// The number of vertices outside the box.
template <class Palette>
std::size_t countOutside(const Posed& posed, const Palette& palette, const Aabb& box, std::size_t& inOutVertices)
{
    std::size_t outside = 0;
    for (const Primitive& primitive : posed.mesh->primitives()) {
        std::vector<glm::vec3> places(primitive.positions.size());
        morphPositions(primitive, posed.weights, places);
        skinVertices({.positions = places}, primitive.skin, palette, {.positions = places});
        inOutVertices += places.size();
        for (const glm::vec3& place : places) {
            const bool isInside = glm::all(glm::greaterThanEqual(place, box.minimum)) && glm::all(glm::lessThanEqual(place, box.maximum));
            outside += isInside ? 0 : 1;
        }
    }
    return outside;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(joint_bounds)

// Compares the kernels for the processor's instruction set (ARMATURE_SIMD selects one) with plain C++.
BOOST_AUTO_TEST_CASE(corner_kernels_equal_their_reference)
{
    Random random(3);
    for (int round = 0; round < 400; ++round) {
        std::vector<CornerBlock> blocks(static_cast<std::size_t>(random.integer(1, 40)));
        for (CornerBlock& block : blocks) {
            fill(random, block.corners);
            block.joint = static_cast<std::uint32_t>(random.integer(0, 24));
        }
        const BodyLimits limits{glm::vec3(2.f), random.real(0.f, 0.1f), random.real(0.f, 0.1f)};
        const AlignedVector<Affine> palette = randomPalette(random);
        Aabb actual;
        Aabb expected;
        encloseCorners(blocks, limits, palette, actual);
        reference::encloseCorners(blocks, limits, palette, expected);
        BOOST_REQUIRE((actual == expected));
    }
}

BOOST_AUTO_TEST_CASE(box_kernels_equal_their_reference)
{
    Random random(4);
    for (int round = 0; round < 400; ++round) {
        std::vector<BoxBlock> blocks(static_cast<std::size_t>(random.integer(1, 20)));
        for (BoxBlock& block : blocks) {
            fill(random, block.center);
            for (auto& edge : block.edges) {
                fill(random, edge);
            }
            for (std::uint32_t& joint : block.joints) {
                joint = static_cast<std::uint32_t>(random.integer(0, 24));
            }
        }
        const BodyLimits limits{glm::vec3(8.f), random.real(0.f, 0.1f)};
        const AlignedVector<Affine> palette = randomPalette(random);
        Aabb actual;
        Aabb expected;
        encloseBoxes(blocks, limits, palette, actual);
        reference::encloseBoxes(blocks, limits, palette, expected);
        BOOST_REQUIRE((actual == expected));
    }
}

BOOST_AUTO_TEST_CASE(no_vertex_is_outside)
{
    Random random(21);
    std::size_t vertices = 0;
    forPosedMeshes(random, rounds(3'000), boundsOf, [&](const Posed& posed, const JointBounds& bounds) {
        const Aabb box = bounds.enclose(posed.palette, posed.weights);
        BOOST_REQUIRE_EQUAL(countOutside(posed, std::span<const Affine>(posed.palette), box, vertices), 0u);
    });
    reportExamined("vertices bounded", vertices);
}

BOOST_AUTO_TEST_CASE(no_vertex_is_outside_with_dual_quaternions)
{
    Random random(22);
    std::size_t vertices = 0;
    DualQuaternionPalette palette;
    forPosedMeshes(random, rounds(3'000), boundsOf, [&](const Posed& posed, const JointBounds& bounds) {
        palette.assign(posed.palette);
        BOOST_REQUIRE_EQUAL(countOutside(posed, palette, bounds.enclose(palette, posed.weights), vertices), 0u);
    });
    reportExamined("vertices bounded with dual quaternions", vertices);
}

// Most random meshes have so few vertices that JointBounds would skin them. Here they get bodies nevertheless, for joints and for blends of
// joints.
BOOST_AUTO_TEST_CASE(no_vertex_is_outside_bodies_of_blends)
{
    Random random(23);
    std::size_t vertices = 0;
    std::size_t blended = 0;
    const auto bodiesOf = [&](const Mesh& mesh) {
        const std::vector<JointBlend> blends = randomBlends(random, mesh);
        blended += std::ranges::any_of(blends, [](const JointBlend& blend) { return blend.parts.size() > 1; }) ? 1u : 0u;
        return JointBodies(mesh, blends);
    };
    forPosedMeshes(random, rounds(3'000), bodiesOf, [&](const Posed& posed, const JointBodies& bodies) {
        Aabb box;
        bodies.enclose(posed.palette, posed.weights, box);
        BOOST_REQUIRE_EQUAL(countOutside(posed, std::span<const Affine>(posed.palette), box, vertices), 0u);
    });
    BOOST_TEST(blended > static_cast<std::size_t>(rounds(3'000)) / 20);
    reportExamined("vertices in bodies of blends", vertices);
}

BOOST_AUTO_TEST_CASE(no_vertex_is_outside_bodies_for_dual_quaternions)
{
    Random random(24);
    std::size_t vertices = 0;
    DualQuaternionPalette palette;
    const auto bodiesOf = [&](const Mesh& mesh) { return DualBodies(mesh, randomBlends(random, mesh)); };
    forPosedMeshes(random, rounds(3'000), bodiesOf, [&](const Posed& posed, const DualBodies& bodies) {
        palette.assign(posed.palette);
        const SplitPalette split(posed.palette);
        Aabb box;
        bodies.enclose(posed.palette, split.stretches, split.motions, posed.weights, box);
        BOOST_REQUIRE_EQUAL(countOutside(posed, palette, box, vertices), 0u);
    });
    reportExamined("vertices in bodies for dual quaternions", vertices);
}

// Expected: the definition of a mean.
BOOST_AUTO_TEST_CASE(weights_are_means_of_blends)
{
    Random random(25);
    std::size_t examined = 0;
    for (int round = 0; round < rounds(300); ++round) {
        const auto mesh = randomMesh(random, random.integer(1, 20));
        for (const unsigned steps : {1u, 2u, 4u, 8u}) {
            std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::uint32_t, double>> weights;
            std::map<std::pair<std::uint32_t, std::uint32_t>, double> shares;
            for (const JointBlend& blend : findBlends(*mesh, steps)) {
                for (const BlendPart& part : blend.parts) {
                    const float inSteps = part.weight * static_cast<float>(steps);
                    BOOST_TEST(inSteps == std::round(inSteps));
                    for (const BlendedVertex& vertex : blend.vertices) {
                        weights[{vertex.primitive, vertex.vertex}][part.joint] += vertex.share * static_cast<double>(part.weight);
                    }
                }
                for (const BlendedVertex& vertex : blend.vertices) {
                    shares[{vertex.primitive, vertex.vertex}] += vertex.share;
                }
            }
            for (const auto& [vertex, joints] : weights) {
                const SkinWeights& skin = mesh->primitives()[vertex.first].skin;
                std::map<std::uint32_t, double> expected;
                double sum = 0.;
                for (std::size_t i = vertex.second * skin.influencesPerVertex; i < (vertex.second + 1) * skin.influencesPerVertex; ++i) {
                    sum += static_cast<double>(skin.weights[i]);
                    if (skin.weights[i] != 0.f) {
                        expected[skin.joints[i]] += static_cast<double>(skin.weights[i]);
                    }
                }
                BOOST_TEST(std::abs(shares[vertex] - 1.) < 1e-9);
                BOOST_REQUIRE_EQUAL(joints.size(), std::max<std::size_t>(expected.size(), 1));
                for (const auto& [joint, weight] : expected) {
                    BOOST_REQUIRE(joints.contains(joint));
                    BOOST_TEST(std::abs(joints.at(joint) - weight / sum) < 1e-6);
                }
                ++examined;
            }
        }
    }
    reportExamined("means of blends", examined);
}

// By hand: a cube of edge 2 turned by 45 degrees, and two joints that move apart.
BOOST_AUTO_TEST_CASE(boxes_follow_their_joints)
{
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = 1;
    for (int corner = 0; corner < 8; ++corner) {
        primitive.positions.emplace_back(corner & 1 ? 1.f : -1.f, corner & 2 ? 1.f : -1.f, corner & 4 ? 1.f : -1.f);
        primitive.skin.joints.push_back(corner & 1);
        primitive.skin.weights.push_back(1.f);
    }
    const auto mesh = Mesh::create(description);
    const JointBounds bounds(*mesh);
    BOOST_TEST(bounds.jointCount() == 2u);
    const auto isNear = [](const Aabb& box, const glm::vec3& low, const glm::vec3& high) {
        return test::near(box.minimum, low, 1e-4) && test::near(box.maximum, high, 1e-4);
    };
    const Affine still = identityAffine();
    BOOST_TEST(isNear(bounds.enclose(std::vector{still, still}), glm::vec3(-1.f), glm::vec3(1.f)));
    const Affine turned = toAffine(Transform{.rotation = glm::angleAxis(glm::radians(45.f), glm::vec3(1.f, 0.f, 0.f))});
    const float root = std::sqrt(2.f);
    BOOST_TEST(isNear(bounds.enclose(std::vector{turned, still}), {-1.f, -root, -root}, {1.f, root, root}));
    const Affine moved = toAffine(Transform{.translation = {5.f, 0.f, 0.f}});
    BOOST_TEST(isNear(bounds.enclose(std::vector{still, moved}), {-1.f, -1.f, -1.f}, {6.f, 1.f, 1.f}));
    BOOST_TEST(isNear(bounds.enclose(none), glm::vec3(-1.f), glm::vec3(1.f)));
    DualQuaternionPalette dual;
    dual.assign(std::vector{turned, moved});
    BOOST_TEST(isNear(bounds.enclose(dual), {-1.f, -root, -root}, {6.f, root, root}));
}

// Small meshes have the smallest box, whether they are skinned or have bodies: single points, boxes, blends, weights that do not sum to 1.
BOOST_AUTO_TEST_CASE(boxes_around_small_meshes_are_the_smallest)
{
    Random random(77);
    std::size_t boxes = 0;
    for (int i = 0; i < rounds(1'000); ++i) {
        const int joints = random.integer(1, 12);
        MeshDescription description;
        Primitive primitive = randomPrimitive(random, static_cast<std::size_t>(random.integer(1, 60)),
                                              static_cast<std::size_t>(random.integer(1, 2)), joints, 0);
        Aabb bind;
        for (const glm::vec3& position : primitive.positions) {
            bind.extend(position);
        }
        if (random.chance(0.3)) {  // every vertex in a corner
            for (glm::vec3& position : primitive.positions) {
                position = glm::mix(bind.minimum, bind.maximum, glm::greaterThan(position, bind.getCenter()));
            }
        }
        description.primitives.push_back(std::move(primitive));
        Posed posed{Mesh::create(description), {}, {}};
        const JointBounds bounds(*posed.mesh);
        for (int j = 0; j < 4; ++j) {
            posed.palette.clear();
            const int kind = random.integer(0, 3);
            for (int joint = 0; joint < joints; ++joint) {
                posed.palette.push_back(randomMatrix(random, kind, random.rotation()));
            }
            const Aabb box = bounds.enclose(posed.palette);
            Aabb smallest;
            const Primitive& moved = posed.mesh->primitives().front();
            std::vector<glm::vec3> places = moved.positions;
            skinVertices({.positions = places}, moved.skin, posed.palette, {.positions = places});
            std::ranges::for_each(places, [&](const glm::vec3& place) { smallest.extend(place); });
            const glm::vec3 excess = glm::max(smallest.minimum - box.minimum, box.maximum - smallest.maximum);
            BOOST_REQUIRE(std::max({excess.x, excess.y, excess.z}) < 0.006f * glm::length(bind.getSize()) + 2e-4f);
            ++boxes;
        }
    }
    reportExamined("smallest boxes", boxes);
}

// A ball of radius 1. Without cutting, a corner of its box, sqrt(3) from the middle, could point along x.
BOOST_AUTO_TEST_CASE(corners_where_nothing_is_are_cut_off)
{
    Random random(9);
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = 1;
    for (int i = 0; i < 2000; ++i) {
        primitive.positions.push_back(random.rotation() * glm::vec3(1.f, 0.f, 0.f));
        primitive.skin.joints.push_back(0);
        primitive.skin.weights.push_back(1.f);
    }
    const JointBounds bounds(*Mesh::create(description));
    for (int i = 0; i < 100; ++i) {
        const Aabb box = bounds.enclose(std::vector{toAffine(Transform{.rotation = random.rotation()})});
        const glm::vec3 half = 0.5f * (box.maximum - box.minimum);
        BOOST_TEST(std::max({half.x, half.y, half.z}) < 1.2f);
        BOOST_TEST(std::min({half.x, half.y, half.z}) > 0.99f);
    }
}

BOOST_AUTO_TEST_CASE(morph_targets_widen_the_box)
{
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}};
    primitive.morphTargets = {{.positions = {{0.f, 0.f, 0.f}, {0.f, 3.f, 0.f}}, .normals = {}, .tangents = {}}};
    description.morphWeights = {0.f};
    const JointBounds bounds(*Mesh::create(description));
    BOOST_TEST(bounds.jointCount() == 1u);
    BOOST_TEST(test::near(bounds.enclose(none).maximum, glm::vec3(1.f, 0.f, 0.f), 1e-4));
    BOOST_TEST(test::near(bounds.enclose(none, std::vector{2.f}).maximum, glm::vec3(1.f, 6.f, 0.f), 1e-4));
    BOOST_TEST(test::near(bounds.enclose(none, std::vector{-1.f}).minimum, glm::vec3(0.f, -3.f, 0.f), 1e-4));
    const Aabb unknown = bounds.enclose(none, std::vector{std::nanf("")});
    BOOST_TEST((unknown == Aabb{glm::vec3(-infinity), glm::vec3(infinity)}));
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_everywhere_and_nothing_is_empty)
{
    Random random(5);
    const auto mesh = randomMesh(random, 6);
    const JointBounds bounds(*mesh);
    for (const float bad : {infinity, -infinity, std::nanf("")}) {
        std::vector<Affine> palette(6, identityAffine());
        for (Affine& matrix : palette) {
            matrix[2][3] = bad;
        }
        BOOST_TEST((bounds.enclose(palette) == Aabb{glm::vec3(-infinity), glm::vec3(infinity)}));
    }
    BOOST_TEST(JointBounds().enclose(none).isEmpty());
    BOOST_TEST(JointBounds().enclose(DualQuaternionPalette()).isEmpty());
    BOOST_TEST(JointBounds(*Mesh::create({})).enclose(none).isEmpty());
    BOOST_TEST(JointBounds(*Mesh::create({})).jointCount() == 0u);
}

BOOST_AUTO_TEST_CASE(enclosing_does_not_allocate)
{
    Random random(8);
    DualQuaternionPalette palette;
    forPosedMeshes(random, 10, boundsOf, [&](const Posed& posed, const JointBounds& bounds) {
        palette.assign(posed.palette);
        const test::AllocationCount count;
        static_cast<void>(bounds.enclose(posed.palette, posed.weights));
        static_cast<void>(bounds.enclose(palette, posed.weights));
        BOOST_TEST(count.sinceConstruction() == 0u);
    });
}

BOOST_AUTO_TEST_SUITE_END()
