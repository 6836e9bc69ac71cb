// The character walks, turns, stops and jumps while its antenna, its scarf and the strap behind its bag swing.
#include <algorithm>
#include <array>
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
#include "wanderer.hpp"

namespace {

using armature::support::Framebuffer;

constexpr double secondsPerStep = 1. / 60.;

struct Stage {
    armature::GlContext gl;
    armature::SkinRenderer renderer{gl};
    springs::Wanderer wanderer;

    explicit Stage(const std::filesystem::path& model) : wanderer(model) {}

    // Begins a picture with the ground.
    void drawGround(const armature::Camera& camera, const glm::vec3& center)
    {
        const armature::DrawOptions::Ground ground{.center = {center.x, center.z}, .radius = 9.f, .color = demos::floorColor};
        renderer.draw(armature::Scene(), camera, {.background = demos::backdrop, .ground = ground});
    }

    // Adds the character, and its shadow on the ground that is already in the picture.
    void drawWanderer(const armature::Camera& camera)
    {
        const glm::vec3 at = wanderer.position();
        const armature::DrawOptions::Ground ground{.height = at.y, .center = {at.x, at.z}};
        renderer.draw(wanderer.scene(), camera, {.shadows = true, .ground = ground});
    }
};

armature::Camera cameraAt(const Framebuffer& framebuffer, const glm::vec3& from, const glm::vec3& at, float angle)
{
    const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
    return armature::perspectiveCamera(from, at, aspect, 0.5f, 60.f, angle);
}

// Draws moments side by side, wherever the character was: walking, stopping, turning, walking, rising, falling, landing.
void drawStill(const std::filesystem::path& file, const std::filesystem::path& model)
{
    constexpr std::array moments{1.95, 4.15, 5.1, 7.25, 11.2, 11.5, 11.75};
    constexpr float between = 0.95f;
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = 1280, .height = 480});
    const armature::Camera camera = cameraAt(framebuffer, {-12.f, 2.6f, 0.f}, {0.f, 0.98f, 0.f}, 0.205f);
    framebuffer.bind();
    stage.drawGround(camera, glm::vec3(0.f));
    for (std::size_t i = 0; i < moments.size(); ++i) {
        while (stage.wanderer.getTime() < moments[i] - secondsPerStep / 2.) {
            stage.wanderer.advance(secondsPerStep);
        }
        const float slot = between * (static_cast<float>(i) - static_cast<float>(moments.size() - 1) / 2.f);
        const glm::vec3 at = stage.wanderer.position();
        armature::Camera moved = camera;
        moved.view = glm::translate(camera.view, glm::vec3(0.f, 0.f, slot) - at);
        stage.drawWanderer(moved);
    }
    armature::support::writePng(file, framebuffer.read());
    std::printf("%s: %zu moments\n", file.c_str(), moments.size());
}

// The camera follows the character.
void drawFrame(Stage& stage, Framebuffer& framebuffer)
{
    const glm::vec3 at = stage.wanderer.position() + glm::vec3(0.f, 0.95f, 0.f);
    const armature::Camera camera = cameraAt(framebuffer, at + glm::vec3(-3.6f, 0.9f, 1.2f), at, 0.55f);
    framebuffer.bind();
    stage.drawGround(camera, at);
    stage.drawWanderer(camera);
}

void drawAnimation(const std::filesystem::path& file, const std::filesystem::path& model, std::size_t frames)
{
    constexpr int stepsPerFrame = 2;
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = 640, .height = 480});
    armature::support::AnimatedPngWriter writer(
        file, {.width = 640, .height = 480, .frames = frames, .framesPerSecond = 1. / (stepsPerFrame * secondsPerStep)});
    for (std::size_t frame = 0; frame < frames; ++frame) {
        drawFrame(stage, framebuffer);
        writer.add(framebuffer.read());
        for (int step = 0; step < stepsPerFrame; ++step) {
            stage.wanderer.advance(secondsPerStep);
        }
    }
    writer.finish();
    std::printf("%s: %zu frames\n", file.c_str(), frames);
}

void showWindow(const std::filesystem::path& model)
{
    armature::support::Window window({.title = "springs", .size = {1280, 960}});
    Stage stage(model);
    armature::support::showFrames(window, stage.gl, [&](Framebuffer& framebuffer, double seconds) {
        stage.wanderer.advanceInSteps(std::min(seconds, 0.1));
        drawFrame(stage, framebuffer);
    });
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    const std::filesystem::path model = std::filesystem::path(arguments[0]).parent_path() / "character.glb";
    return armature::support::runDemo(
        argumentCount, arguments,
        {.usage = "usage: springs [OUT.png [FRAMES]]\n"
                  "Shows what swings of a character that walks, turns and jumps in a window. With OUT.png, or without a display, it draws\n"
                  "moments of it into one picture (default OUT.png: out/springs.png), with FRAMES (1 to 10000) an animated one.\n",
         .defaultFile = "out/springs.png",
         .draw = [&](const std::filesystem::path& file,
                     std::optional<std::size_t> frames) { frames ? drawAnimation(file, model, *frames) : drawStill(file, model); },
         .showWindow = [&] { showWindow(model); }});
}
