// Two windmills made by code alone: key frames turn one; modifiers let the wind turn the other.
#include <cstdio>
#include <filesystem>
#include <optional>

#include <glm/ext/vector_float4.hpp>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/demo_program.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>
#include <armature/support/window.hpp>

#include "../look.hpp"
#include "windmill.hpp"

namespace {

constexpr std::size_t defaultFrames = 48;

constexpr float placeOfOne = -5.8f;
constexpr float placeOfOther = 6.4f;

/// Adds the windmill with key frames, playing, and the one in the wind.
void addBoth(armature::Scene& scene)
{
    windmill::addWindmill(scene, {placeOfOne, 0.f, 0.f}).play();
    windmill::addWindmillInWind(scene, {placeOfOther, 0.f, 0.f});
}

void draw(armature::SkinRenderer& renderer, armature::support::Framebuffer& framebuffer, const armature::Scene& scene)
{
    const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
    const armature::Camera camera = armature::perspectiveCamera({4.f, 7.5f, 24.5f}, {0.4f, 4.6f, 0.f}, aspect, 0.5f, 60.f);
    framebuffer.bind();
    // The floor touches the undersides of the meadows, and fades out within the picture.
    const armature::DrawOptions::Ground ground{.height = -0.2f, .radius = 12.5f, .color = demos::floorColor};
    renderer.draw(scene, camera, {.background = demos::backdrop, .shadows = true, .ground = ground});
}

// Draws one turn of the sails, which the animated picture repeats.
void drawFile(const std::filesystem::path& file, std::size_t frames)
{
    armature::Scene scene;
    addBoth(scene);

    const armature::support::HeadlessContext context;
    const armature::GlContext gl;
    armature::SkinRenderer renderer(gl);
    armature::support::Framebuffer framebuffer(gl, {.width = 800, .height = 400});
    const double secondsPerFrame = static_cast<double>(windmill::turnSeconds) / static_cast<double>(frames);
    armature::support::AnimatedPngWriter writer(file,
                                                {.width = 800, .height = 400, .frames = frames, .framesPerSecond = 1. / secondsPerFrame});
    for (std::size_t frame = 0; frame < frames; ++frame) {
        scene.animate(frame == 0 ? 0. : secondsPerFrame);
        draw(renderer, framebuffer, scene);
        writer.add(framebuffer.read());
    }
    writer.finish();
    std::printf("%s: %zu frames\n", file.c_str(), frames);
}

void showWindow()
{
    armature::Scene scene;
    addBoth(scene);

    armature::support::Window window({.title = "windmill", .size = {1200, 600}});
    const armature::GlContext gl;
    armature::SkinRenderer renderer(gl);
    armature::support::showFrames(window, gl, [&](armature::support::Framebuffer& framebuffer, double seconds) {
        scene.animate(seconds);
        draw(renderer, framebuffer, scene);
    });
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    return armature::support::runDemo(
        argumentCount, arguments,
        {.usage = "usage: windmill [OUT.png [FRAMES]]\n"
                  "Shows two windmills in a window. With OUT.png, or without a display, it writes an animated picture of FRAMES frames\n"
                  "(1 to 10000, default 48) instead; default OUT.png is out/windmill.png.\n",
         .defaultFile = "out/windmill.png",
         .draw = [](const std::filesystem::path& file,
                    std::optional<std::size_t> frames) { drawFile(file, frames.value_or(defaultFrames)); },
         .showWindow = showWindow});
}
