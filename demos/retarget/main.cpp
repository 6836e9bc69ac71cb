// One walk on four bodies: the project's character, a taller one, one with short legs, and a motion-capture skeleton.
#include <cstdio>
#include <filesystem>
#include <optional>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/demo_program.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>
#include <armature/support/window.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "../look.hpp"
#include "row.hpp"

namespace {

using armature::support::Framebuffer;

constexpr float between = 1.25f;  // metres between neighbours

struct Stage {
    armature::GlContext gl;
    armature::SkinRenderer renderer{gl};
    retarget::Row row;

    explicit Stage(const std::filesystem::path& model) : row(model) {}

    // All bodies stand at the world's origin; the camera moves sideways for each.
    void draw(Framebuffer& framebuffer, double seconds)
    {
        row.goTo(seconds);
        const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
        const armature::Camera camera = armature::perspectiveCamera({-3.4f, 1.8f, 10.4f}, {0.f, 0.98f, 0.f}, aspect, 0.5f, 60.f, 0.22f);
        framebuffer.bind();
        const armature::DrawOptions::Ground ground{.radius = 9.f, .color = demos::floorColor};
        renderer.draw(armature::Scene(), camera, {.background = demos::backdrop, .ground = ground});
        const auto all = row.scenes();
        for (std::size_t i = 0; i < all.size(); ++i) {
            const float x = between * (static_cast<float>(i) - static_cast<float>(all.size() - 1) / 2.f);
            armature::Camera aside = camera;
            aside.view = glm::translate(camera.view, {x, 0.f, 0.f});
            renderer.draw(*all[i], aside, {.shadows = true, .ground = armature::DrawOptions::Ground()});
        }
    }
};

void drawStill(const std::filesystem::path& file, const std::filesystem::path& model)
{
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = 1280, .height = 560});
    stage.draw(framebuffer, 0.02);
    armature::support::writePng(file, framebuffer.read());
    std::printf("%s: %zu bodies\n", file.c_str(), stage.row.scenes().size());
}

void drawAnimation(const std::filesystem::path& file, const std::filesystem::path& model, std::size_t frames)
{
    constexpr double framesPerSecond = 30.;
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = 800, .height = 350});
    armature::support::AnimatedPngWriter writer(file, {.width = 800, .height = 350, .frames = frames, .framesPerSecond = framesPerSecond});
    for (std::size_t frame = 0; frame < frames; ++frame) {
        stage.draw(framebuffer, static_cast<double>(frame) / framesPerSecond);
        writer.add(framebuffer.read());
    }
    writer.finish();
    std::printf("%s: %zu frames\n", file.c_str(), frames);
}

void showWindow(const std::filesystem::path& model)
{
    armature::support::Window window({.title = "retarget", .size = {1280, 560}});
    Stage stage(model);
    double time = 0.;
    armature::support::showFrames(window, stage.gl, [&](Framebuffer& framebuffer, double seconds) {
        time += seconds;
        stage.draw(framebuffer, time);
    });
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    const std::filesystem::path model = std::filesystem::path(arguments[0]).parent_path() / "character.glb";
    return armature::support::runDemo(
        argumentCount, arguments,
        {.usage =
             "usage: retarget [OUT.png [FRAMES]]\n"
             "Shows one walk on four different bodies in a window. With OUT.png, or without a display, it draws a picture of it (default\n"
             "OUT.png: out/retarget.png), with FRAMES (1 to 10000) an animated one.\n",
         .defaultFile = "out/retarget.png",
         .draw = [&](const std::filesystem::path& file,
                     std::optional<std::size_t> frames) { frames ? drawAnimation(file, model, *frames) : drawStill(file, model); },
         .showWindow = [&] { showWindow(model); }});
}
