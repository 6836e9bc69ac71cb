// The character starts, walks, runs, turns, stops and jumps as you steer it, moved by its root motion and with its feet planted on the
// ground.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <vector>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/demo_program.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>
#include <armature/support/window.hpp>

#include "../look.hpp"
#include "explorer.hpp"

namespace {

using armature::support::Framebuffer;

constexpr double secondsPerStep = 1. / 60.;
constexpr double scriptSeconds = 22.;

struct Stage {
    armature::GlContext gl;
    armature::SkinRenderer renderer{gl};
    locomotion::Explorer explorer;
    std::vector<locomotion::Command> script = locomotion::scriptedRun();
    double time = 0.;

    explicit Stage(const std::filesystem::path& model) : explorer(model) {}

    void advanceByScript()
    {
        locomotion::follow(script, time - secondsPerStep / 2., time + secondsPerStep / 2., explorer);
        explorer.advance(secondsPerStep);
        time += secondsPerStep;
    }

    // Begins a picture with the ground.
    void drawFirst(const armature::Camera& camera)
    {
        const armature::DrawOptions::Ground ground{.center = {1.5f, -1.5f}, .radius = 16.f, .color = demos::floorColor};
        renderer.draw(explorer.scene(), camera, {.background = demos::backdrop, .shadows = true, .ground = ground});
    }

    // Adds the character, and its shadow on the ground that is already in the picture.
    void drawAnother(const armature::Camera& camera)
    {
        const glm::vec3 place = explorer.position();
        const armature::DrawOptions::Ground ground{.center = {place.x, place.z}, .radius = 6.f};
        renderer.draw(explorer.scene(), camera, {.shadows = true, .ground = ground});
    }
};

armature::Camera cameraAt(const Framebuffer& framebuffer, const glm::vec3& from, const glm::vec3& at, float angle)
{
    const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
    return armature::perspectiveCamera(from, at, aspect, 0.5f, 60.f, angle);
}

// Draws the whole run into one picture, with the character at many moments.
void drawStill(const std::filesystem::path& file, const std::filesystem::path& model)
{
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = 1280, .height = 640});
    const armature::Camera camera = cameraAt(framebuffer, {-12.f, 7.f, -1.f}, {1.8f, 0.9f, -1.4f}, 0.44f);
    framebuffer.bind();
    constexpr int stepsBetween = 50;
    int moments = 0;
    for (int step = 0; stage.time < scriptSeconds; ++step) {
        if (step % stepsBetween == 0) {
            moments++ == 0 ? stage.drawFirst(camera) : stage.drawAnother(camera);
        }
        stage.advanceByScript();
    }
    armature::support::writePng(file, framebuffer.read());
    std::printf("%s: %d moments\n", file.c_str(), moments);
}

// The camera follows the character.
void drawFrame(Stage& stage, Framebuffer& framebuffer)
{
    const glm::vec3 at = stage.explorer.position() + glm::vec3(0.f, 0.85f, 0.f);
    const armature::Camera camera = cameraAt(framebuffer, at + glm::vec3(-3.6f, 1.2f, 2.6f), at, 0.5f);
    framebuffer.bind();
    stage.drawFirst(camera);
}

void drawAnimation(const std::filesystem::path& file, const std::filesystem::path& model, std::size_t frames)
{
    constexpr int stepsPerFrame = 4;
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = 640, .height = 480});
    armature::support::AnimatedPngWriter writer(
        file, {.width = 640, .height = 480, .frames = frames, .framesPerSecond = 1. / (stepsPerFrame * secondsPerStep)});
    for (std::size_t frame = 0; frame < frames; ++frame) {
        drawFrame(stage, framebuffer);
        writer.add(framebuffer.read());
        for (int step = 0; step < stepsPerFrame; ++step) {
            stage.advanceByScript();
        }
    }
    writer.finish();
    std::printf("%s: %zu frames\n", file.c_str(), frames);
}

// W walks, and runs with Shift; A and D turn, by a quarter turn when standing still; Space jumps.
void steerByKeys(const armature::support::Window& window, locomotion::Explorer& explorer)
{
    const bool goes = window.isKeyDown('W');
    const float speed = goes ? (window.isShiftDown() ? 2.5f : 0.98f) : 0.f;
    const bool left = window.isKeyDown('A');
    const bool right = window.isKeyDown('D');
    explorer.steer(speed, (left ? 1.f : 0.f) - (right ? 1.f : 0.f));
    if (!goes && explorer.player().getState("body") == "idle") {
        if (left) {
            explorer.turnLeft();
        } else if (right) {
            explorer.turnRight();
        } else if (window.isKeyDown(' ')) {
            explorer.jump();
        }
    }
}

void showWindow(const std::filesystem::path& model)
{
    armature::support::Window window({.title = "locomotion: W, Shift, A, D, Space", .size = {1280, 960}});
    Stage stage(model);
    armature::support::showFrames(window, stage.gl, [&](Framebuffer& framebuffer, double seconds) {
        steerByKeys(window, stage.explorer);
        stage.explorer.advance(std::min(seconds, 0.1));
        drawFrame(stage, framebuffer);
    });
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    const std::filesystem::path model = std::filesystem::path(arguments[0]).parent_path() / "character.glb";
    return armature::support::runDemo(
        argumentCount, arguments,
        {.usage =
             "usage: locomotion [OUT.png [FRAMES]]\n"
             "Steer the character in a window: W walks, Shift runs, A and D turn, Space jumps. With OUT.png, or without a display, it\n"
             "draws a scripted run into one picture (default OUT.png: out/locomotion.png), with FRAMES (1 to 10000) an animated one.\n",
         .defaultFile = "out/locomotion.png",
         .draw = [&](const std::filesystem::path& file,
                     std::optional<std::size_t> frames) { frames ? drawAnimation(file, model, *frames) : drawStill(file, model); },
         .showWindow = [&] { showWindow(model); }});
}
