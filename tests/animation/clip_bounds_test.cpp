#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <vector>

#include <armature/animation/baked_clip.hpp>
#include <armature/animation/clip_bounds.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/text.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

#include "baked_stage.hpp"

using namespace armature;
using namespace armature::test;

namespace {

std::shared_ptr<const Mesh> randomMesh(Random& random, int joints, std::size_t targets)
{
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = static_cast<std::size_t>(random.integer(1, 4));
    for (int vertex = random.integer(5, 60); vertex > 0; --vertex) {
        primitive.positions.push_back(random.vector(-1.f, 1.f));
        float left = random.chance(0.05) ? 0.f : random.chance(0.7) ? 1.f : random.real(0.992f, 1.008f);
        for (std::size_t i = 1; i <= primitive.skin.influencesPerVertex; ++i) {
            const float weight = i == primitive.skin.influencesPerVertex ? left : left * random.real(0.f, 1.f);
            left -= weight;
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(random.integer(0, joints - 1)));
            primitive.skin.weights.push_back(weight);
        }
    }
    for (std::size_t i = 0; i < targets; ++i) {
        MorphTarget& target = primitive.morphTargets.emplace_back();
        for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
            target.positions.push_back(random.vector(-0.3f, 0.3f));
        }
    }
    description.morphWeights.assign(targets, 0.f);
    return Mesh::create(description);
}

/// The box of all vertices, skinned with the skeleton's final matrices.
Aabb tightBox(const Mesh& mesh, std::span<const Affine> palette, std::span<const float> weights, bool isDual = false)
{
    const Primitive& primitive = mesh.primitives().front();
    std::vector<glm::vec3> places(primitive.positions.size());
    morphPositions(primitive, weights, places);
    if (isDual) {
        DualQuaternionPalette split;
        split.assign(palette);
        skinVertices({.positions = places}, primitive.skin, split, {.positions = places});
    } else {
        skinVertices({.positions = places}, primitive.skin, palette, {.positions = places});
    }
    Aabb box;
    std::ranges::for_each(places, [&](const glm::vec3& place) { box.extend(place); });
    return box;
}

bool contains(const Aabb& outer, const Aabb& inner)
{
    return glm::all(glm::lessThanEqual(outer.minimum, inner.minimum)) && glm::all(glm::greaterThanEqual(outer.maximum, inner.maximum));
}

double longestSideOf(const Aabb& box)
{
    const glm::vec3 size = box.getSize();
    return static_cast<double>(std::max({size.x, size.y, size.z}));
}

/// A mesh with morph targets on a rig with a clip.
struct Motion {
    explicit Motion(std::uint64_t seed, bool isRigid = false)
        : stage(static_cast<std::size_t>(Random(seed).integer(1, 12)), seed, isRigid)
        , mesh(randomMesh(stage.random, static_cast<int>(stage.skeleton.bones().size()), seed % 3))
        , clip(BakedClip::create(*stage.movingClip(Interpolation::Linear, evenTimes(5, 4.), isRigid), stage.skeleton,
                                 {.framesPerSecond = seed % 2 == 0 ? 20. : 60., .isQuantized = seed % 4 == 1, .maxError = anyError}))
    {}

    /// The mesh's box at a time, in the pose that a crowd shows: interpolated between two frames.
    [[nodiscard]] Aabb tightBoxAt(double seconds, std::span<const float> weights, bool isDual = false)
    {
        applyPose(stage.skeleton, Pose{sampled(*clip, seconds)});
        return tightBox(*mesh, stage.skeleton.getFinalMatrices(), weights, isDual);
    }

    BakedStage stage;
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const BakedClip> clip;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(clip_bounds)

BOOST_AUTO_TEST_CASE(no_vertex_is_outside_at_any_time_between)
{
    std::size_t examined = 0;
    double ratios = 0.;
    int stretches = 0;
    for (int round = 0; round < rounds(200); ++round) {
        Motion motion(static_cast<std::uint64_t>(round));
        Random& random = motion.stage.random;
        const std::size_t targets = motion.mesh->getMorphWeights().size();
        const ClipBounds bounds(*motion.mesh, motion.stage.skeleton);
        for (int i = 0; i < 5; ++i) {
            const double from = static_cast<double>(random.real(-0.2f, 1.1f));
            const double to = from + static_cast<double>(random.chance(0.2) ? 0.f : random.real(0.f, i == 0 ? 0.02f : 0.6f));
            std::vector<float> sets(2 * targets);
            std::ranges::generate(sets, [&] { return random.real(-1.5f, 1.5f); });
            const Aabb box = bounds.enclose(*motion.clip, from, to, sets);
            Aabb seen;
            for (int step = 0; step <= 60; ++step, ++examined) {
                const float part = random.real(0.f, 1.f);
                std::vector<float> weights(targets);
                for (std::size_t target = 0; target < targets; ++target) {
                    weights[target] = sets[target] + part * (sets[targets + target] - sets[target]);
                }
                const Aabb tight = motion.tightBoxAt(from + (to - from) * static_cast<double>(step) / 60., weights);
                BOOST_REQUIRE(contains(box, tight));
                seen.extend(tight);
            }
            ratios += longestSideOf(box) / longestSideOf(seen);
            ++stretches;
        }
    }
    BOOST_TEST(ratios / stretches < 1.6);
    reportExamined("moments between", examined);
    std::cout << "stretches of time: boxes are " << ratios / stretches << " times as long as what was seen\n";
}

// By hand: a bone turns about z by a right angle in a second. A point two metres along x from it is on that bone, at the joint of another
// bone, or beyond that joint. Over the whole second its box goes from (0 0 0) to (2 2 0); over the last tenth of the turn, from (0, 2 sin
// 81, 0) to (2 cos 81, 2, 0), in degrees. The point turns rigidly, so it stays on its circle between frames.
BOOST_AUTO_TEST_CASE(a_turning_point_sweeps_its_arc)
{
    const float root = std::sqrt(0.5f);
    for (const auto& [joint, hand] : {std::pair(0, 1.f), std::pair(1, 2.f), std::pair(1, 1.f)}) {
        Scene scene;
        Skeleton& skeleton = scene.createSkeleton("arm");
        Bone& arm = skeleton.createBone("arm");
        skeleton.createBone("hand", {.parent = &arm, .bind = toMat4(Transform{.translation = {hand, 0.f, 0.f}})});
        MeshDescription description;
        Primitive& primitive = description.primitives.emplace_back();
        primitive.topology = PrimitiveTopology::Points;
        primitive.positions = {{2.f, 0.f, 0.f}};
        primitive.skin = {1, {static_cast<std::uint16_t>(joint)}, {1.f}};
        ClipDescription turn{"turn", {{0.f, 1.f}}, {}};
        turn.channels.push_back({{ChannelTarget::Kind::Bone, 0, 0, {}},
                                 ChannelPath::Rotation,
                                 Interpolation::Linear,
                                 0,
                                 4,
                                 {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, root, root}});
        const auto clip = AnimationClip::create(turn);
        const ClipBounds bounds(*Mesh::create(description), skeleton);

        const auto fine = BakedClip::create(*clip, skeleton, {.framesPerSecond = 60., .maxError = anyError});
        const Aabb whole = bounds.enclose(*fine);
        BOOST_TEST(near(whole.minimum, glm::vec3(0.f), 0.05));
        BOOST_TEST(near(whole.maximum, glm::vec3(2.f, 2.f, 0.f), 0.05));
        const Aabb end = bounds.enclose(*fine, 0.9, 1.);
        BOOST_TEST(near(end.minimum, glm::vec3(0.f, 2.f * std::sin(glm::radians(81.f)), 0.f), 0.05));
        BOOST_TEST(near(end.maximum, glm::vec3(2.f * std::cos(glm::radians(81.f)), 2.f, 0.f), 0.05));
        const Aabb moment = bounds.enclose(*fine, 0.5, 0.5);
        BOOST_TEST(near(moment.minimum, glm::vec3(2.f * root, 2.f * root, 0.f), 1e-3));
        BOOST_TEST(longestSideOf(moment) < 1e-3);

        for (const double rate : {1., 2., 5.}) {
            const auto coarse = BakedClip::create(*clip, skeleton, {.framesPerSecond = rate, .maxError = anyError});
            const Aabb box = bounds.enclose(*coarse);
            for (int degree = 0; degree <= 90; ++degree) {
                const float angle = glm::radians(static_cast<float>(degree));
                BOOST_TEST(contains(box, Aabb{glm::vec3(2.f * std::cos(angle), 2.f * std::sin(angle), 0.f),
                                              glm::vec3(2.f * std::cos(angle), 2.f * std::sin(angle), 0.f)}));
            }
        }
    }
}

// Random rigs scale unevenly, so they do more than rotate; every third rig does not scale at all.
BOOST_AUTO_TEST_CASE(with_dual_quaternions_no_vertex_is_outside_at_any_time_between)
{
    std::size_t examined = 0;
    for (int round = 0; round < rounds(200); ++round) {
        Motion motion(static_cast<std::uint64_t>(round), round % 3 == 0);
        Random& random = motion.stage.random;
        const std::size_t targets = motion.mesh->getMorphWeights().size();
        const ClipBounds bounds(*motion.mesh, motion.stage.skeleton, ClipBounds::Blend::DualQuaternions);
        for (int i = 0; i < 5; ++i) {
            const double from = static_cast<double>(random.real(0.f, 1.f));
            const double to = from + static_cast<double>(random.real(0.f, i == 0 ? 0.02f : 0.4f));
            std::vector<float> weights(targets);
            std::ranges::generate(weights, [&] { return random.real(-1.5f, 1.5f); });
            const Aabb box = bounds.enclose(*motion.clip, from, to, weights);
            for (int step = 0; step <= 30; ++step, ++examined) {
                const double seconds = from + (to - from) * static_cast<double>(step) / 30.;
                BOOST_REQUIRE(contains(box, motion.tightBoxAt(seconds, weights, true)));
            }
        }
    }
    reportExamined("moments between", examined);
}

// By hand: two bones along x; the second twists by a right angle about x. A vertex between the two, a metre above the axis, turns by half
// of that: it stays on its circle, from (1 1 0) to (1 cos 45 sin 45). Blended linearly, it takes the chord, to (1 0.5 0.5).
BOOST_AUTO_TEST_CASE(what_twists_with_dual_quaternions_stays_on_its_circle)
{
    const float root = std::sqrt(0.5f);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("arm");
    Bone& arm = skeleton.createBone("arm");
    skeleton.createBone("hand", {.parent = &arm, .bind = toMat4(Transform{.translation = {1.f, 0.f, 0.f}})});
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.positions = {{1.f, 1.f, 0.f}};
    primitive.skin = {2, {0, 1}, {0.5f, 0.5f}};
    const auto linear = Mesh::create(description);
    description.primitives[0].skin.dualQuaternionShares = {1.f};
    const auto dual = Mesh::create(description);
    ClipDescription twist{"twist", {{0.f, 1.f}}, {}};
    twist.channels.push_back({{ChannelTarget::Kind::Bone, 1, 0, {}},
                              ChannelPath::Rotation,
                              Interpolation::Linear,
                              0,
                              4,
                              {0.f, 0.f, 0.f, 1.f, root, 0.f, 0.f, root}});
    const auto clip = BakedClip::create(*AnimationClip::create(twist), skeleton, {.framesPerSecond = 60., .maxError = anyError});

    const Aabb chord = ClipBounds(*linear, skeleton).enclose(*clip);
    BOOST_TEST(near(chord.minimum, glm::vec3(1.f, 0.5f, 0.f), 0.05));
    BOOST_TEST(near(chord.maximum, glm::vec3(1.f, 1.f, 0.5f), 0.05));
    const ClipBounds asAsked(*dual, skeleton);
    const Aabb arc = asAsked.enclose(*clip);
    BOOST_TEST(contains(arc, Aabb{{1.f, root, 0.f}, {1.f, 1.f, root}}));
    BOOST_TEST(longestSideOf(arc) < 1.6 * static_cast<double>(root));
    const Aabb bent = ClipBounds(*linear, skeleton, ClipBounds::Blend::DualQuaternions).enclose(*clip);
    BOOST_TEST((bent.minimum == arc.minimum && bent.maximum == arc.maximum));
    const Aabb straight = ClipBounds(*dual, skeleton, ClipBounds::Blend::Linear).enclose(*clip);
    BOOST_TEST((straight.minimum == chord.minimum && straight.maximum == chord.maximum));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
    Motion motion(5);
    const ClipBounds bounds(*motion.mesh, motion.stage.skeleton);
    const double infinity = std::numeric_limits<double>::infinity();
    BOOST_CHECK_THROW(static_cast<void>(bounds.enclose(*motion.clip, 0.5, 0.4)), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(bounds.enclose(*motion.clip, 0., infinity)), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(bounds.enclose(*motion.clip, 0., 1., std::vector{1.f, 0.f, 1.f})), std::invalid_argument);
    Motion other(6);
    other.stage.skeleton.createBone("one more");
    const ClipBounds more(*other.mesh, other.stage.skeleton);
    BOOST_CHECK_EXCEPTION(static_cast<void>(more.enclose(*other.clip)), std::invalid_argument, [](const std::invalid_argument& error) {
        return std::string_view(error.what()).find("baked for") != std::string_view::npos;
    });
    BOOST_TEST(toString(bounds).find("bounds over time, of ") == 0u);
    const ClipBounds empty(*Mesh::create({}), motion.stage.skeleton);
    BOOST_TEST(empty.enclose(*motion.clip).isEmpty());
}

BOOST_AUTO_TEST_SUITE_END()
