#include <memory>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include <GL/glew.h>
#include <benchmark/benchmark.h>
#include <glm/ext/matrix_float4x4.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/animation/clip_bounds.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/error.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/skin_renderer.hpp>

#include "rig.hpp"
#include <armature/support/offscreen.hpp>

namespace {

bool driverDraws = true;

}  // namespace

// Replaces OpenGL's own function in this program, so that a measurement can leave out the driver's work for a draw call. With software
// rendering, that work includes the vertices and runs on this thread.
extern "C" void glDrawArrays(unsigned int mode, int first, int count)
{
    static const auto draw = reinterpret_cast<void (*)(unsigned int, int, int)>(dlsym(RTLD_NEXT, "glDrawArrays"));
    if (driverDraws) {
        draw(mode, first, count);
    }
}

namespace armature::bench {

namespace {

constexpr std::size_t skeletons = 1000;
constexpr std::size_t bones = 64;
constexpr std::size_t members = 10'000;

// A single skinned point, the least that a driver can draw.
std::shared_ptr<const Mesh> smallestMesh()
{
    MeshDescription mesh;
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.positions = {{0.f, 0.f, 0.f}};
    primitive.skin = {4, {0, 1, 2, 3}, {0.25f, 0.25f, 0.25f, 0.25f}};
    return Mesh::create(std::move(mesh));
}

struct Window {
    support::HeadlessContext headless;
    GlContext context;
    support::Framebuffer framebuffer{context, {8, 8}};
};

std::unique_ptr<Window> openWindow(benchmark::State& state)
{
    try {
        return std::make_unique<Window>();
    } catch (const Error& error) {
        state.SkipWithError(error.what());
        return nullptr;
    }
}

// Uploads all palettes into one buffer and binds a range of it for each skeleton; time per skeleton.
void uploadPalettes(benchmark::State& state, bool isDual)
{
    const auto window = openWindow(state);
    if (window == nullptr) {
        return;
    }
    Skeleton skeleton;
    fillSkeleton(skeleton, bones);
    PaletteBuffer palettes(window->context);
    for (auto _ : state) {
        palettes.beginFrame();
        for (std::size_t i = 0; i < skeletons; ++i) {
            isDual ? palettes.addDualQuaternions(skeleton.getFinalMatrices()) : palettes.add(skeleton.getFinalMatrices());
        }
        palettes.upload();
        for (std::size_t i = 0; i < skeletons; ++i) {
            palettes.bindRange(i, 0);
        }
        palettes.endFrame();
    }
    countItems(state, skeletons);
    state.counters["uploads_per_frame"] =
        static_cast<double>(palettes.getStatistics().uploads) / static_cast<double>(palettes.getStatistics().frames);
}
BENCHMARK_CAPTURE(uploadPalettes, linear, false)->Name("palette_upload/1000x64")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(uploadPalettes, dual, true)->Name("palette_upload_dual/1000x64")->Unit(benchmark::kMicrosecond);

// A frame of the renderer: culling or not, palettes uploaded, state set and a draw call made for each skeleton; time per draw.
void draw(benchmark::State& state, bool withDriver, bool culls)
{
    const auto window = openWindow(state);
    if (window == nullptr) {
        return;
    }
    Scene scene;
    const auto mesh = smallestMesh();
    TransformNode& node = scene.createTransformNode("node");
    Skeleton& first = scene.createSkeleton("first");
    fillSkeleton(first, bones);
    scene.addMeshInstance(mesh, node, &first);
    for (std::size_t i = 1; i < skeletons; ++i) {
        scene.addMeshInstance(mesh, node, &scene.addSkeleton(first.clone()));
    }
    scene.update();
    window->framebuffer.bind();
    SkinRenderer renderer(window->context);
    const Camera camera = perspectiveCamera({0.f, 1.f, 5.f}, {0.f, 1.f, 0.f}, 1.f, 0.1f, 100.f);
    renderer.draw(scene, camera);
    driverDraws = withDriver;
    for (auto _ : state) {
        renderer.draw(scene, camera, {.cullsOutOfView = culls});
    }
    driverDraws = true;
    countItems(state, skeletons);
    state.counters["draw_calls"] = static_cast<double>(renderer.getStatistics().drawCalls);
}
BENCHMARK_CAPTURE(draw, submission, false, true)->Name("draw/1000")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(draw, all, false, false)->Name("draw_all/1000")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(draw, driver, true, true)->Name("draw_with_driver/1000")->Unit(benchmark::kMicrosecond);

/// Ten thousand members on a field, seen from its centre, so that about one in ten is in view. Each member has a point on every bone.
struct Field {
    Field() : skeleton(scene.createSkeleton("member"))
    {
        fillSkeleton(skeleton, bones);
        MeshDescription description;
        Primitive& primitive = description.primitives.emplace_back();
        primitive.topology = PrimitiveTopology::Points;
        primitive.skin.influencesPerVertex = 1;
        for (std::size_t i = 0; i < bones; ++i) {
            const glm::mat4 bind = skeleton.bones()[i]->getAbsoluteBindMatrix();
            primitive.positions.emplace_back(bind[3]);
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(skeleton.bones()[i]->getIndex().value_or(0)));
            primitive.skin.weights.push_back(1.f);
        }
        mesh = Mesh::create(std::move(description));
        scene.addMeshInstance(mesh, scene.createTransformNode("node"), &skeleton);
        placements.resize(members);
        for (std::size_t i = 0; i < members; ++i) {
            const std::size_t row = i / 100;
            placements[i].world[3] = {3.f * (static_cast<float>(i % 100) - 50.f), 0.f, 3.f * (static_cast<float>(row) - 50.f), 1.f};
            placements[i].palette = i;
        }
    }

    Scene scene;
    Skeleton& skeleton;
    std::shared_ptr<const Mesh> mesh;
    std::vector<CrowdPlacement> placements;
    Camera camera = perspectiveCamera({0.f, 1.f, 0.f}, {0.f, 1.f, 10.f}, 1.f, 0.1f, 1000.f);
};

/// Calls frame() for each iteration. The driver's work for the draw call is left out.
template <class Frame>
void measureFrames(benchmark::State& state, const Frame& frame)
{
    frame();
    const auto driver = std::exchange(__glewDrawArraysInstanced, [](GLenum, GLint, GLsizei, GLsizei) {});
    for (auto _ : state) {
        frame();
    }
    __glewDrawArraysInstanced = driver;
    countItems(state, members);
}

// Draws from existing palettes; time per member.
void drawCrowd(benchmark::State& state, bool culls)
{
    const auto window = openWindow(state);
    if (window == nullptr) {
        return;
    }
    const Field field;
    std::vector<glm::mat3x4> palettes;
    for (std::size_t i = 0; i < members; ++i) {
        palettes.insert(palettes.end(), field.skeleton.getFinalMatrices().begin(), field.skeleton.getFinalMatrices().end());
    }
    window->framebuffer.bind();
    CrowdRenderer renderer(window->context);
    measureFrames(state, [&] { renderer.draw(field.scene, {palettes, bones}, field.placements, field.camera, {.cullsOutOfView = culls}); });
    state.counters["drawn"] = static_cast<double>(renderer.getStatistics().instances);
}
BENCHMARK_CAPTURE(drawCrowd, culled, true)->Name("crowd_draw/10000x64")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(drawCrowd, all, false)->Name("crowd_draw_all/10000x64")->Unit(benchmark::kMicrosecond);

// A frame of that crowd playing a clip: choosing levels of detail or not, poses, palettes and drawing; time per member.
void crowdScene(benchmark::State& state, bool hasLevels, std::size_t coarsestBones)
{
    const auto window = openWindow(state);
    if (window == nullptr) {
        return;
    }
    const Field field;
    const auto exact = AnimationClip::create(denseClip(bones, ChannelTarget::Kind::Bone, 11));
    const auto clip = BakedClip::create(*exact, field.skeleton, {.framesPerSecond = 30.});
    Crowd crowd(field.skeleton);
    crowd.addClip(clip);
    const Aabb box = ClipBounds(*field.mesh, field.skeleton).enclose(*clip);
    crowd.setBoneLevels(detailLevels(bones));
    std::vector<CrowdInstance> instances;
    instances.reserve(members);
    std::vector<CrowdRenderer::Levels::Member> all;
    all.reserve(members);
    for (std::size_t i = 0; i < members; ++i) {
        instances.push_back(crowd.add({.time = 0.0002 * static_cast<double>(i)}));
        all.push_back({field.placements[i].world, box});
    }
    window->framebuffer.bind();
    CrowdRenderer renderer(window->context);
    CrowdRenderer::Levels levels(0.2f, 8, coarsestBones);
    std::vector<CrowdPlacement> placements = field.placements;
    measureFrames(state, [&] {
        if (hasLevels) {
            const auto chosen = levels.choose(all, field.camera);
            placements.clear();
            for (std::size_t i = 0; i < members; ++i) {
                crowd.setCulled(instances[i], !chosen[i].isDrawn);
                crowd.setUpdateInterval(instances[i], chosen[i].interval);
                crowd.setBoneLevel(instances[i], chosen[i].boneLevel);
                if (chosen[i].isDrawn) {
                    placements.push_back(field.placements[i]);
                }
            }
        }
        crowd.update(1. / 60.);
        renderer.draw(field.scene, {crowd.getPalettes(), bones}, placements, field.camera);
    });
    state.counters["placed"] = static_cast<double>(placements.size());
}
BENCHMARK_CAPTURE(crowdScene, all, false, 0)->Name("crowd_scene/10000x64")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(crowdScene, intervals, true, 0)->Name("crowd_scene_intervals/10000x64")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(crowdScene, levels, true, 3)->Name("crowd_scene_levels/10000x64")->Unit(benchmark::kMicrosecond);

// A skeleton moves 20000 points; time per vertex. On software rendering this measures the shader's work.
void drawVertices(benchmark::State& state, DrawOptions options, std::size_t morphTargets)
{
    const auto window = openWindow(state);
    if (window == nullptr) {
        return;
    }
    constexpr std::size_t vertices = 20000;
    MeshDescription mesh;
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = 4;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        primitive.positions.emplace_back(0.001f * static_cast<float>(vertex % 100), 0.f, 0.f);
        primitive.normals.emplace_back(0.f, 1.f, 0.f);
        for (std::size_t i = 0; i < 4; ++i) {
            primitive.skin.joints.push_back(static_cast<std::uint16_t>((vertex / 40 + i) % bones));
            primitive.skin.weights.push_back(0.25f);
        }
    }
    primitive.morphTargets.assign(morphTargets, {.positions = primitive.normals, .normals = primitive.positions});
    mesh.morphWeights.assign(morphTargets, 0.01f);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    fillSkeleton(skeleton, bones);
    MeshInstance& instance = scene.addMeshInstance(Mesh::create(std::move(mesh)), scene.createTransformNode("node"), &skeleton);
    window->framebuffer.bind();
    glEnable(GL_RASTERIZER_DISCARD);
    SkinRenderer renderer(window->context);
    const Camera camera = perspectiveCamera({0.f, 1.f, 5.f}, {0.f, 1.f, 0.f}, 1.f, 0.1f, 100.f);
    renderer.draw(scene, camera, options);  // compiles the shaders that it needs
    glFinish();
    float weight = 0.f;
    for (auto _ : state) {
        if (morphTargets > 0) {
            instance.setMorphWeight(0, weight = 0.5f - weight);
        }
        renderer.draw(scene, camera, options);
        glFinish();
    }
    countItems(state, vertices);
}
BENCHMARK_CAPTURE(drawVertices, block, {}, 0)->Name("draw_vertices/block")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(drawVertices, storage, {.path = DrawOptions::Path::StorageBuffer}, 0)
    ->Name("draw_vertices/storage")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(drawVertices, texture, {.path = DrawOptions::Path::BufferTexture}, 0)
    ->Name("draw_vertices/texture")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(drawVertices, cpu, {.path = DrawOptions::Path::Cpu}, 0)->Name("draw_vertices/cpu")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(drawVertices, dual, {.skinning = DrawOptions::Skinning::DualQuaternions}, 0)
    ->Name("draw_vertices/dual")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(drawVertices, morph, {}, 8)->Name("draw_vertices/morph")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(drawVertices, morph_cpu, {.morphsOnCpu = true}, 8)->Name("draw_vertices/morph_on_cpu")->Unit(benchmark::kMicrosecond);

/// A shader program without a library: a matrix for each bone in a uniform array.
GLuint naiveProgram()
{
    const char* const text = R"(#version 330 core
uniform mat4 viewProjection;
uniform mat4 bones[64];
in vec3 position;
in ivec4 joints;
in vec4 weights;
void main()
{
    mat4 skin = weights.x * bones[joints.x] + weights.y * bones[joints.y] + weights.z * bones[joints.z] + weights.w * bones[joints.w];
    gl_Position = viewProjection * skin * vec4(position, 1.0);
})";
    const GLuint shader = glCreateShader(GL_VERTEX_SHADER);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    const GLuint program = glCreateProgram();
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDeleteShader(shader);
    return program;
}

// The same frame without a library: for each skeleton, writes its matrices to the uniform array and makes a draw call.
void naiveDraw(benchmark::State& state)
{
    const auto window = openWindow(state);
    if (window == nullptr) {
        return;
    }
    window->framebuffer.bind();
    const GLuint program = naiveProgram();
    GLuint vertices = 0;
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    glUseProgram(program);
    const glm::mat4 viewProjection(1.f);
    const std::vector<std::vector<glm::mat4>> palettes(skeletons, std::vector<glm::mat4>(bones, glm::mat4(1.f)));
    const GLint camera = glGetUniformLocation(program, "viewProjection");
    const GLint matrices = glGetUniformLocation(program, "bones");
    driverDraws = false;
    for (auto _ : state) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glUniformMatrix4fv(camera, 1, GL_FALSE, &viewProjection[0][0]);
        for (const auto& palette : palettes) {
            glUniformMatrix4fv(matrices, static_cast<GLsizei>(palette.size()), GL_FALSE, &palette[0][0][0]);
            glDrawArrays(GL_POINTS, 0, 1);
        }
    }
    driverDraws = true;
    countItems(state, skeletons);
    glDeleteVertexArrays(1, &vertices);
    glDeleteProgram(program);
}
BENCHMARK(naiveDraw)->Name("naive_draw/1000")->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace armature::bench
