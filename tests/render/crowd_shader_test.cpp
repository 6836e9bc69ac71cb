#include <array>

#include <render/crowd_surfaces.hpp>
#include <render/crowd_texels.hpp>
#include <render/gl_objects.hpp>
#include <render/gpu_mesh.hpp>

#include "feedback.hpp"
#include "rigs.hpp"
#include "skin_shapes.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using Skinning = DrawOptions::Skinning;

constexpr std::size_t crowdVertices = 128;
constexpr std::size_t members = 5;
constexpr std::size_t firstDrawn = 2;  // not 0, as in the second of CrowdRenderer's two draws
constexpr std::size_t drawn = members - firstDrawn;

GlProgram linkCrowdShader(Skinning skinning)
{
    const std::array defines{ShaderDefine{"SKINNED", 1}, ShaderDefine{"INSTANCED", 1}, ShaderDefine{"BONES_PER_BLOCK", 0},
                             ShaderDefine{"DUAL_QUATERNIONS", skinning == Skinning::DualQuaternions ? std::size_t{1} : std::size_t{0}}};
    const std::array outputs{"surfacePosition", "surfaceNormal", "surfaceTangent"};
    return {"surface.vert", "surface.frag", defines, outputs};
}

/// Members of a crowd that share one primitive. Each has its own palette, world matrix and morph weights.
struct Cast {
    Cast(std::size_t influences, SkinShape shape, bool isMorphed)
    {
        Random random(100 * influences + 10 * static_cast<std::size_t>(shape) + (isMorphed ? 1 : 0));
        primitive = randomMorphed(random, crowdVertices, influences);
        for (std::size_t member = 0; member < members; ++member) {
            palettes.push_back(shapedPalette(random, shape));
            const Affine linear = toAffine(
                Transform{.rotation = random.rotation(), .scale = {member % 2 == 0 ? 0.8f : -0.8f, 1.3f, random.real(0.7f, 1.4f)}});
            glm::mat4 world(1.f);
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column < 3; ++column) {
                    world[column][row] = linear[row][column];
                }
            }
            world[3] = {0.5f * static_cast<float>(member), -0.25f, 0.75f, 1.f};
            placements.push_back({.world = world, .palette = member});
            // The second target has no displacements and is not in the shader; targets with weight 0 are skipped.
            weights.push_back(isMorphed ? std::vector{random.real(-0.7f, 0.7f), 0.5f, member == 3 ? 0.f : -0.4f} : std::vector<float>());
        }
    }

    Primitive primitive;
    std::vector<std::vector<Affine>> palettes;
    std::vector<CrowdPlacement> placements;
    std::vector<std::vector<float>> weights;
};

constexpr glm::vec3 eye{0.25f, 1.5f, -2.f};  // chosen so that its differences from the members' positions are exact

/// Returns the member's matrix relative to `eye`, exactly as the shader gets it.
Affine modelOf(const CrowdPlacement& placement)
{
    Affine model;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            model[row][column] = placement.world[column][row];
        }
        model[row].w = placement.world[3][row] - eye[row];
    }
    return model;
}

/// Poses the members from firstDrawn on. One buffer texture holds the palettes, records and weights of all members, as CrowdRenderer sends
/// them.
std::vector<PosedVertex> poseTogether(const GlProgram& program, const Cast& cast, Skinning skinning)
{
    GpuPrimitive gpu(cast.primitive);
    const bool isDual = skinning == Skinning::DualQuaternions;
    CrowdSurface surface{.gpu = &gpu};
    if (!cast.weights.front().empty()) {
        gpu.morphs = std::make_unique<GpuMorphs>(cast.primitive);
        surface.morphTargets = gpu.morphs->targets().size();
    }
    const std::size_t each = crowdPaletteTexels(shapedBones, isDual);
    const std::size_t firstRecord = members * each;
    surface.firstWeight = firstRecord + members * texelsPerRecord;
    std::vector<glm::vec4> texels(surface.firstWeight + members * surface.weightTexels());
    glm::vec4* matrices = texels.data();
    glm::vec4* record = texels.data() + firstRecord;
    for (std::size_t member = 0; member < members; ++member) {
        matrices = writeCrowdPalette(cast.palettes[member], isDual, matrices);
        record = writeCrowdRecord(cast.placements[member], eye, each * member, record);
        if (surface.morphTargets != 0) {
            surface.writeWeights(cast.weights[member], &texels[surface.firstWeight + member * surface.weightTexels()]);
        }
    }
    const GlBuffer buffer;
    const GlTexture texture;
    glBindBuffer(GL_TEXTURE_BUFFER, buffer.name());
    glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(texels.size() * sizeof(glm::vec4)), texels.data(), GL_STREAM_DRAW);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_BUFFER, texture.name());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer.name());

    program.use();
    glUniform1i(program.uniform("paletteTexture"), 1);
    glUniform1i(program.uniform("morphTexture"), 2);
    glUniform1i(program.uniform("hasEightInfluences"), gpu.influences > 4 ? 1 : 0);
    glUniform1i(program.uniform("firstRecord"), static_cast<GLint>(firstRecord + firstDrawn * texelsPerRecord));
    glUniform1i(program.uniform("firstMorph"), static_cast<GLint>(surface.firstWeight + firstDrawn * surface.weightTexels()));
    glUniform1i(program.uniform("morphCount"), static_cast<GLint>(surface.morphTargets));
    if (gpu.morphs != nullptr) {
        glActiveTexture(GL_TEXTURE2);
        glBindTexture(GL_TEXTURE_BUFFER, gpu.morphs->texture());
        glUniform1i(program.uniform("morphVertices"), static_cast<GLint>(gpu.morphs->vertexCount()));
        glUniform1i(program.uniform("morphTexels"), static_cast<GLint>(gpu.morphs->texelsPerVertex()));
    }
    auto posed = captureVertices(gpu, drawn);
    for (const int unit : {2, 1, 0}) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        glBindTexture(GL_TEXTURE_BUFFER, 0);
    }
    glUseProgram(0);
    return posed;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crowd_shader, *boost::unit_test::precondition(needsGl))

// 2 methods of skinning; 1, 4 and 8 influences; 4 shapes of matrices; with and without morphing. Three members are drawn each time, one of
// them mirrored.
BOOST_AUTO_TEST_CASE(every_member_equals_double_precision)
{
    const GlFixture gl;
    const auto framebuffer = gl.makeFramebuffer(4, 4);
    std::size_t count = 0;
    for (const Skinning skinning : {Skinning::Linear, Skinning::DualQuaternions}) {
        const GlProgram program = linkCrowdShader(skinning);
        PoseError worst;
        for (const std::size_t influences : {1u, 4u, 8u}) {
            for (const SkinShape shape : allSkinShapes) {
                for (const bool isMorphed : {false, true}) {
                    const Cast cast(influences, shape, isMorphed);
                    const auto posed = poseTogether(program, cast, skinning);
                    for (std::size_t i = 0; i < drawn; ++i, ++count) {
                        const std::size_t member = firstDrawn + i;
                        const auto exact = poseExactly(cast.primitive, cast.palettes[member], modelOf(cast.placements[member]), skinning,
                                                       cast.weights[member]);
                        const PoseError error = compare(std::span(posed).subspan(i * crowdVertices, crowdVertices), exact);
                        BOOST_TEST_CONTEXT("skinning " << static_cast<int>(skinning) << ", " << influences << " influences, shape "
                                                       << static_cast<int>(shape) << ", morphed " << isMorphed << ", member " << member)
                        {
                            BOOST_TEST(error.position < 1e-6);
                            BOOST_TEST(error.normal < 1e-6);
                            BOOST_TEST(error.tangent < 1e-6);
                        }
                        worst.position = std::max(worst.position, error.position);
                        worst.normal = std::max({worst.normal, error.normal, error.tangent});
                    }
                }
            }
        }
        BOOST_TEST_MESSAGE("skinning " << static_cast<int>(skinning) << ": largest error of positions " << worst.position
                                       << " of the magnitude, of directions " << worst.normal);
    }
    BOOST_TEST(count == 144u);
    BOOST_TEST(gl.complaints.empty());
}

BOOST_AUTO_TEST_SUITE_END()
