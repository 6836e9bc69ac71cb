#include <memory>

#include <dlfcn.h>

#include <benchmark/benchmark.h>

#include <armature/error.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/scene/mesh.hpp>

#include "rig.hpp"
#include "tools/support/framebuffer.hpp"
#include "tools/support/headless_context.hpp"

namespace {

bool driverDraws = true;

}  // namespace

// Stands before OpenGL's own in this program: what a draw call sets off in a driver, on software rendering the vertices' work on this very
// thread, can be left out of a measurement.
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

// A point on a bone: as little for the driver to draw as there can be.
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

// All palettes into one buffer, and a range of it bound for each skeleton; by skeleton.
void uploadPalettes(benchmark::State& state)
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
            palettes.add(skeleton.getFinalMatrices());
        }
        palettes.upload();
        for (std::size_t i = 0; i < skeletons; ++i) {
            palettes.bindRange(i, 0);
        }
        palettes.endFrame();
    }
    countItems(state, skeletons);
    state.counters["uploads_per_frame"] =
        static_cast<double>(palettes.statistics().uploads) / static_cast<double>(palettes.statistics().frames);
}
BENCHMARK(uploadPalettes)->Name("palette_upload/1000x64")->Unit(benchmark::kMicrosecond);

// A frame of the renderer: palettes up, state set and a draw call made for each skeleton; by draw.
void draw(benchmark::State& state, bool withDriver)
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
        renderer.draw(scene, camera);
    }
    driverDraws = true;
    countItems(state, skeletons);
    state.counters["draw_calls"] = static_cast<double>(renderer.statistics().drawCalls);
}
BENCHMARK_CAPTURE(draw, submission, false)->Name("draw/1000")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(draw, driver, true)->Name("draw_with_driver/1000")->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace armature::bench
