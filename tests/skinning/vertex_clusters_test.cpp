#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <armature/mesh/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

#include "math/aligned_vector.hpp"
#include "skinning/kernels/cluster_kernels.hpp"
#include "skinning/vertex_clusters.hpp"
#include "split_palette.hpp"

using namespace armature;
using armature::test::infinity;
using armature::test::notANumber;
using armature::test::Random;
using armature::test::reportExamined;
using armature::test::rounds;
using armature::test::SplitPalette;

namespace {

enum class Posture { Bent, Turned, Stretched, Far, Flat };
constexpr Posture postures[] = {Posture::Bent, Posture::Bent, Posture::Turned, Posture::Stretched, Posture::Far, Posture::Flat};

/// A limb with its joints' matrices.
struct Limb {
    std::shared_ptr<const Mesh> mesh;
    AlignedVector<Affine> palette;
    std::vector<float> weights;
};

constexpr std::size_t perVertex = 4;

/// Gives a vertex up to four joints, by how near they are.
void addWeights(Random& random, const glm::vec3& position, std::span<const glm::vec3> centers, float softness, Primitive& out)
{
    std::vector<std::pair<float, std::uint16_t>> near;
    for (std::uint16_t joint = 0; joint < centers.size(); ++joint) {
        near.emplace_back(glm::length(position - centers[joint]), joint);
    }
    std::ranges::sort(near);
    std::array<float, perVertex> weights{};
    float sum = 0.f;
    for (std::size_t i = 0; i < std::min(perVertex, near.size()); ++i) {
        weights[i] = std::max(0.f, 1.f - (near[i].first - near[0].first) / softness) * random.real(0.9f, 1.f);
        sum += weights[i];
    }
    const float wanted = random.chance(0.8) ? 1.f : random.real(0.992f, 1.008f);
    for (std::size_t i = 0; i < perVertex; ++i) {
        out.skin.joints.push_back(near[std::min(i, near.size() - 1)].second);
        out.skin.weights.push_back(weights[i] / sum * wanted);
    }
}

/// A row of joints along a random path, with vertices around it.
std::shared_ptr<const Mesh> limbMesh(Random& random, std::vector<glm::vec3>& outCenters)
{
    MeshDescription description;
    const auto targets = static_cast<std::size_t>(random.chance(0.7) ? 0 : 2);
    glm::vec3 center = random.vector(-1.f, 1.f);
    outCenters.clear();
    for (int joints = random.integer(1, 10); joints > 0; --joints) {
        outCenters.push_back(center);
        center += 0.3f * random.direction() + glm::vec3(0.2f, 0.f, 0.f);
    }
    const float softness = random.pick(std::to_array({0.01f, 0.2f, 0.5f}));
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = perVertex;
    for (int vertices = random.integer(330, 1200); vertices > 0; --vertices) {
        const glm::vec3 position = random.pick(outCenters) + 0.15f * random.direction() + 0.1f * random.vector(-1.f, 1.f);
        primitive.positions.push_back(position);
        addWeights(random, position, outCenters, softness, primitive);
    }
    for (std::size_t target = 0; target < targets; ++target) {
        MorphTarget& morph = primitive.morphTargets.emplace_back();
        for (std::size_t i = 0; i < primitive.positions.size(); ++i) {
            morph.positions.push_back(primitive.positions[i].x > 0.5f ? random.vector(-0.2f, 0.2f) : glm::vec3(0.f));
        }
    }
    description.morphWeights.assign(targets, 0.f);
    return Mesh::create(description);
}

/// Turns each joint about its centre, after the joint before it.
void bendLimb(Random& random, Posture kind, std::span<const glm::vec3> centers, Limb& out)
{
    out.palette.clear();
    Affine before = toAffine(Transform{random.vector(-1.f, 1.f), random.rotation(), glm::vec3(1.f)});
    const float most = kind == Posture::Turned ? 3.1f : 1.f;
    for (const glm::vec3& center : centers) {
        Transform turn{center, glm::angleAxis(random.real(-most, most), random.direction()), glm::vec3(1.f)};
        if (kind == Posture::Stretched) {
            turn.scale = random.chance(0.3) ? random.vector(0.7f, 1.3f) : glm::vec3(random.chance(0.1) ? -1.f : 1.1f);
        } else if (kind == Posture::Far) {
            turn.translation += random.vector(-3.f, 3.f);
        } else if (kind == Posture::Flat && random.chance(0.3)) {
            turn.scale.y = 0.f;
        }
        out.palette.push_back(multiply(before, multiply(toAffine(turn), toAffine(Transform{.translation = -center}))));
        before = kind == Posture::Stretched || kind == Posture::Flat ? before : out.palette.back();
    }
    if (random.chance(0.1)) {
        out.palette.pop_back();  // the last joint stands still
    }
    out.weights.clear();
    for (std::size_t i = 0; i < out.mesh->getMorphWeights().size(); ++i) {
        out.weights.push_back(random.chance(0.3) ? 0.f : random.real(-2.f, 2.f));
    }
}

/// Calls check(limb, clusters) for some poses of many limbs.
template <class Check>
void forLimbs(Random& random, int count, const Check& check)
{
    for (int i = 0; i < count; ++i) {
        std::vector<glm::vec3> centers;
        Limb limb{limbMesh(random, centers), {}, {}};
        const VertexClusters clusters(*limb.mesh);
        for (const Posture kind : postures) {
            bendLimb(random, kind, centers, limb);
            check(limb, clusters, kind);
        }
    }
}

// --- an independent computation in double --------------------------------------------------------------------------

using Numbers = std::array<double, 8>;  // of a dual quaternion, x y z w each

glm::dquat quaternionOf(const Numbers& numbers, std::size_t first)
{
    return {numbers[first + 3], numbers[first], numbers[first + 1], numbers[first + 2]};
}

/// Blends as skinVertices() does, but in double: the stretches as matrices, then the motions in the hemisphere of the heaviest joint.
glm::dvec3 skinInDouble(const Limb& limb, const SplitPalette& split, std::size_t vertex)
{
    const Primitive& primitive = limb.mesh->primitives()[0];
    const float* const weights = &primitive.skin.weights[vertex * perVertex];
    const std::uint16_t* const joints = &primitive.skin.joints[vertex * perVertex];
    const std::uint16_t heaviest = joints[std::max_element(weights, weights + perVertex) - weights];
    glm::dvec3 morphed(primitive.positions[vertex]);
    for (std::size_t target = 0; target < primitive.morphTargets.size(); ++target) {
        morphed += static_cast<double>(limb.weights[target]) * glm::dvec3(primitive.morphTargets[target].positions[vertex]);
    }
    const auto motionOf = [&](std::uint16_t joint) {
        Numbers numbers{0., 0., 0., 1.};
        for (std::size_t i = 0; i < 4 && joint < split.motions.size(); ++i) {
            numbers[i] = static_cast<double>(split.motions[joint].real[i]);
            numbers[i + 4] = static_cast<double>(split.motions[joint].dual[i]);
        }
        return numbers;
    };
    const Numbers guide = motionOf(heaviest);
    Numbers sum{};
    glm::dvec3 place(0.);
    for (std::size_t i = 0; i < perVertex; ++i) {
        const auto weight = static_cast<double>(weights[i]);
        const Affine stretch = joints[i] < split.stretches.size() ? split.stretches[joints[i]] : identityAffine();
        for (int row = 0; row < 3; ++row) {
            place[row] += weight * glm::dot(glm::dvec3(stretch[row]), morphed);
        }
        const Numbers motion = motionOf(joints[i]);
        const double cosine = glm::dot(quaternionOf(guide, 0), quaternionOf(motion, 0));
        for (std::size_t j = 0; j < 8; ++j) {
            sum[j] += (cosine < 0. ? -weight : weight) * motion[j];
        }
    }
    const double length = glm::length(quaternionOf(sum, 0));
    const glm::dquat real = quaternionOf(sum, 0) / length;
    const glm::dquat shift = 2. * (quaternionOf(sum, 4) / length) * glm::conjugate(real);
    return real * place + glm::dvec3(shift.x, shift.y, shift.z);
}

struct DoubleBox {
    glm::dvec3 low{static_cast<double>(infinity)};
    glm::dvec3 high{-static_cast<double>(infinity)};
};

DoubleBox skinAll(const Limb& limb)
{
    const SplitPalette split(limb.palette);
    DoubleBox box;
    for (std::size_t vertex = 0; vertex < limb.mesh->primitives()[0].positions.size(); ++vertex) {
        const glm::dvec3 place = skinInDouble(limb, split, vertex);
        box.low = glm::min(box.low, place);
        box.high = glm::max(box.high, place);
    }
    return box;
}

Aabb enclose(const VertexClusters& clusters, const Limb& limb)
{
    const SplitPalette split(limb.palette);
    Aabb box;
    clusters.enclose({limb.palette, split.stretches, split.motions}, limb.weights, box);
    return box;
}

/// A vertex that two to four joints move, each turned and stretched at will. The first is its guide.
struct OneVertex {
    explicit OneVertex(Random& random)
    {
        MeshDescription description;
        Primitive& primitive = description.primitives.emplace_back();
        primitive.topology = PrimitiveTopology::Points;
        primitive.positions.push_back(random.vector(-1.f, 1.f));
        primitive.skin.influencesPerVertex = perVertex;
        const int joints = random.integer(2, static_cast<int>(perVertex));
        const float most = random.pick(std::to_array({0.2f, 1.f, 3.14f}));
        const float stretch = random.pick(std::to_array({0.f, 0.f, 0.3f}));
        const glm::vec3 common = random.direction();
        const glm::vec3 center = primitive.positions[0] + 0.2f * random.vector(-1.f, 1.f);
        std::array<float, perVertex> weights{1.01f};
        for (int i = 1; i < joints; ++i) {
            weights[static_cast<std::size_t>(i)] = random.real(0.1f, 1.f);
        }
        const float sum = weights[0] + weights[1] + weights[2] + weights[3];
        for (std::uint16_t i = 0; i < perVertex; ++i) {
            primitive.skin.joints.push_back(i);
            primitive.skin.weights.push_back(weights[i] / sum);
            const glm::quat turn = glm::angleAxis(random.real(-most, most), random.chance(0.5) ? common : random.direction());
            const Transform about{center, random.chance(0.5) ? -turn : turn, glm::vec3(1.f) + stretch * random.vector(-1.f, 1.f)};
            limb.palette.push_back(multiply(toAffine(about), toAffine(Transform{.translation = -center})));
        }
        limb.mesh = Mesh::create(description);
    }

    /// The bounds of the guide and of a cluster.
    [[nodiscard]] std::array<GroupBounds, 2> bounds() const
    {
        const Primitive& primitive = limb.mesh->primitives()[0];
        const SplitPalette split(limb.palette);
        GuideBlock block;
        ClusterBlock cluster;
        std::vector<Partners> partners(perVertex - 1);
        std::vector<ClusterPartner> clusterPartners(perVertex - 1);
        const float rest = 1.f - primitive.skin.weights[0];
        for (VertexGroups* groups : {&block.vertices, &cluster.vertices}) {
            for (int axis = 0; axis < 3; ++axis) {
                groups->center[axis][0] = primitive.positions[0][axis];
            }
            groups->farthest[0] = glm::length(primitive.positions[0]);
            groups->heaviest[0] = 1.f - rest;
            groups->mostShare[0] = 1.f;
            groups->mostShares[0] = static_cast<float>(perVertex - 1);
        }
        block.partnerCount = cluster.partnerCount = partners.size();
        for (std::uint32_t i = 0; i < partners.size(); ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                partners[i].pivot[axis][0] = primitive.positions[0][axis];
            }
            const float weight = primitive.skin.weights[i + 1];
            partners[i].weight[0] = weight;
            partners[i].joints[0] = weight == 0.f ? 0 : i + 1;
            clusterPartners[i].mean[0] = weight;
            clusterPartners[i].product[0] = weight * (1.f - weight);
            clusterPartners[i].partner = i;
        }
        std::array<GroupBounds, 2> all;
        std::array<GuidePose, 1> pose;
        boundGuides({&block, 1}, partners, {limb.palette, split.stretches}, {}, nullptr, std::span(all).first(1), pose);
        Guide guide{.matrix = &limb.palette[0][0].x,
                    .isOfTwo = primitive.skin.weights[2] == 0.f,
                    .sum = pose[0].sum[0],
                    .most = pose[0].most[0],
                    .square = pose[0].square[0],
                    .off = pose[0].off[0],
                    .scale = pose[0].scale[0]};
        std::vector<PartnerPose> poses;
        for (const Partners& partner : partners) {
            poses.push_back(
                poseOf({{partner.pivot[0][0], partner.pivot[1][0], partner.pivot[2][0]}, partner.joints[0]}, guide, limb.palette));
        }
        guide.partners = poses;
        boundGroups(cluster, clusterPartners, guide, nullptr, all[1]);
        return all;
    }

    Limb limb;
};

// --- random blocks for the kernels -------------------------------------------------------------------------------------

template <std::size_t Count>
void fillRandom(Random& random, float low, float high, float (&numbers)[Count])
{
    for (float& number : numbers) {
        number = random.chance(0.05) ? 0.f : random.real(low, high);
    }
}

void fillRandom(Random& random, VertexGroups& out)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        fillRandom(random, -2.f, 2.f, out.center[axis]);
        fillRandom(random, 0.f, 1.f, out.half[axis]);
    }
    fillRandom(random, 0.f, 1.f, out.radius);
    fillRandom(random, 0.f, 3.f, out.farthest);
    fillRandom(random, 0.f, 2.f, out.mostShare);
    fillRandom(random, 0.f, 4.f, out.mostShares);
    for (float& heaviest : out.heaviest) {
        heaviest = random.real(0.1f, 1.f);
    }
}

struct RandomPalette {
    explicit RandomPalette(Random& random)
    {
        const bool isEven = random.chance(0.5);
        for (int i = 0; i < 20; ++i) {
            Transform transform{random.vector(-1.f, 1.f), random.rotation(), glm::vec3(1.f)};
            transform.translation *= random.chance(0.1) ? 1e6f : 1.f;
            if (random.chance(0.5)) {
                transform.rotation = glm::angleAxis(random.real(0.f, 0.5f), random.direction());
            }
            matrices.push_back(toAffine(transform));
            stretches.push_back(toAffine(Transform{.scale = isEven ? glm::vec3(1.f) : random.vector(-2.f, 2.f)}));
        }
    }

    AlignedVector<Affine> matrices;
    AlignedVector<Affine> stretches;
};

std::uint32_t randomJoint(Random& random)
{
    return static_cast<std::uint32_t>(random.integer(0, 22));  // some are beyond the palette
}

template <std::size_t Count>
bool areEqual(const float (&a)[Count], const float (&b)[Count])
{
    return std::equal(a, a + Count, b);
}

bool areEqual(const GroupBounds& a, const GroupBounds& b)
{
    return areEqual(a.low[0], b.low[0]) && areEqual(a.low[1], b.low[1]) && areEqual(a.low[2], b.low[2]) && areEqual(a.high[0], b.high[0])
           && areEqual(a.high[1], b.high[1]) && areEqual(a.high[2], b.high[2]);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(vertex_clusters)

// Expected: all vertices, skinned in double.
BOOST_AUTO_TEST_CASE(the_box_is_that_of_all_vertices)
{
    Random random(31);
    std::size_t examined = 0;
    std::size_t skinned = 0;
    std::size_t bentClusters = 0;
    forLimbs(random, rounds(400), [&](const Limb& limb, const VertexClusters& clusters, Posture kind) {
        const Aabb actual = enclose(clusters, limb);
        const DoubleBox expected = skinAll(limb);
        const double size = 6. + glm::length(glm::max(glm::abs(expected.low), glm::abs(expected.high)));
        for (int axis = 0; axis < 3; ++axis) {
            const double low = expected.low[axis] - static_cast<double>(actual.minimum[axis]);
            const double high = static_cast<double>(actual.maximum[axis]) - expected.high[axis];
            BOOST_REQUIRE_MESSAGE(low >= -1e-9 && low < 1e-3 * size, "low " << low << " of " << size);
            BOOST_REQUIRE_MESSAGE(high >= -1e-9 && high < 1e-3 * size, "high " << high << " of " << size);
        }
        if (kind == Posture::Bent) {
            const SplitPalette split(limb.palette);
            skinned += clusters.skinnedClusterCount({limb.palette, split.stretches, split.motions}, limb.weights);
            bentClusters += clusters.clusterCount();
        }
        ++examined;
    });
    BOOST_TEST(4 * skinned < 3 * bentClusters, skinned << " of " << bentClusters << " clusters");
    reportExamined("boxes of limbs", examined);
}

BOOST_AUTO_TEST_CASE(a_number_that_is_not_finite_makes_the_box_infinite)
{
    Random random(32);
    std::size_t examined = 0;
    forLimbs(random, rounds(40), [&](Limb limb, const VertexClusters& clusters, Posture) {
        limb.palette.resize(30, identityAffine());
        const std::uint16_t joint = random.pick(limb.mesh->primitives()[0].skin.joints);
        const std::vector<float>& weights = limb.mesh->primitives()[0].skin.weights;
        const std::vector<std::uint16_t>& joints = limb.mesh->primitives()[0].skin.joints;
        bool isUsed = false;
        for (std::size_t i = 0; i < joints.size(); ++i) {
            isUsed = isUsed || (joints[i] == joint && weights[i] != 0.f);
        }
        limb.palette[joint][random.integer(0, 2)][random.integer(0, 3)] = random.chance(0.5) ? infinity : notANumber;
        const Aabb box = enclose(clusters, limb);
        BOOST_TEST((box.maximum.x == infinity && box.minimum.z == -infinity) == isUsed);
        examined += isUsed ? 1 : 0;
        limb.palette[joint] = identityAffine();
        limb.palette.back()[1][1] = notANumber;  // moves no vertex
        BOOST_TEST(std::isfinite(enclose(clusters, limb).getSize().x));
    });
    reportExamined("palettes that are not finite", examined);
}

// Expected: a single vertex, skinned in double. Its joints are turned at will, its weights are the means of its cluster.
BOOST_AUTO_TEST_CASE(bounds_contain_their_vertex_at_any_angle)
{
    Random random(36);
    std::size_t close = 0;
    for (int round = 0; round < rounds(40'000); ++round) {
        const OneVertex vertex(random);
        const glm::dvec3 place = skinInDouble(vertex.limb, SplitPalette(vertex.limb.palette), 0);
        for (const GroupBounds& bounds : vertex.bounds()) {
            for (int axis = 0; axis < 3; ++axis) {
                BOOST_REQUIRE_GE(place[axis], static_cast<double>(bounds.low[axis][0]) - 1e-4);
                BOOST_REQUIRE_LE(place[axis], static_cast<double>(bounds.high[axis][0]) + 1e-4);
            }
            close += bounds.high[0][0] - bounds.low[0][0] < 0.2f ? 1 : 0;
        }
    }
    BOOST_TEST(close > static_cast<std::size_t>(rounds(40'000)) / 20);
    reportExamined("bounds of single vertices", static_cast<std::size_t>(rounds(40'000)));
}

// Compares the kernels for the processor's instruction set (ARMATURE_SIMD selects one) with plain C++.
BOOST_AUTO_TEST_CASE(bounds_of_guides_equal_their_reference)
{
    Random random(33);
    for (int round = 0; round < rounds(400); ++round) {
        const RandomPalette palette(random);
        const StretchedPalette view{palette.matrices, palette.stretches};
        std::vector<Partners> partners(static_cast<std::size_t>(random.integer(0, 12)));
        for (Partners& partner : partners) {
            for (auto& component : partner.pivot) {
                fillRandom(random, -2.f, 2.f, component);
            }
            fillRandom(random, 0.f, 1.f, partner.weight);
            fillRandom(random, 0.f, 1.f, partner.way);
            std::ranges::generate(partner.joints, [&] { return randomJoint(random); });
        }
        std::vector<GuideBlock> blocks(static_cast<std::size_t>(random.integer(1, 5)));
        for (GuideBlock& block : blocks) {
            fillRandom(random, block.vertices);
            std::ranges::generate(block.joints, [&] { return randomJoint(random); });
            block.firstPartner = static_cast<std::size_t>(random.integer(0, static_cast<int>(partners.size())));
            block.partnerCount = partners.size() - block.firstPartner;
        }
        const Stretching stretching{random.real(0.5f, 2.f), random.real(0.f, 1e-4f), random.chance(0.5)};
        std::vector<float> morphs(blocks.size() * clusterLanes);
        std::ranges::generate(morphs, [&] { return random.real(0.f, 0.5f); });
        const float* const given = random.chance(0.5) ? morphs.data() : nullptr;
        std::vector<GroupBounds> actual(blocks.size());
        std::vector<GroupBounds> expected(blocks.size());
        std::vector<GuidePose> actualPoses(blocks.size());
        std::vector<GuidePose> expectedPoses(blocks.size());
        boundGuides(blocks, partners, view, stretching, given, actual, actualPoses);
        reference::boundGuides(blocks, partners, view, stretching, given, expected, expectedPoses);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            BOOST_REQUIRE(areEqual(actual[i], expected[i]));
            BOOST_REQUIRE(areEqual(actualPoses[i].sum, expectedPoses[i].sum) && areEqual(actualPoses[i].most, expectedPoses[i].most));
            BOOST_REQUIRE(areEqual(actualPoses[i].square, expectedPoses[i].square) && areEqual(actualPoses[i].off, expectedPoses[i].off));
            BOOST_REQUIRE(areEqual(actualPoses[i].scale, expectedPoses[i].scale));
        }
        BOOST_REQUIRE((farthestGroups(actual) == reference::farthestGroups(actual)));
        const Aabb box{glm::vec3(-2.f), glm::vec3(2.f)};
        BOOST_REQUIRE_EQUAL(lanesOutside(actual[0], box), reference::lanesOutside(actual[0], box));
    }
}

BOOST_AUTO_TEST_CASE(bounds_of_clusters_equal_their_reference)
{
    Random random(34);
    for (int round = 0; round < rounds(2'000); ++round) {
        const RandomPalette palette(random);
        std::vector<PartnerPose> poses;
        Guide guide{.matrix = &palette.matrices[0][0].x,
                    .isOfTwo = random.chance(0.5),
                    .sum = random.real(0.f, 2.f),
                    .most = random.real(0.f, 1.f),
                    .square = random.real(0.f, 1.f),
                    .off = random.real(0.f, 0.1f),
                    .scale = random.real(0.5f, 2.f)};
        std::vector<ClusterPartner> partners(static_cast<std::size_t>(random.integer(0, 8)));
        for (std::uint32_t i = 0; i < partners.size(); ++i) {
            for (auto* numbers :
                 {&partners[i].mean, &partners[i].off, &partners[i].offWay, &partners[i].product, &partners[i].productWay}) {
                fillRandom(random, 0.f, 1.f, *numbers);
            }
            partners[i].partner = i;
            poses.push_back(poseOf({{random.real(-1.f, 1.f), random.real(-1.f, 1.f), 0.f}, randomJoint(random)}, guide, palette.matrices));
            poses.back().square = random.chance(0.8) ? random.real(0.f, 0.4f) : 0.5f;
        }
        guide.partners = std::span(poses).first(random.chance(0.1) ? poses.size() / 2 : poses.size());
        ClusterBlock block;
        block.partnerCount = partners.size();
        fillRandom(random, block.vertices);
        std::array<float, clusterLanes> morphs;
        std::ranges::generate(morphs, [&] { return random.real(0.f, 0.5f); });
        const float* const given = random.chance(0.5) ? morphs.data() : nullptr;
        GroupBounds actual;
        GroupBounds expected;
        boundGroups(block, partners, guide, given, actual);
        reference::boundGroups(block, partners, guide, given, expected);
        BOOST_REQUIRE(areEqual(actual, expected));
    }
}

BOOST_AUTO_TEST_CASE(measures_of_palettes_equal_their_reference)
{
    Random random(35);
    for (int round = 0; round < rounds(400); ++round) {
        RandomPalette palette(random);
        if (random.chance(0.3)) {
            AlignedVector<Affine>& affines = random.chance(0.5) ? palette.matrices : palette.stretches;
            random.pick(affines)[random.integer(0, 2)][random.integer(0, 3)] = random.pick(std::to_array({infinity, 1e30f, -0.f}));
        }
        std::vector<std::uint32_t> joints(static_cast<std::size_t>(random.integer(1, 30)));
        std::ranges::generate(joints, [&] { return randomJoint(random); });
        const StretchedPalette view{palette.matrices, palette.stretches};
        const float scale = random.real(0.5f, 2.f);
        const PaletteExtremes actual = measurePalette(joints, view, scale);
        const PaletteExtremes expected = reference::measurePalette(joints, view, scale);
        for (std::size_t row = 0; row < 3; ++row) {
            BOOST_REQUIRE(areEqual(actual.matrices.rows[row], expected.matrices.rows[row]));
            BOOST_REQUIRE(areEqual(actual.stretches.rows[row], expected.stretches.rows[row]));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
