// The character walks over stairs and a ramp: above with its animation as it is, below with its feet placed on the ground.
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
#include "course.hpp"
#include "walker.hpp"

namespace {

using armature::support::Framebuffer;

constexpr float upperFloor = 2.95f;
constexpr double secondsPerStep = 1. / 60.;

using Patches = std::vector<armature::DrawOptions::Ground::Patch>;

struct Stage {
    armature::GlContext gl;
    armature::SkinRenderer renderer{gl};
    armature::Scene course;
    const Patches lowerPatches = foot_placement::coursePatches(0.f);
    const Patches upperPatches = foot_placement::coursePatches(upperFloor);
    foot_placement::Walker plain;
    foot_placement::Walker placed;

    explicit Stage(const std::filesystem::path& model) : plain(model, upperFloor, false), placed(model, 0.f, true)
    {
        foot_placement::addCourse(course, 0.f);
        foot_placement::addCourse(course, upperFloor);
    }

    void advance(double seconds)
    {
        plain.advance(seconds);
        placed.advance(seconds);
    }

    void drawCourse(Framebuffer& framebuffer)
    {
        framebuffer.bind();
        renderer.draw(course, camera(framebuffer), {.background = demos::backdrop});
    }

    void drawWalkers(const Framebuffer& framebuffer)
    {
        drawWalker(framebuffer, plain, upperPatches);
        drawWalker(framebuffer, placed, lowerPatches);
    }

    void drawWalker(const Framebuffer& framebuffer, const foot_placement::Walker& walker, const Patches& patches)
    {
        const armature::DrawOptions::Ground ground{.patches = patches};
        renderer.draw(walker.scene(), camera(framebuffer), {.shadows = true, .ground = ground});
    }

    static armature::Camera camera(const Framebuffer& framebuffer)
    {
        const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
        return armature::perspectiveCamera({-14.f, 6.1f, 2.9f}, {0.f, 2.72f, 3.4f}, aspect, 5.f, 30.f, 0.435f);
    }
};

// Draws one pass along the course: both walkers at several moments in one picture.
void drawStill(const std::filesystem::path& file, const std::filesystem::path& model)
{
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = 1280, .height = 960});
    stage.drawCourse(framebuffer);
    constexpr int moments = 8;
    constexpr int stepsBetween = 50;
    for (int moment = 0; moment < moments; ++moment) {
        for (int step = 0; step < stepsBetween; ++step) {
            stage.advance(secondsPerStep);
        }
        stage.drawWalkers(framebuffer);
    }
    armature::support::writePng(file, framebuffer.read());
    std::printf("%s: %d moments\n", file.c_str(), moments);
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
        stage.drawCourse(framebuffer);
        stage.drawWalkers(framebuffer);
        writer.add(framebuffer.read());
        for (int step = 0; step < stepsPerFrame; ++step) {
            stage.advance(secondsPerStep);
        }
    }
    writer.finish();
    std::printf("%s: %zu frames\n", file.c_str(), frames);
}

void showWindow(const std::filesystem::path& model)
{
    armature::support::Window window({.title = "foot_placement: above without, below with", .size = {1280, 960}});
    Stage stage(model);
    armature::support::showFrames(window, stage.gl, [&](Framebuffer& framebuffer, double seconds) {
        stage.advance(seconds);
        stage.drawCourse(framebuffer);
        stage.drawWalkers(framebuffer);
    });
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    const std::filesystem::path model = std::filesystem::path(arguments[0]).parent_path() / "character.glb";
    return armature::support::runDemo(
        argumentCount, arguments,
        {.usage = "usage: foot_placement [OUT.png [FRAMES]]\n"
                  "Shows a walk over stairs and a ramp in a window. With OUT.png, or without a display, it draws moments of it into one\n"
                  "picture (default OUT.png: out/foot_placement.png), with FRAMES (1 to 10000) an animated one.\n",
         .defaultFile = "out/foot_placement.png",
         .draw = [&](const std::filesystem::path& file,
                     std::optional<std::size_t> frames) { frames ? drawAnimation(file, model, *frames) : drawStill(file, model); },
         .showWindow = [&] { showWindow(model); }});
}
