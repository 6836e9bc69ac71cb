// One walk, from left to right: on the character for which it was made, with its bones, with the weights of its joints, on another body;
// and in a crowd behind.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/demo_program.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>
#include <armature/support/window.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "../look.hpp"
#include "../retarget/row.hpp"
#include "followers.hpp"
#include "painted.hpp"

namespace {

using armature::support::Framebuffer;

constexpr std::size_t width = 960;
constexpr std::size_t height = 400;
constexpr std::size_t defaultFrames = 24;
constexpr double walkSeconds = 1.;
constexpr float quality = 82.f;  // of the WebP
constexpr float between = 1.3f;  // metres between neighbours of the front row

struct Stage {
    armature::GlContext gl;
    armature::SkinRenderer renderer{gl};
    armature::CrowdRenderer crowdRenderer{gl};
    armature::SkeletonViewer viewer{gl};
    retarget::Row row;
    hero::PaintedWalker painted;
    hero::Followers followers;

    explicit Stage(const std::filesystem::path& model) : row(model), painted(model), followers(model) {}

    void draw(Framebuffer& framebuffer, double seconds)
    {
        row.goTo(seconds);
        painted.goTo(seconds);
        followers.goTo(seconds);
        const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
        const armature::Camera camera = armature::perspectiveCamera({-1.9f, 2.1f, 10.2f}, {-0.05f, 0.93f, 0.f}, aspect, 0.5f, 60.f, 0.222f);
        const armature::DrawOptions::Ground floor{.center = {0.f, -2.f}, .radius = 11.f, .color = demos::floorColor};
        framebuffer.bind();
        renderer.draw(armature::Scene(), camera, {.background = demos::backdrop, .ground = floor});
        followers.draw(crowdRenderer, camera, floor);

        const armature::Scene& walker = *row.scenes().front();
        drawBody(walker, moved(camera, 0));
        drawBody(walker, moved(camera, 1));
        viewer.draw(row.leader(), moved(camera, 1), {.boneColor = {1.f, 0.78f, 0.16f, 0.9f}, .lineWidth = 1.f, .showAxes = false});
        drawBody(painted.scene(), moved(camera, 2));
        drawBody(*row.scenes()[2], moved(camera, 3));
    }

    // All bodies stand at the world's origin. Returns the camera for the one that has a place in the front row, counted from the left.
    static armature::Camera moved(armature::Camera camera, int place)
    {
        camera.view = glm::translate(camera.view, {between * (static_cast<float>(place) - 1.5f), 0.f, 0.f});
        return camera;
    }

    // Adds a body, and its shadow on the floor that is in the picture already.
    void drawBody(const armature::Scene& body, const armature::Camera& camera)
    {
        renderer.draw(body, camera, {.shadows = true, .ground = armature::DrawOptions::Ground()});
    }
};

void drawAnimation(const std::filesystem::path& file, const std::filesystem::path& model, std::size_t frames)
{
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = width, .height = height});
    const double rate = static_cast<double>(frames) / walkSeconds;
    armature::support::AnimatedWebpWriter writer(file, {.width = width, .height = height, .frames = frames, .framesPerSecond = rate},
                                                 quality);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        stage.draw(framebuffer, static_cast<double>(frame) / rate);
        writer.add(framebuffer.read());
    }
    writer.finish();
    std::printf("%s: %zu frames, %zu walkers behind\n", file.c_str(), frames, stage.followers.crowd().size());
}

void showWindow(const std::filesystem::path& model)
{
    armature::support::Window window({.title = "hero", .size = {1440, 600}});
    Stage stage(model);
    double time = 0.;
    armature::support::showFrames(window, stage.gl, [&](Framebuffer& framebuffer, double seconds) {
        time = std::fmod(time + seconds, walkSeconds);
        stage.draw(framebuffer, time);
    });
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    const std::filesystem::path model = std::filesystem::path(arguments[0]).parent_path() / "character.glb";
    return armature::support::runDemo(
        argumentCount, arguments,
        {.usage = "usage: hero [OUT.webp [FRAMES]]\n"
                  "Shows one walk in a window: on its character, with bones, with weights, on another body, in a crowd. With OUT.webp, or\n"
                  "without a display, it writes one second of it as an animated WebP of FRAMES frames (1 to 10000, default 24); default\n"
                  "OUT.webp is out/hero.webp.\n",
         .defaultFile = "out/hero.webp",
         .draw = [&](const std::filesystem::path& file,
                     std::optional<std::size_t> frames) { drawAnimation(file, model, frames.value_or(defaultFrames)); },
         .showWindow = [&] { showWindow(model); }});
}
