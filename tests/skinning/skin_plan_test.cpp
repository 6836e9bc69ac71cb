#include <vector>

#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/skin_plan.hpp>
#include <armature/text.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>

#include "math/aligned_vector.hpp"
#include "skin_model.hpp"
#include "skinning/stream_pointers.hpp"

using namespace armature;
using armature::test::hostile;
using armature::test::infinity;
using armature::test::Random;
using armature::test::sameBits;
using armature::test::SkinModel;
using armature::test::SkinResult;

namespace {

SkinStreams streamsOf(const SkinModel& model)
{
    return {model.positions, model.normals, model.tangents};
}

SkinnedStreams streamsOf(SkinResult& result)
{
    return {result.positions, result.normals, result.tangents};
}

AlignedVector<DualQuaternion> randomMotions(Random& random, std::size_t count)
{
    AlignedVector<DualQuaternion> motions;
    for (std::size_t i = 0; i < count; ++i) {
        const glm::quat r = random.rotation();
        motions.push_back({{r.x, r.y, r.z, r.w}, {hostile(random), hostile(random), hostile(random), hostile(random)}});
    }
    return motions;
}

/// The blended matrix by its definition, in double.
glm::dmat4 blendedInDouble(const SkinModel& model, std::size_t vertex)
{
    glm::dmat4 sum(0.);
    bool isSkinned = false;
    for (std::size_t i = vertex * model.skin.influencesPerVertex; i < (vertex + 1) * model.skin.influencesPerVertex; ++i) {
        const std::size_t joint = model.skin.joints[i];
        if (model.skin.weights[i] != 0.f) {
            sum += static_cast<double>(model.skin.weights[i])
                   * (joint < model.palette.size() ? toDmat4(model.palette[joint]) : glm::dmat4(1.));
            isSkinned = true;
        }
    }
    return isSkinned ? sum : glm::dmat4(1.);
}

/// Sixteen vertices, each moved by four joints of its own.
SkinModel scatteredModel()
{
    Random random(17);
    SkinModel model(16, 4, random, false);
    model.palette.clear();
    for (std::size_t i = 0; i < 64; ++i) {
        model.palette.push_back(toAffine(Transform{random.vector(-1.f, 1.f), random.rotation(), random.vector(0.5f, 1.5f)}));
        model.skin.joints[i] = static_cast<std::uint16_t>(63 - i);
        model.skin.weights[i] = random.real(0.f, 1.f);
    }
    return model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skin_plan)

// Compares the kernels for the processor's instruction set (ARMATURE_SIMD selects one) with plain C++, bit for bit. Matrices may be
// infinite.
BOOST_AUTO_TEST_CASE(planned_kernels_equal_their_reference)
{
    Random random(11);
    for (std::size_t vertices = 1; vertices <= 70; ++vertices) {
        for (std::size_t influences = 1; influences <= 8; ++influences) {
            SkinModel model(vertices, influences, random, true);
            if (random.chance(0.3)) {
                model.palette[3][1][2] = infinity;
            }
            if (random.chance(0.5)) {
                model.keepJointsInPalette();
            }
            const SkinPlan plan = planWith(model.skin, vertices, random.chance(0.3) ? 6 : 16);
            SkinResult actual(vertices);
            SkinResult expected(vertices);
            const auto compare = [&](const char* what) {
                BOOST_TEST(sameBits(actual, expected), what << ", " << vertices << " vertices of " << influences << " influences");
            };
            skinPlannedLinear(pointersTo(streamsOf(model), streamsOf(actual)), pointersTo(plan), model.palette);
            reference::skinPlannedLinear(pointersTo(streamsOf(model), streamsOf(expected)), pointersTo(plan), model.palette);
            compare("linear");
            const AlignedVector<DualQuaternion> motions = randomMotions(random, model.palette.size());
            skinPlannedDualQuaternions(pointersTo(streamsOf(model), streamsOf(actual)), pointersTo(plan), model.palette, motions);
            reference::skinPlannedDualQuaternions(pointersTo(streamsOf(model), streamsOf(expected)), pointersTo(plan), model.palette,
                                                  motions);
            compare("dual quaternions");
        }
    }
}

// The processor determines which batches are kept in lanes; the results must not depend on that.
BOOST_AUTO_TEST_CASE(bits_are_the_same_whichever_batches_are_in_lanes)
{
    Random random(18);
    for (int i = 0; i < 300; ++i) {
        const auto vertices = static_cast<std::size_t>(random.integer(1, 70));
        SkinModel model(vertices, static_cast<std::size_t>(random.integer(1, 8)), random, true);
        if (random.chance(0.5)) {
            model.keepJointsInPalette();
        }
        const AlignedVector<DualQuaternion> motions = randomMotions(random, model.palette.size());
        const SkinPlan lanes = planWith(model.skin, vertices, 1000);
        const SkinPlan influences = planWith(model.skin, vertices, 0);
        SkinResult one(vertices);
        SkinResult other(vertices);
        skinPlannedLinear(pointersTo(streamsOf(model), streamsOf(one)), pointersTo(lanes), model.palette);
        skinPlannedLinear(pointersTo(streamsOf(model), streamsOf(other)), pointersTo(influences), model.palette);
        BOOST_TEST(sameBits(one, other));
        skinPlannedDualQuaternions(pointersTo(streamsOf(model), streamsOf(one)), pointersTo(lanes), model.palette, motions);
        skinPlannedDualQuaternions(pointersTo(streamsOf(model), streamsOf(other)), pointersTo(influences), model.palette, motions);
        BOOST_TEST(sameBits(one, other));
    }
}

BOOST_AUTO_TEST_CASE(vertices_go_where_their_influences_send_them)
{
    Random random(12);
    double worst = 0.;
    for (int i = 0; i < 200; ++i) {
        const auto vertices = static_cast<std::size_t>(random.integer(1, 100));
        const SkinModel model(vertices, static_cast<std::size_t>(random.integer(0, 8)), random, false);
        SkinResult result(vertices);
        skinVertices(streamsOf(model), SkinPlan(model.skin, vertices), model.palette, streamsOf(result));
        for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
            const glm::dmat4 matrix = blendedInDouble(model, vertex);
            const glm::dvec3 position(matrix * glm::dvec4(glm::dvec3(model.positions[vertex]), 1.));
            worst = std::max(worst, glm::length(glm::dvec3(result.positions[vertex]) - position) / 8.);  // at most 8 weights of 1
            const glm::dmat3 linear(matrix);
            const double determinant = glm::determinant(linear);
            if (std::abs(determinant) < 1e-3) {
                continue;  // flat: rounding decides
            }
            const glm::dvec3 normal = glm::normalize(glm::transpose(glm::inverse(linear)) * glm::dvec3(model.normals[vertex]));
            const glm::dvec3 tangent = glm::normalize(linear * glm::dvec3(model.tangents[vertex]));
            BOOST_TEST(glm::length(glm::dvec3(result.normals[vertex]) - normal) < 1e-3);
            BOOST_TEST(glm::length(glm::dvec3(result.tangents[vertex]) - tangent) < 1e-4);
            BOOST_TEST(result.tangents[vertex].w == (determinant < 0. ? -model.tangents[vertex].w : model.tangents[vertex].w));
        }
    }
    BOOST_TEST(worst < 1e-6);
}

BOOST_AUTO_TEST_CASE(dual_quaternions_move_as_they_do_without_a_plan)
{
    Random random(13);
    for (int i = 0; i < 100; ++i) {
        const auto vertices = static_cast<std::size_t>(random.integer(1, 60));
        SkinModel model(vertices, static_cast<std::size_t>(random.integer(1, 8)), random, false);
        for (Affine& matrix : model.palette) {
            matrix = toAffine(Transform{random.vector(-1.f, 1.f), random.rotation(), random.vector(0.5f, 1.5f)});
        }
        // No vertex may name a joint twice here. A plan adds the two weights, which may make this joint the heaviest only there.
        for (std::size_t influence = 0; influence < model.skin.joints.size(); ++influence) {
            model.skin.joints[influence] = static_cast<std::uint16_t>(3 * influence % model.palette.size());
        }
        DualQuaternionPalette palette;
        palette.assign(model.palette);
        SkinResult planned(vertices);
        SkinResult other(vertices);
        skinVertices(streamsOf(model), SkinPlan(model.skin, vertices), palette, streamsOf(planned));
        skinVertices(streamsOf(model), model.skin, palette, streamsOf(other));
        for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
            // Rotations that nearly cancel leave little to normalise.
            BOOST_TEST(glm::length(planned.positions[vertex] - other.positions[vertex])
                       < 2e-3f * glm::length(other.positions[vertex]) + 1e-4f);
        }
    }
}

BOOST_AUTO_TEST_CASE(batches_of_many_joints_keep_their_influences)
{
    const SkinModel model = scatteredModel();
    const SkinPlan plan(model.skin, 16);
    BOOST_TEST(plan.getJointsPerBatch() == 64.);
    BOOST_TEST(pointersTo(plan).batches[0].perVertex == 4u);
    SkinResult result(16);
    skinVertices(streamsOf(model), plan, model.palette, streamsOf(result));
    for (std::size_t vertex = 0; vertex < 16; ++vertex) {
        const glm::dvec3 position(blendedInDouble(model, vertex) * glm::dvec4(glm::dvec3(model.positions[vertex]), 1.));
        BOOST_TEST(glm::length(glm::dvec3(result.positions[vertex]) - position) < 4e-6);
    }
}

BOOST_AUTO_TEST_CASE(a_matrix_that_is_not_finite_moves_only_its_own_vertices)
{
    SkinModel scattered = scatteredModel();
    Random random(14);
    SkinModel together(16, 2, random, false);
    for (std::size_t i = 0; i < 32; ++i) {
        together.skin.joints[i] = static_cast<std::uint16_t>(i % 3);
        together.skin.weights[i] = 0.5f;
    }
    together.skin.joints[10] = 5;
    together.skin.weights[11] = 0.f;
    for (SkinModel* model : {&scattered, &together}) {
        const std::size_t affected = 5;
        model->palette[model->skin.joints[affected * model->skin.influencesPerVertex]][0][3] = infinity;
        SkinResult planned(16);
        skinVertices(streamsOf(*model), SkinPlan(model->skin, 16), model->palette, streamsOf(planned));
        SkinResult result(16);
        skinVertices(streamsOf(*model), model->skin, model->palette, streamsOf(result));
        for (std::size_t vertex = 0; vertex < 16; ++vertex) {
            BOOST_TEST(std::isfinite(planned.positions[vertex].x) == (vertex != affected));
            BOOST_TEST(std::isfinite(result.positions[vertex].x) == (vertex != affected));
        }
    }
}

BOOST_AUTO_TEST_CASE(streams_may_be_left_out_and_be_their_own_output)
{
    Random random(15);
    SkinModel model(37, 4, random, false);
    const SkinPlan plan(model.skin, 37);
    SkinResult all(37);
    skinVertices(streamsOf(model), plan, model.palette, streamsOf(all));
    skinVertices({.normals = model.normals}, plan, model.palette, {.normals = model.normals});
    BOOST_TEST(sameBits(model.normals, all.normals));
    skinVertices({.positions = model.positions, .tangents = model.tangents}, plan, model.palette,
                 {.positions = model.positions, .tangents = model.tangents});
    BOOST_TEST(sameBits(model.positions, all.positions));
    BOOST_TEST(sameBits(model.tangents, all.tangents));
}

BOOST_AUTO_TEST_CASE(a_frame_allocates_nothing)
{
    Random random(16);
    const SkinModel model(1000, 4, random, false);
    const SkinPlan plan(model.skin, 1000);
    SkinResult result(1000);
    const test::AllocationCount allocations;
    skinVertices(streamsOf(model), plan, model.palette, streamsOf(result));
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_CASE(influences_of_another_mesh_are_refused)
{
    const SkinWeights skin{.influencesPerVertex = 2, .joints = {0, 1, 1, 0}, .weights = {0.5f, 0.5f, 1.f}};
    BOOST_CHECK_EXCEPTION(static_cast<void>(SkinPlan(skin, 2)), std::invalid_argument, [](const std::invalid_argument& error) {
        return std::string(error.what()) == "SkinPlan: SkinWeights::weights has 3 numbers, not 2 for each of 2 vertices";
    });
    BOOST_CHECK_THROW(static_cast<void>(SkinPlan(skin, 3)), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(an_empty_plan_moves_nothing)
{
    SkinPlan plan;
    BOOST_TEST(plan.vertexCount() == 0u);
    BOOST_TEST(plan.getJointsPerBatch() == 0.);
    BOOST_TEST(plan.getMemorySize() == 0u);
    skinVertices(SkinStreams{}, plan, std::span<const Affine>(), SkinnedStreams{});
    const SkinModel model = scatteredModel();
    plan = SkinPlan(model.skin, 16);
    const SkinPlan moved(std::move(plan));
    BOOST_TEST(moved.vertexCount() == 16u);
    BOOST_TEST(toString(moved) == "plan of 16 vertices, 64.0 joints a batch");
}

BOOST_AUTO_TEST_SUITE_END()
