#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include <glm/matrix.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

#include "skinning/dual_bodies.hpp"
#include "skinning/split_matrix.hpp"
#include "split_palette.hpp"

using namespace armature;
using armature::test::Random;
using armature::test::reportExamined;
using armature::test::rounds;
using armature::test::SplitPalette;

namespace {

using Drifts = std::vector<DualBodies::Drift>;

/// A mesh with its joints' matrices, their later matrices, and how far each joint has drifted between the two.
struct DriftingRig {
    std::shared_ptr<const Mesh> mesh;
    AlignedVector<Affine> palette;
    AlignedVector<Affine> later;
    Drifts drifts;
};

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

/// The vertices that a joint moves, and for each other joint the middle of the vertices that both move.
std::vector<glm::vec3> pointsOf(const Primitive& primitive, std::size_t joint)
{
    const std::size_t joints = primitive.skin.influencesPerVertex;
    std::vector<Aabb> together(joints);
    std::vector<glm::vec3> points;
    for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
        const std::span<const float> weights = std::span(primitive.skin.weights).subspan(vertex * joints, joints);
        if (weights[joint] == 0.f) {
            continue;
        }
        points.push_back(primitive.positions[vertex]);
        for (std::size_t other = 0; other < joints; ++other) {
            if (other != joint && weights[other] > 0.f) {
                together[other].extend(primitive.positions[vertex]);
            }
        }
    }
    for (const Aabb& box : together) {
        if (!box.isEmpty()) {
            points.push_back(0.5f * (box.minimum + box.maximum));
        }
    }
    return points;
}

/// How far one joint has drifted, measured at its points and by its rotations.
DualBodies::Drift driftBetween(const Affine& matrix, const Affine& later, const std::vector<glm::vec3>& points)
{
    DualBodies::Drift drift;
    for (const glm::vec3& place : points) {
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

/// A random motion of the space around a joint. If a line is given, the motion keeps points on it in place but shears or turns the space
/// beside it.
Affine randomDrift(Random& random, float most, bool isRigid, const std::optional<glm::vec3>& line)
{
    if (!line) {
        const Transform transform{random.vector(-0.05f, 0.05f), glm::angleAxis(random.real(-most, most), random.direction()),
                                  isRigid ? glm::vec3(1.f) : random.vector(0.8f, 1.2f)};
        return toAffine(transform);
    }
    const glm::vec3 across = glm::normalize(glm::cross(*line, random.direction()));
    return toAffine(glm::mat4(glm::mat3(1.f) + most * glm::outerProduct(random.direction(), across)));
}

/// Adds a vertex that some of the joints move.
void addVertex(Random& random, const glm::vec3& place, int joints, Primitive& inOutPrimitive)
{
    SkinWeights& skin = inOutPrimitive.skin;
    inOutPrimitive.positions.push_back(place);
    const int last = random.integer(0, joints - 1);
    float left = 1.f;
    for (int joint = 0; joint < joints; ++joint) {
        skin.joints.push_back(static_cast<std::uint16_t>(joint));
        skin.weights.push_back(joint != last && random.chance(0.7) ? left * random.real(0.3f, 0.7f) : 0.f);
        left -= skin.weights.back();
    }
    skin.weights[skin.weights.size() - static_cast<std::size_t>(joints - last)] = left;
}

/// A random rig: joints near each other or twisted apart, and vertices that some of them move. In some rigs all vertices are on a line.
DriftingRig randomRig(Random& random)
{
    DriftingRig rig;
    const int joints = random.integer(2, 4);
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = static_cast<std::size_t>(joints);
    const glm::vec3 center = random.vector(-2.f, 2.f) * (random.chance(0.5) ? 1.f : 0.f);
    const std::optional<glm::vec3> line = random.chance(0.3) ? std::optional(random.direction()) : std::nullopt;
    for (int vertex = random.integer(1, 4); vertex > 0; --vertex) {
        addVertex(random, center + (line ? *line * random.real(-1.f, 1.f) : random.vector(-1.f, 1.f)), joints, primitive);
    }
    rig.mesh = Mesh::create(description);
    const bool isRigid = random.chance(0.5);
    const float apart = random.real(0.f, 1.5f);
    const float drift = random.real(0.f, 0.6f);
    for (int joint = 0; joint < joints; ++joint) {
        const Transform placed{center, glm::angleAxis(random.real(-apart, apart), random.direction()),
                               isRigid ? glm::vec3(1.f) : random.vector(0.7f, 1.4f)};
        const Affine fromCenter = toAffine(Transform{.translation = -center});
        rig.palette.push_back(multiply(toAffine(placed), fromCenter));
        rig.later.push_back(multiply(multiply(toAffine(placed), randomDrift(random, drift, isRigid, line)), fromCenter));
        rig.drifts.push_back(driftBetween(rig.palette.back(), rig.later.back(), pointsOf(primitive, static_cast<std::size_t>(joint))));
    }
    return rig;
}

/// Returns a random rig whose joints rotate about one coordinate axis through the middle of the mesh, later by other angles. The vertices
/// lie on the other two axes. If they rotate rigidly, their largest coordinate is exactly their distance from the middle, so a box around
/// the middle has no slack.
DriftingRig twistedRig(Random& random)
{
    DriftingRig rig;
    const int joints = random.integer(2, 3);
    const int axis = random.integer(0, 2);
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = static_cast<std::size_t>(joints);
    const glm::vec3 center = random.vector(-2.f, 2.f) * (random.chance(0.5) ? 1.f : 0.f);
    addVertex(random, center, joints, primitive);
    const std::vector<float> weights = primitive.skin.weights;
    for (int spot = 0; spot < 4; ++spot) {
        glm::vec3 beside(0.f);
        beside[(axis + 1 + spot / 2) % 3] = spot % 2 == 0 ? 1.f : -1.f;
        addVertex(random, center + beside, joints, primitive);
        std::ranges::copy(weights, primitive.skin.weights.end() - joints);
    }
    rig.mesh = Mesh::create(description);
    glm::vec3 along(0.f);
    along[axis] = 1.f;
    const float most = random.real(0.f, 1.5f);
    const bool isStretched = random.chance(0.3);
    const Affine fromCenter = toAffine(Transform{.translation = -center});
    for (int joint = 0; joint < joints; ++joint) {
        const glm::vec3 scale = isStretched ? random.vector(0.6f, 1.6f) : glm::vec3(1.f);
        const auto turned = [&](float angle) {
            return multiply(toAffine(Transform{center, glm::angleAxis(angle, along), scale}), fromCenter);
        };
        const float side = joint % 2 == 0 ? 1.f : -1.f;
        rig.palette.push_back(turned(side * random.real(0.f, most)));
        rig.later.push_back(turned(side * random.real(0.f, most)));
        rig.drifts.push_back(driftBetween(rig.palette.back(), rig.later.back(), pointsOf(primitive, static_cast<std::size_t>(joint))));
    }
    return rig;
}

Aabb boxOf(const DriftingRig& rig, const Drifts& drifts)
{
    const SplitPalette split(rig.palette);
    Aabb box;
    DualBodies(*rig.mesh).enclose(rig.palette, split.stretches, split.motions, {}, box, drifts);
    return box;
}

/// Returns how far a vertex is outside the box at most. Each vertex is where dual quaternions take it later, minus how far linear blending
/// moved it since.
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
    // Each component of a drift is needed: without it, some vertices are outside.
    constexpr auto parts =
        std::to_array<double DualBodies::Drift::*>({&DualBodies::Drift::way, &DualBodies::Drift::halfTurn, &DualBodies::Drift::stretch});
    std::array<int, parts.size()> outsideWithout{};
    for (int round = 0; round < rounds(20'000); ++round) {
        const DriftingRig rig = randomRig(random);
        BOOST_REQUIRE(mostOutside(rig, boxOf(rig, rig.drifts)) < 1e-5);
        for (std::size_t part = 0; part < parts.size(); ++part) {
            Drifts drifts = rig.drifts;
            std::ranges::for_each(drifts, [&](DualBodies::Drift& drift) { drift.*parts[part] = 0.; });
            outsideWithout[part] += mostOutside(rig, boxOf(rig, drifts)) > 1e-5 ? 1 : 0;
        }
    }
    for (std::size_t part = 0; part < parts.size(); ++part) {
        BOOST_TEST(outsideWithout[part] > rounds(20'000) / 1'000, "part " << part << ": " << outsideWithout[part]);
    }
    reportExamined("rigs that drift", static_cast<std::size_t>(rounds(20'000)));
}

BOOST_AUTO_TEST_CASE(no_vertex_that_turns_about_the_middle_is_outside)
{
    Random random(11);
    for (int round = 0; round < rounds(20'000); ++round) {
        const DriftingRig rig = twistedRig(random);
        BOOST_REQUIRE(mostOutside(rig, boxOf(rig, rig.drifts)) < 1e-5);
    }
    reportExamined("twisted rigs that drift", static_cast<std::size_t>(rounds(20'000)));
}

BOOST_AUTO_TEST_SUITE_END()
