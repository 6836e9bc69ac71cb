#include <limits>
#include <vector>

#include <armature/skinning/cpu_skinning.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

#include "math/aligned_vector.hpp"
#include "skin_model.hpp"
#include "skinning/kernels/skinning_kernels.hpp"

using namespace armature;
using armature::test::hostile;
using armature::test::near;
using armature::test::Random;
using armature::test::run;
using armature::test::sameBits;
using armature::test::SkinModel;
using armature::test::SkinResult;

BOOST_AUTO_TEST_SUITE(skinning_kernels)

// Compares the kernels for the processor's instruction set (ARMATURE_SIMD selects one) with plain C++, bit for bit.
BOOST_AUTO_TEST_CASE(every_kernel_equals_its_reference)
{
    Random random(1);
    for (std::size_t vertices = 1; vertices <= 70; ++vertices) {
        for (std::size_t influences = 1; influences <= 8; ++influences) {
            SkinModel model(vertices, influences, random, true);
            if (random.chance(0.7)) {
                model.keepJointsInPalette();
            }
            if (random.chance(0.1)) {
                model.palette[5][1][3] = std::numeric_limits<float>::infinity();
            }
            const SkinResult actual = run(model, [&](const auto& streams, const auto& skin) { skinLinear(streams, skin, model.palette); });
            const SkinResult expected =
                run(model, [&](const auto& streams, const auto& skin) { reference::skinLinear(streams, skin, model.palette); });
            BOOST_TEST(sameBits(actual, expected), vertices << " vertices of " << influences << " influences");

            AlignedVector<DualQuaternion> motions;
            for (std::size_t bone = 0; bone < model.palette.size(); ++bone) {
                const glm::quat r = random.rotation();
                motions.push_back({{r.x, r.y, r.z, r.w}, {hostile(random), hostile(random), hostile(random), hostile(random)}});
            }
            const SkinResult moved =
                run(model, [&](const auto& streams, const auto& skin) { skinDualQuaternions(streams, skin, model.palette, motions); });
            const SkinResult expectedMoved = run(model, [&](const auto& streams, const auto& skin) {
                reference::skinDualQuaternions(streams, skin, model.palette, motions);
            });
            BOOST_TEST(sameBits(moved, expectedMoved), vertices << " vertices of " << influences << " influences");
        }
    }
}

// Kernels read palettes in several ways, according to how far apart the joints of neighbouring vertices are.
BOOST_AUTO_TEST_CASE(every_distance_of_joints_equals_the_reference)
{
    Random random(11);
    for (const std::size_t influences : {4u, 8u}) {
        for (const int bones : {1, 15, 33, 64, 150, 512}) {
            for (const int spread : {1, 6, 20, 40, 512}) {
                SkinModel model(1100, influences, random, true);
                model.palette.resize(static_cast<std::size_t>(bones));
                for (Affine& matrix : model.palette) {
                    matrix = toAffine(Transform{random.vector(-1.f, 1.f), random.rotation(), random.vector(-1.5f, 1.5f)});
                }
                for (std::size_t i = 0; i < model.skin.joints.size(); ++i) {
                    const int first = static_cast<int>(i) * bones / static_cast<int>(model.skin.joints.size());
                    const bool isFar = random.chance(0.002) || model.skin.weights[i] == 0.f;
                    const int joint = isFar ? random.integer(0, bones + 3) : (first + random.integer(0, spread - 1)) % bones;
                    model.skin.joints[i] = static_cast<std::uint16_t>(joint);
                    model.skin.weights[i] = random.chance(0.9) ? model.skin.weights[i] : 1.f;  // few vertices without weights
                }
                const SkinResult actual =
                    run(model, [&](const auto& streams, const auto& skin) { skinLinear(streams, skin, model.palette); });
                const SkinResult expected =
                    run(model, [&](const auto& streams, const auto& skin) { reference::skinLinear(streams, skin, model.palette); });
                BOOST_TEST(sameBits(actual, expected), influences << " influences, " << bones << " bones, spread " << spread);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(streams_that_are_not_there_are_left_out)
{
    Random random(2);
    const SkinModel model(50, 4, random, false);
    const SkinResult all = run(model, [&](const auto& streams, const auto& skin) { skinLinear(streams, skin, model.palette); });
    SkinResult some(50);
    skinVertices({.positions = model.positions}, model.skin, model.palette, {.positions = some.positions});
    skinVertices({.normals = model.normals}, model.skin, model.palette, {.normals = some.normals});
    skinVertices({.tangents = model.tangents}, model.skin, model.palette, {.tangents = some.tangents});
    BOOST_TEST(sameBits(all, some));
}

// A tangent stays along the surface, and its handedness flips if the map mirrors: bitangent = cross(normal, tangent) * w.
BOOST_AUTO_TEST_CASE(tangents_follow_the_surface_and_mirrors)
{
    Random random(3);
    for (int round = 0; round < 200; ++round) {
        const glm::vec3 normal = random.direction();
        const glm::vec3 along = glm::normalize(glm::cross(normal, random.direction()));
        const float mirror = random.chance(0.5) ? -1.f : 1.f;
        const Affine map = toAffine(Transform{random.vector(-1.f, 1.f), random.rotation(), glm::vec3(mirror, 1.f, 1.f)});
        const std::vector<Affine> palette{map};
        const SkinWeights skin{.influencesPerVertex = 1, .joints = {0}, .weights = {1.f}};
        std::vector<glm::vec3> normals{normal};
        std::vector<glm::vec4> tangents{glm::vec4(along, 1.f)};
        skinVertices({.normals = normals, .tangents = tangents}, skin, palette, {.normals = normals, .tangents = tangents});
        const glm::vec3 bitangent = glm::cross(normals[0], glm::vec3(tangents[0])) * tangents[0].w;
        BOOST_TEST(near(glm::vec3(tangents[0]), transformVector(map, along), 1e-5));
        BOOST_TEST(near(bitangent, transformVector(map, glm::cross(normal, along)), 1e-5));
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(dual_quaternion_skinning)

namespace {

const SkinWeights halfAndHalf{.influencesPerVertex = 2, .joints = {0, 1}, .weights = {0.5f, 0.5f}};

glm::vec3 skinnedPosition(const std::vector<Affine>& palette, const SkinWeights& skin, const glm::vec3& position)
{
    DualQuaternionPalette dual;
    dual.assign(palette);
    std::vector<glm::vec3> positions{position};
    skinVertices({.positions = positions}, skin, dual, {.positions = positions});
    return positions[0];
}

}  // namespace

// By hand: a limb twisted by 180 degrees about x. The mean of the matrices flattens it to its axis; half the twist is a quarter turn: y
// becomes z.
BOOST_AUTO_TEST_CASE(a_twist_keeps_the_limbs_volume)
{
    const Affine twist = toAffine(Transform{.rotation = glm::angleAxis(glm::radians(179.9f), glm::vec3(1.f, 0.f, 0.f))});
    const std::vector<Affine> palette{identityAffine(), twist};
    BOOST_TEST(near(skinnedPosition(palette, halfAndHalf, {2.f, 1.f, 0.f}), glm::vec3(2.f, 0.f, 1.f), 2e-3));
    std::vector<glm::vec3> linear{{2.f, 1.f, 0.f}};
    skinVertices({.positions = linear}, halfAndHalf, palette, {.positions = linear});
    BOOST_TEST(glm::length(glm::vec2(linear[0].y, linear[0].z)) < 1e-2f);
}

// By hand: half of a screw of 90 degrees and 2 along z is a screw of 45 degrees and 1.
BOOST_AUTO_TEST_CASE(half_of_a_screw_is_half_its_turn_and_half_its_way)
{
    const Affine screw =
        toAffine(Transform{.translation = {0.f, 0.f, 2.f}, .rotation = glm::angleAxis(glm::radians(90.f), glm::vec3(0.f, 0.f, 1.f))});
    const float s = std::sqrt(0.5f);
    BOOST_TEST(near(skinnedPosition({identityAffine(), screw}, halfAndHalf, {1.f, 0.f, 0.f}), glm::vec3(s, s, 1.f), 1e-6));
}

// A single influence gives the result of its matrix, including scale, shear and mirroring.
BOOST_AUTO_TEST_CASE(a_single_influence_is_its_matrix)
{
    Random random(4);
    const SkinWeights one{.influencesPerVertex = 1, .joints = {0}, .weights = {1.f}};
    for (int round = 0; round < 300; ++round) {
        Affine map = toAffine(Transform{random.vector(-3.f, 3.f), random.rotation(), random.vector(0.2f, 2.f)});
        map = multiply(map, toAffine(Transform{random.vector(-1.f, 1.f), random.rotation(), {random.chance(0.5) ? -1.f : 1.f, 1.f, 0.5f}}));
        const glm::vec3 position = random.vector(-1.f, 1.f);
        BOOST_TEST(near(skinnedPosition({map}, one, position), transformPoint(map, position), 5e-6));
    }
}

// The same rotation with the opposite sign must not turn the mean the long way round.
BOOST_AUTO_TEST_CASE(signs_of_quaternions_do_not_matter)
{
    const auto turned = [](float degrees) {
        return toAffine(Transform{.rotation = glm::angleAxis(glm::radians(degrees), glm::vec3(0.f, 0.f, 1.f))});
    };
    const glm::vec3 posed = skinnedPosition({turned(170.f), turned(190.f)}, halfAndHalf, {1.f, 0.f, 0.f});
    BOOST_TEST(near(posed, glm::vec3(-1.f, 0.f, 0.f), 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
