#include "page.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
// clang-format off
#include <vector>

#include <armature/armature.hpp>
// clang-format on

#include <armature/support/offscreen.hpp>
#include <boost/test/unit_test.hpp>
#include <support/shared_data.hpp>

using namespace armature::test::page;

namespace {

std::string shaderOfEnginePage()
{
    std::ifstream stream(armature::test::sourceDirectory() / "docs/your_engine.md");
    const std::string page{std::istreambuf_iterator<char>(stream), {}};
    const std::string opening = "```glsl\n";
    const std::size_t begin = page.find(opening) + opening.size();
    return page.substr(begin, page.find("```", begin) - begin);
}

boost::test_tools::assertion_result hasComputeShaders(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result result(true);
    try {
        const armature::support::HeadlessContext headless({.majorVersion = 4, .minorVersion = 3});
    } catch (const armature::Error& error) {
        result = false;
        result.message() << error.what();
    }
    return result;
}

GLuint useComputeProgram()
{
    const std::string text = shaderOfEnginePage();
    const char* const lines = text.c_str();
    const GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
    glShaderSource(shader, 1, &lines, nullptr);
    glCompileShader(shader);
    const GLuint program = glCreateProgram();
    glAttachShader(program, shader);
    glLinkProgram(program);
    GLint status = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    BOOST_TEST_REQUIRE(status == GL_TRUE);
    glUseProgram(program);
    return program;
}

// A strip of 200 vertices between three bones, each of which has been turned.
armature::MeshInstance& addBentStrip(armature::Scene& scene)
{
    armature::Skeleton& skeleton = scene.createSkeleton("strip");
    armature::Bone* parent = nullptr;
    for (int i = 0; i < 3; ++i) {
        parent = &addBone(skeleton, "joint", parent, {0.f, i == 0 ? 0.f : 1.f, 0.f});
        parent->setRotation({0.1f, 0.2f, 0.5f});
    }
    armature::Primitive strip;
    strip.skin.influencesPerVertex = 2;
    for (int i = 0; i < 200; ++i) {
        const float share = static_cast<float>(i % 100) / 100.f;
        const std::uint16_t lower = i < 100 ? 0 : 1;
        strip.positions.push_back({0.1f, static_cast<float>(lower) + share, 0.2f});
        strip.skin.joints.insert(strip.skin.joints.end(), {lower, static_cast<std::uint16_t>(lower + 1)});
        strip.skin.weights.insert(strip.skin.weights.end(), {1.f - share, share});
    }
    strip.topology = armature::PrimitiveTopology::Points;
    return scene.addMeshInstance({.name = "strip", .primitives = {strip}}, scene.createTransformNode("strip"), &skeleton);
}

}  // namespace

// The examples of docs/your_engine.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_your_engine_page)
{
    armature::Scene scene;
    armature::MeshInstance& strip = addBentStrip(scene);
    addBentStrip(scene);
    std::vector<armature::Skeleton*> skeletons(scene.skeletons().begin(), scene.skeletons().end());

    armature::PaletteLayout layout(256, 64 * 48);  // the device's alignment; the shader's block: 64 bones of 48 bytes
    for (const armature::Skeleton* skeleton : skeletons) {
        layout.add(skeleton->getFinalMatrices().size());
    }
    std::vector<std::byte> buffer(layout.getTotalBytes());  // in the place of mapped memory
    for (std::size_t i = 0; i < skeletons.size(); ++i) {
        const auto palette = std::as_bytes(skeletons[i]->getFinalMatrices());
        std::ranges::copy(palette, buffer.begin() + static_cast<std::ptrdiff_t>(layout.ranges()[i].offset));
    }
    check(layout.ranges()[1].offset % 256 == 0 && buffer.size() >= layout.ranges()[1].offset + 64 * 48);

    for (std::size_t i = 0; i < skeletons.size(); ++i) {
        const auto palette = std::as_bytes(skeletons[i]->getFinalMatrices());
        check(std::ranges::equal(palette, std::span(buffer).subspan(layout.ranges()[i].offset, palette.size())));
    }

    const double seconds = 1. / 60.;
    const armature::ParallelFor jobs{.workerCount = 1, .run = [](std::size_t count, const armature::ParallelTask& task) {
        for (std::size_t i = 0; i < count; ++i) {
            task(i);
        }
    }};
    std::size_t enqueued = 0;
    const auto enqueue = [&](const armature::MeshInstance&, const glm::mat4&, std::span<const glm::mat3x4> palette) { enqueued += palette.size(); };
    scene.animate(seconds, jobs);  // clips, mixers, modifiers
    scene.update(jobs);            // all matrices, on your own threads
    for (const armature::MeshInstance* instance : scene.meshInstances()) {
        const armature::Skeleton* skeleton = instance->getSkeleton();
        if (skeleton != nullptr && instance->getNode().isEnabled()) {
            enqueue(*instance, skeleton->getWorldMatrix(), skeleton->getFinalMatrices(instance->getInverseBindSet()));
        }
    }
    check(enqueued == 6);
    check(strip.getSkeleton() == skeletons[0]);
}

BOOST_AUTO_TEST_CASE(compute_shader_of_your_engine_page_skins_as_the_cpu_does, *boost::unit_test::precondition(hasComputeShaders))
{
    const armature::support::HeadlessContext headless({.majorVersion = 4, .minorVersion = 3});
    const armature::GlContext gl;
    armature::Scene scene;
    armature::MeshInstance& strip = addBentStrip(scene);
    const armature::Skeleton& skeleton = *strip.getSkeleton();
    const armature::Primitive& primitive = strip.getMesh()->primitives().front();
    const GLuint program = useComputeProgram();

    struct Vertex {
        glm::vec4 position;
        glm::uvec4 joints{0};
        glm::vec4 weights{0.f};
    };
    std::vector<Vertex> vertices(primitive.positions.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        vertices[i].position = glm::vec4(primitive.positions[i], 1.f);
        for (std::size_t k = 0; k < primitive.skin.influencesPerVertex && k < 4; ++k) {
            const std::size_t influence = i * primitive.skin.influencesPerVertex + k;
            vertices[i].joints[static_cast<int>(k)] = primitive.skin.joints[influence];
            vertices[i].weights[static_cast<int>(k)] = primitive.skin.weights[influence];
        }
    }
    const auto bytesOf = [](const auto& numbers) { return static_cast<GLsizeiptr>(std::as_bytes(std::span(numbers)).size()); };
    const std::span<const glm::mat3x4> palette = skeleton.getFinalMatrices();
    const std::vector<glm::vec4> posed(vertices.size());
    GLuint buffers[3] = {0, 0, 0};
    glGenBuffers(3, buffers);
    const auto fill = [&](GLuint binding, const auto& numbers, GLenum usage) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffers[binding]);
        glBufferData(GL_SHADER_STORAGE_BUFFER, bytesOf(numbers), std::data(numbers), usage);
    };
    fill(0, palette, GL_STREAM_DRAW);   // each frame
    fill(1, vertices, GL_STATIC_DRAW);  // once
    fill(2, posed, GL_DYNAMIC_COPY);
    glDispatchCompute(static_cast<GLuint>((vertices.size() + 63) / 64), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT);  // draw from buffers[2]

    std::vector<glm::vec4> read(vertices.size());
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, bytesOf(read), read.data());
    std::vector<glm::vec3> expected(vertices.size());
    armature::skinVertices({.positions = primitive.positions}, primitive.skin, palette, {.positions = expected});
    for (std::size_t i = 0; i < read.size(); ++i) {
        BOOST_TEST(near(glm::vec3(read[i]), expected[i]));
    }
    check(!near(expected.back(), primitive.positions.back()));
    glDeleteProgram(program);
}
