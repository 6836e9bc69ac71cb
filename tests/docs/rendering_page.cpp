#include "page.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
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

boost::test_tools::assertion_result canDraw(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result result(true);
    try {
        const armature::support::HeadlessContext headless;
    } catch (const armature::Error& error) {
        result = false;
        result.message() << error.what();
    }
    return result;
}

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream stream(armature::test::sourceDirectory() / file);
    BOOST_TEST_REQUIRE(stream.good(), "cannot read " << file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// Returns the page's vertex shader with its #include replaced, as the page describes.
std::string vertexShaderOfPage()
{
    const std::string page = textOf("docs/rendering.md");
    const std::string opening = "```glsl\n";
    const std::size_t begin = page.find(opening) + opening.size();
    std::string shader = page.substr(begin, page.find("```", begin) - begin);
    const std::string include = "#include \"skinning.glsl\"\n";
    return shader.replace(shader.find(include), include.size(), textOf("shaders/skinning.glsl"));
}

GLuint compiled(GLenum kind, const std::string& text)
{
    const GLuint shader = glCreateShader(kind);
    const char* const lines = text.c_str();
    glShaderSource(shader, 1, &lines, nullptr);
    glCompileShader(shader);
    GLint status = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
    std::array<char, 1000> log{};
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
    BOOST_TEST_REQUIRE(status == GL_TRUE, log.data());
    return shader;
}

// Draws a mesh of one triangle with the page's shader and the palette at binding point 0. Returns whether it covers a pixel near the lower
// left and one near the upper right corner of the picture.
std::array<bool, 2> drawWithOwnShader(const armature::Primitive& triangle)
{
    const GLuint program = glCreateProgram();
    glAttachShader(program, compiled(GL_VERTEX_SHADER, vertexShaderOfPage()));
    glAttachShader(program, compiled(GL_FRAGMENT_SHADER, "#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n"));
    glLinkProgram(program);
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Palette"), 0);
    glUseProgram(program);
    const glm::mat4 identity(1.f);
    glUniformMatrix4fv(glGetUniformLocation(program, "modelViewProjection"), 1, GL_FALSE, &identity[0][0]);

    GLuint array = 0;
    GLuint buffer = 0;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 36, triangle.positions.data(), GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    glVertexAttribI4ui(5, triangle.skin.joints[0], 0, 0, 0);
    glVertexAttrib4f(6, 1.f, 0.f, 0.f, 0.f);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    BOOST_TEST(glGetError() == static_cast<GLenum>(GL_NO_ERROR));

    std::array<std::array<unsigned char, 4>, 2> pixels{};
    glReadPixels(8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels[0].data());
    glReadPixels(56, 56, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels[1].data());
    glDeleteProgram(program);
    return {pixels[0][0] == 255, pixels[1][0] == 255};
}

// Adds a triangle in the upper right quarter. Its bone has turned it to the lower left.
armature::MeshInstance& addTurnedTriangle(armature::Scene& scene)
{
    armature::Skeleton& skeleton = scene.createSkeleton("skeleton");
    skeleton.createBone("root");
    skeleton.createBone("bone").setRotation({0.f, 0.f, glm::radians(180.f)});
    armature::Primitive triangle;
    triangle.positions = {{1.f, 0.f, 0.f}, {1.f, 1.f, 0.f}, {0.f, 1.f, 0.f}};
    triangle.skin = {.influencesPerVertex = 1, .joints = {1, 1, 1}, .weights = {1.f, 1.f, 1.f}};
    return scene.addMeshInstance({.name = "triangle", .primitives = {triangle}}, scene.createTransformNode("triangle"), &skeleton);
}

// The page's loop for other renderers. Returns how many primitives arrive with the data that they need.
std::size_t submitAll(const armature::Scene& scene)
{
    std::size_t submitted = 0;
    const auto submit = [&](const armature::Primitive& primitive, const glm::mat4& model, std::span<const glm::mat3x4> palette) {
        submitted += std::size_t{primitive.positions.size() == 3 && near(model, glm::mat4(1.f)) && palette.size() == 2};
    };
    for (const armature::MeshInstance* instance : scene.meshInstances()) {
        if (!instance->getNode().isEnabled()) {
            continue;
        }
        const armature::Skeleton* skeleton = instance->getSkeleton();
        const glm::mat4 model = skeleton != nullptr ? skeleton->getWorldMatrix() : instance->getNode().getWorldMatrix();
        std::span<const glm::mat3x4> palette;
        if (skeleton != nullptr) {
            palette = skeleton->getFinalMatrices(instance->getInverseBindSet());
        }
        for (const armature::Primitive& primitive : instance->getMesh()->primitives()) {
            submit(primitive, model, palette);
        }
    }
    return submitted;
}

const std::array<bool, 2> turned{true, false};

}  // namespace

// The examples of docs/rendering.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_rendering_page, *boost::unit_test::precondition(canDraw))
{
    const armature::support::HeadlessContext headless;
    armature::Scene scene;
    armature::MeshInstance& instance = addTurnedTriangle(scene);
    armature::Skeleton& skeleton = *instance.getSkeleton();
    const float aspect = 1.f;

    const armature::GlContext gl;         // loads the functions of the context that is current
    armature::SkinRenderer renderer(gl);  // compiles the shaders

    armature::support::Framebuffer framebuffer(gl, {.width = 64, .height = 64, .samples = 0});
    framebuffer.bind();

    const auto camera = armature::perspectiveCamera({0.f, 1.f, 4.f}, {0.f, 1.f, 0.f}, aspect, 0.1f, 100.f);
    renderer.draw(scene, camera, {.background = glm::vec4(0.1f, 0.1f, 0.12f, 1.f)});
    check(renderer.getStatistics().drawCalls == 1);

    armature::DrawOptions options;
    options.shadows = true;
    options.ground = armature::DrawOptions::Ground{.radius = 3.f};
    renderer.draw(scene, camera, options);
    const armature::DrawOptions::Ground::Patch ramp{
        {{-2.f, 0.004f, -2.f}, {2.f, 0.004f, -2.f}, {-2.f, 0.504f, 2.f}, {2.f, 0.504f, 2.f}}};
    options.ground = armature::DrawOptions::Ground{.patches = {&ramp, 1}};
    renderer.draw(scene, camera, options);
    check(renderer.getStatistics().drawCalls == 2);

    scene.skeletons().front()->bones().back()->setRotation({0.f, 0.f, 1.f});
    renderer.draw(scene, camera, {.ghost = armature::DrawOptions::Ghost{.tint = {1.f, 0.4f, 0.1f}, .setback = 0.05f}});
    check(renderer.getStatistics().drawCalls == 2);
    scene.skeletons().front()->bones().back()->setRotation({0.f, 0.f, glm::radians(180.f)});

    const std::vector<armature::SkinRenderer::Route> routes = renderer.describe(scene);
    check(armature::toString(routes.front()).starts_with("triangle, primitive 0: UniformBlock, Linear, 4 influences (2 joints, "));

    const armature::Camera whole = armature::frameCamera(armature::computeBounds(scene), aspect);  // all of it in the picture
    armature::TransformNode& tripod = scene.createTransformNode("tripod", nullptr, {.translation = {0.f, 1.f, 4.f}});
    tripod.setCamera(scene.addCamera({}));
    const armature::Camera filmed = armature::viewFrom(tripod, aspect);  // what a camera of the scene sees, as files bring them
    check(near(filmed.getPosition(), {0.f, 1.f, 4.f}));
    check(whole.getPosition().z > 0.f);

    armature::CameraFit fit({0.f, 0.3f, 1.f}, aspect, 0.7f);  // seen from the front, a little from above
    fit.add({0.f, 0.f, 0.f});                                 // a point
    fit.add({0.5f, 1.8f, 0.f}, 0.1f);                         // a cube of edge 0.2
    renderer.draw(scene, fit.getCamera());
    const float distance = glm::length(fit.getCamera().getPosition() - fit.getPlacement().target);
    check(std::abs(distance - fit.getPlacement().distance) < 1e-4f && distance > 1.f);

    armature::SkeletonViewer bones(gl);
    bones.draw(scene, camera);

    bones.draw(scene, camera, {.boneColor = {0.6f, 0.6f, 0.6f, 0.4f}, .isAtBind = true});
    bones.draw(scene, camera, {.shape = armature::SkeletonViewOptions::Shape::Sticks, .showNames = true});

    std::vector<armature::DebugLine> lines;  // keep it: it allocates only when it grows
    armature::appendBoxLines(lines, armature::computeBounds(scene), {1.f, 1.f, 1.f, 1.f});
    bones.draw(lines, camera, {.lineWidth = 2.5f});
    check(lines.size() == 12);

    instance.setMesh(armature::withWeightColors(*instance.getMesh(), 1));  // palette slot 1
    check(instance.getMesh()->primitives().front().colors.front() == armature::heatColor(1.f));

    const std::span<const glm::mat3x4> palette = skeleton.getFinalMatrices();
    check(palette.size_bytes() == 48 * palette.size());

    armature::PaletteBuffer palettes(gl);  // once
    palettes.beginFrame();
    const std::size_t range = palettes.add(skeleton.getFinalMatrices());  // for each skeleton
    palettes.upload();
    palettes.bindRange(range, 0);  // before each draw call: binding point 0
    check(drawWithOwnShader(instance.getMesh()->primitives().front()) == turned);
    palettes.endFrame();

    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    const GLsizeiptr blockBytes = 48 * 341;  // 48 * BONES_PER_BLOCK
    glBindBuffer(GL_UNIFORM_BUFFER, buffer);
    glBufferData(GL_UNIFORM_BUFFER, blockBytes, nullptr, GL_STREAM_DRAW);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, static_cast<GLsizeiptr>(palette.size_bytes()), palette.data());
    glBindBufferRange(GL_UNIFORM_BUFFER, 0, buffer, 0, blockBytes);
    check(drawWithOwnShader(instance.getMesh()->primitives().front()) == turned);

    check(submitAll(scene) == 1);

    const armature::Primitive& primitive = instance.getMesh()->primitives().front();
    const armature::SkinPlan plan(primitive.skin, primitive.positions.size());
    std::vector<glm::vec3> posed(primitive.positions.size());
    armature::skinVertices({.positions = primitive.positions}, plan, skeleton.getFinalMatrices(), {.positions = posed});
    check(near(posed.front(), {-1.f, 0.f, 0.f}));

    const armature::JointBounds bounds(*instance.getMesh());
    const armature::Aabb box = bounds.enclose(skeleton.getFinalMatrices(), instance.getMorphWeights());
    check(box.minimum.x <= -1.f && box.maximum.x >= -1.f);
}
