#include <algorithm>
#include <cmath>
#include <vector>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

#include "math/aligned_vector.hpp"
#include "skinning/dual_bodies.hpp"
#include "skinning/split_matrix.hpp"

using namespace armature;
using armature::test::Random;
using armature::test::reportExamined;
using armature::test::rounds;

namespace {

using Drifts = std::vector<DualBodies::Drift>;

/// Joints, and where they have gone meanwhile.
struct DriftingRig {
    std::shared_ptr<const Mesh> mesh;
    AlignedVector<Affine> palette;
    AlignedVector<Affine> later;
    Drifts drifts;
};

AlignedVector<DualQuaternion> motionsOf(std::span<const Affine> palette, AlignedVector<Affine>& outStretches)
{
    AlignedVector<DualQuaternion> motions;
    for (const Affine& matrix : palette) {
        const SplitMatrix split = splitMatrix(matrix);
        motions.push_back(split.motion);
        outStretches.push_back(split.stretch);
    }
    return motions;
}

double normOf(const Affine& a, const Affine& b)
{
    double square = 0.;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            square += std::pow(static_cast<double>(a[row][column] - b[row][column]), 2.);
        }
    }
    return std::sqrt(square);
}

/// How far one joint has drifted, as its vertices and the rotations say.
DualBodies::Drift driftBetween(const Affine& matrix, const Affine& later, const std::vector<glm::vec3>& vertices)
{
    DualBodies::Drift drift;
    Aabb box;
    std::ranges::for_each(vertices, [&](const glm::vec3& vertex) { box.extend(vertex); });
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 place(corner & 1 ? box.minimum.x : box.maximum.x, corner & 2 ? box.minimum.y : box.maximum.y,
                              corner & 4 ? box.minimum.z : box.maximum.z);
        drift.way = std::max(drift.way, static_cast<double>(glm::length(transformPoint(later, place) - transformPoint(matrix, place))));
    }
    const SplitMatrix before = splitMatrix(matrix);
    const SplitMatrix after = splitMatrix(later);
    double cosine = 0.;
    for (int i = 0; i < 4; ++i) {
        cosine += static_cast<double>(before.motion.real[i]) * static_cast<double>(after.motion.real[i]);
    }
    drift.halfTurn = std::acos(std::min(1., std::abs(cosine))) + 1e-6;
    drift.stretch = normOf(before.stretch, after.stretch) + 1e-6;
    return drift;
}

/// Joints near each other or twisted apart, and vertices that hang on two to four of them.
DriftingRig randomRig(Random& random)
{
    DriftingRig rig;
    const int joints = random.integer(2, 4);
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = static_cast<std::size_t>(joints);
    const glm::vec3 center = random.vector(-2.f, 2.f) * (random.chance(0.5) ? 1.f : 0.f);
    for (int vertex = random.integer(1, 4); vertex > 0; --vertex) {
        primitive.positions.push_back(center + random.vector(-1.f, 1.f));
        float left = 1.f;
        for (int joint = 0; joint < joints; ++joint) {
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(joint));
            const float weight = joint + 1 == joints ? left : left * random.real(0.3f, 0.7f);
            primitive.skin.weights.push_back(weight);
            left -= weight;
        }
    }
    rig.mesh = Mesh::create(description);
    const bool isRigid = random.chance(0.5);
    const float apart = random.real(0.f, 1.5f);
    const float drift = random.real(0.f, 0.6f);
    const auto scale = [&](float low, float high) { return isRigid ? glm::vec3(1.f) : random.vector(low, high); };
    const auto turn = [&](float angle) { return glm::angleAxis(angle, glm::normalize(random.vector(-1.f, 1.f))); };
    for (int joint = 0; joint < joints; ++joint) {
        const Affine about = toAffine(Transform{center, turn(random.real(-apart, apart)), scale(0.7f, 1.4f)});
        rig.palette.push_back(multiply(about, toAffine(Transform{.translation = -center})));
        const Affine moved = toAffine(Transform{random.vector(-0.05f, 0.05f), turn(random.real(-drift, drift)), scale(0.8f, 1.2f)});
        rig.later.push_back(multiply(multiply(about, moved), toAffine(Transform{.translation = -center})));
        rig.drifts.push_back(driftBetween(rig.palette[static_cast<std::size_t>(joint)], rig.later.back(), primitive.positions));
    }
    return rig;
}

Aabb boxOf(const DriftingRig& rig, const Drifts& drifts)
{
    AlignedVector<Affine> stretches;
    const AlignedVector<DualQuaternion> motions = motionsOf(rig.palette, stretches);
    Aabb box;
    DualBodies(*rig.mesh).enclose(rig.palette, stretches, motions, {}, box, drifts);
    return box;
}

/// By how far a vertex is outside, where dual quaternions take it later, less what linear blending has moved it meanwhile.
double mostOutside(const DriftingRig& rig, const Aabb& box)
{
    const Primitive& primitive = rig.mesh->primitives()[0];
    const std::size_t count = primitive.positions.size();
    const auto placesOf = [&](const auto& palette) {
        std::vector<glm::vec3> places(count);
        skinVertices({.positions = primitive.positions}, primitive.skin, palette, {.positions = places});
        return places;
    };
    DualQuaternionPalette later;
    later.assign(rig.later);
    const std::vector<glm::vec3> places = placesOf(later);
    const std::vector<glm::vec3> linearLater = placesOf(std::span<const Affine>(rig.later));
    const std::vector<glm::vec3> linear = placesOf(std::span<const Affine>(rig.palette));
    double most = 0.;
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3 place = places[i] - linearLater[i] + linear[i];
        const glm::vec3 out = glm::max(box.minimum - place, place - box.maximum);
        most = std::max(most, static_cast<double>(std::max({out.x, out.y, out.z})));
    }
    return most;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(drifting_bodies)

BOOST_AUTO_TEST_CASE(no_vertex_is_farther_from_where_linear_blending_takes_it)
{
    Random random(7);
    std::size_t outsideWithout[4] = {};
    for (int round = 0; round < rounds(20'000); ++round) {
        const DriftingRig rig = randomRig(random);
        BOOST_REQUIRE(mostOutside(rig, boxOf(rig, rig.drifts)) < 1e-5);
        for (int part = 0; part < 4; ++part) {
            Drifts drifts = rig.drifts;
            for (DualBodies::Drift& drift : drifts) {
                drift.way = part == 0 || part == 3 ? 0. : drift.way;
                drift.halfTurn = part == 1 || part == 3 ? 0. : drift.halfTurn;
                drift.stretch = part == 2 || part == 3 ? 0. : drift.stretch;
            }
            outsideWithout[part] += mostOutside(rig, boxOf(rig, drifts)) > 1e-5 ? 1 : 0;
        }
    }
    BOOST_TEST_MESSAGE("outside without way " << outsideWithout[0] << ", without turn " << outsideWithout[1] << ", without stretch "
                                              << outsideWithout[2] << ", without any " << outsideWithout[3]);
    reportExamined("rigs that drift", static_cast<std::size_t>(rounds(20'000)));
}

BOOST_AUTO_TEST_SUITE_END()
