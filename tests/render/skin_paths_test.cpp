#include <limits>

#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/skin_plan.hpp>
#include <render/gpu_morphs.hpp>

#include "feedback.hpp"
#include "rigs.hpp"
#include "skin_shapes.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using Path = DrawOptions::Path;
using Skinning = DrawOptions::Skinning;

constexpr std::size_t pathVertices = 256;

Affine host()
{
    return toAffine(Transform{
        .translation = {0.3f, -0.2f, 0.5f}, .rotation = glm::normalize(glm::quat(0.9f, 0.1f, 0.3f, -0.2f)), .scale = {0.8f, 1.3f, 1.1f}});
}

/// Poses a primitive as SkinRenderer does for Path::Cpu, where the shader gets posed vertices.
Primitive poseOnCpu(const Primitive& primitive, std::span<const Affine> palette, Skinning skinning, std::span<const float> morphWeights)
{
    Primitive posed;
    posed.topology = primitive.topology;
    posed.positions.resize(pathVertices);
    posed.normals.resize(pathVertices);
    posed.tangents.resize(pathVertices);
    morphPositions(primitive, morphWeights, posed.positions);
    morphNormals(primitive, morphWeights, posed.normals);
    morphTangents(primitive, morphWeights, posed.tangents);
    const SkinPlan plan(primitive.skin, pathVertices);
    const SkinStreams from{posed.positions, posed.normals, posed.tangents};
    if (skinning == Skinning::AsAsked) {
        skinVerticesAsAsked(from, primitive.skin, palette, {posed.positions, posed.normals, posed.tangents});
    } else if (skinning == Skinning::DualQuaternions) {
        DualQuaternionPalette split;
        split.assign(palette);
        skinVertices(from, plan, split, {posed.positions, posed.normals, posed.tangents});
    } else {
        skinVertices(from, plan, palette, {posed.positions, posed.normals, posed.tangents});
    }
    return posed;
}

/// Runs a path's program on a primitive.
std::vector<PosedVertex> pose(const FeedbackProgram& program, PaletteBuffer& palettes, Path path, Skinning skinning,
                              const Primitive& primitive, std::span<const Affine> palette, std::span<const float> weights)
{
    const std::vector<Affine> other(7, identityAffine());
    palettes.beginFrame();
    palettes.add(other);  // so that the range does not begin at the buffer's start
    const std::size_t range = skinning == Skinning::Linear ? palettes.add(palette) : palettes.addDualQuaternions(palette);
    palettes.upload();
    auto posed = path == Path::Cpu ? program.pose(poseOnCpu(primitive, palette, skinning, weights), palettes, range, host())
                                   : program.pose(primitive, palettes, range, host(), weights);
    palettes.endFrame();
    return posed;
}

/// Calls check(path, skinning) for all paths that the driver supports.
template <class Check>
void forEachPath(const GlFixture& gl, const Check& check)
{
    for (const Path path : {Path::UniformBlock, Path::StorageBuffer, Path::BufferTexture, Path::Cpu}) {
        if (path == Path::StorageBuffer && gl.context.getCapabilities().storageBlockBytes == 0) {
            continue;
        }
        for (const Skinning skinning : {Skinning::Linear, Skinning::DualQuaternions, Skinning::AsAsked}) {
            BOOST_TEST_CONTEXT("path " << static_cast<int>(path) << ", skinning " << static_cast<int>(skinning))
            {
                check(path, skinning);
            }
        }
    }
}

/// Gives each vertex a random share of dual quaternions: none, all, little or nearly all. There are no shares near a half, where directions
/// that differ much would nearly cancel.
void giveShares(Primitive& primitive, Random& random)
{
    for (std::size_t vertex = 0; vertex < pathVertices; ++vertex) {
        const float some = random.real(0.f, 0.3f);
        const int kind = random.integer(0, 3);
        primitive.skin.dualQuaternionShares.push_back(kind == 0 ? 0.f : kind == 1 ? 1.f : kind == 2 ? some : 1.f - some);
    }
}

/// Checks one path with one method of skinning on all rigs. Returns the number of rigs.
std::size_t checkPath(const GlFixture& gl, Path path, Skinning skinning, PoseError& worst)
{
    PaletteBuffer palettes(gl.context);
    const FeedbackProgram program(palettes.getLayout(), path, skinning);
    std::size_t count = 0;
    for (const std::size_t influences : {1u, 4u, 8u}) {
        for (const SkinShape shape : allSkinShapes) {
            for (const bool isMorphed : {false, true}) {
                Random random(100 * influences + 10 * static_cast<std::size_t>(shape) + (isMorphed ? 1 : 0));
                Primitive primitive = randomMorphed(random, pathVertices, influences);
                giveShares(primitive, random);
                const std::vector<Affine> palette = shapedPalette(random, shape);
                const std::vector<float> weights = isMorphed ? std::vector{0.7f, 0.5f, -0.4f} : std::vector<float>();
                const auto posed = pose(program, palettes, path, skinning, primitive, palette, weights);
                const PoseError error = compare(posed, poseExactly(primitive, palette, host(), skinning, weights));
                BOOST_TEST_CONTEXT(influences << " influences, shape " << static_cast<int>(shape) << ", morphed " << isMorphed)
                {
                    BOOST_TEST(error.position < 1e-6);
                    BOOST_TEST(error.normal < 1e-6);
                    BOOST_TEST(error.tangent < 1e-6);
                }
                worst.position = std::max(worst.position, error.position);
                worst.normal = std::max({worst.normal, error.normal, error.tangent});
                ++count;
            }
        }
    }
    return count;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skin_paths, *boost::unit_test::precondition(needsGl))

// 4 paths (3 without storage buffers); 3 methods of skinning; 1, 4 and 8 influences; 4 shapes of matrices; with and without morphing.
BOOST_AUTO_TEST_CASE(every_path_equals_double_precision)
{
    const GlFixture gl;
    const auto framebuffer = gl.makeFramebuffer(4, 4);
    std::size_t count = 0;
    forEachPath(gl, [&](Path path, Skinning skinning) {
        PoseError worst;
        count += checkPath(gl, path, skinning, worst);
        BOOST_TEST_MESSAGE("path " << static_cast<int>(path) << ", skinning " << static_cast<int>(skinning)
                                   << ": largest error of positions " << worst.position << " of the magnitude, of directions "
                                   << worst.normal);
    });
    BOOST_TEST(count == (gl.context.getCapabilities().storageBlockBytes > 0 ? 288u : 216u));
}

// Vertices with one, two, three and six influences, which the shader pads to four or eight. One more influence, of weight zero, refers to
// the bad matrix.
BOOST_AUTO_TEST_CASE(a_matrix_that_is_not_finite_spoils_only_what_has_a_weight_for_it)
{
    const GlFixture gl;
    const auto framebuffer = gl.makeFramebuffer(4, 4);
    for (const std::size_t influences : {1u, 2u, 3u, 6u}) {
        Random random(influences);
        Primitive primitive = randomPrimitive(random, pathVertices, shapedBones - 1, influences);
        const SkinWeights used = primitive.skin;
        primitive.skin = {.influencesPerVertex = influences + 1};
        for (std::size_t i = 0; i < used.joints.size(); ++i) {
            if (i % influences == 0) {
                primitive.skin.joints.push_back(0);
                primitive.skin.weights.push_back(0.f);
            }
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(used.joints[i] + 1));
            primitive.skin.weights.push_back(used.weights[i]);
        }
        const std::vector<Affine> finite = shapedPalette(random, SkinShape::Uneven);
        std::vector<Affine> spoiled = finite;
        spoiled[0][1].z = std::numeric_limits<float>::quiet_NaN();
        spoiled[0][2].w = std::numeric_limits<float>::infinity();
        forEachPath(gl, [&](Path path, Skinning skinning) {
            PaletteBuffer palettes(gl.context);
            const FeedbackProgram program(palettes.getLayout(), path, skinning);
            const auto posed = pose(program, palettes, path, skinning, primitive, spoiled, {});
            const PoseError error = compare(posed, poseExactly(primitive, finite, host(), skinning));
            BOOST_TEST(error.position < 1e-6);
            BOOST_TEST(error.normal < 1e-6);
        });
    }
}

BOOST_AUTO_TEST_SUITE_END()
