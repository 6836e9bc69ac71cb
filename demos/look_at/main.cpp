// A crowd that watches a lamp fly by.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <armature/armature.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/demo_program.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>
#include <armature/support/window.hpp>
#include <glm/gtc/constants.hpp>

#include "../look.hpp"
#include "../windmill/shapes.hpp"
#include "watchers.hpp"

namespace {

using armature::support::Framebuffer;
using Patch = armature::DrawOptions::Ground::Patch;

constexpr std::size_t watcherCount = 15;

// The lamp's position; its path repeats after phase 1.
glm::vec3 lampAt(float phase)
{
    const float angle = glm::two_pi<float>() * phase;
    return {2.6f * std::cos(angle), 1.7f + 0.7f * std::sin(2.f * angle), -1.1f + 0.6f * std::sin(angle)};
}

std::size_t addPaint(armature::Scene& scene, const char* name, const glm::vec3& color, const glm::vec3& glow = glm::vec3(0.f))
{
    armature::Material material;
    material.name = name;
    material.baseColor = glm::vec4(color, 1.f);
    material.emissive = glow;
    material.metallic = 0.f;
    return scene.addMaterial(std::move(material));
}

armature::TransformNode& addSolid(armature::Scene& scene, const char* name, armature::Primitive solid)
{
    armature::MeshDescription mesh;
    mesh.name = name;
    mesh.primitives.push_back(std::move(solid));
    armature::TransformNode& node = scene.createTransformNode(name);
    scene.addMeshInstance(std::move(mesh), node);
    return node;
}

armature::TransformNode& addTheatre(armature::Scene& scene)
{
    // The watchers stand on two steps around the centre.
    const std::vector<glm::vec2> theatre{{9.f, 0.8f}, {5.1f, 0.8f}, {5.1f, 0.4f}, {3.9f, 0.4f}, {3.9f, 0.f}};
    addSolid(scene, "floor", windmill::turned({{3.9f, 0.f}, {0.f, 0.f}}, addPaint(scene, "stone", demos::floorColor)));
    addSolid(scene, "steps", windmill::turned(theatre, addPaint(scene, "steps", 0.8f * demos::floorColor)));
    const std::vector<glm::vec2> bulb{{0.f, -0.12f},  {0.07f, -0.1f}, {0.11f, -0.05f}, {0.12f, 0.f},
                                      {0.11f, 0.05f}, {0.07f, 0.1f},  {0.f, 0.12f}};
    return addSolid(scene, "lamp", windmill::turned(bulb, addPaint(scene, "glow", {1.f, 0.7f, 0.2f}, {1.f, 0.55f, 0.1f})));
}

// Returns the floor and the steps, on which shadows fall: rings at different heights.
std::vector<Patch> theatreFloor()
{
    constexpr int segments = 32;
    std::vector<Patch> patches;
    for (const auto& [inner, outer, height] : {std::tuple(0.f, 3.9f, 0.f), std::tuple(3.9f, 5.1f, 0.4f), std::tuple(5.1f, 9.f, 0.8f)}) {
        const auto at = [height = height + 0.01f](float radius, int segment) {
            const float angle = glm::two_pi<float>() * static_cast<float>(segment) / segments;
            return glm::vec3(radius * std::sin(angle), height, radius * std::cos(angle));
        };
        for (int segment = 0; segment < segments; ++segment) {
            patches.push_back({at(inner, segment), at(outer, segment), at(inner, segment + 1), at(outer, segment + 1)});
        }
    }
    return patches;
}

struct Stage {
    armature::GlContext gl;
    armature::SkinRenderer lampRenderer{gl};
    armature::CrowdRenderer crowdRenderer{gl};
    std::vector<Patch> floor = theatreFloor();
    std::unique_ptr<armature::Scene> model;
    armature::Scene lampScene;
    armature::TransformNode& lamp = addTheatre(lampScene);
    look_at::Watchers watchers;

    explicit Stage(const std::filesystem::path& file) : model(armature::loadScene(file)), watchers(*model, watcherCount) {}

    // Returns how many watchers see the lamp without turning round.
    std::size_t draw(Framebuffer& framebuffer, float phase, double seconds)
    {
        lamp.setPosition(lampAt(phase));
        const std::size_t seeing = watchers.update(seconds, lampAt(phase));
        const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
        const armature::Camera camera = armature::perspectiveCamera({0.f, 2.2f, 4.2f}, {0.f, 1.15f, -3.f}, aspect, 0.5f, 40.f, 0.5f);
        framebuffer.bind();
        lampRenderer.draw(lampScene, camera, {.background = demos::backdrop});
        const armature::DrawOptions::Ground ground{.patches = floor};
        crowdRenderer.draw(*model, watchers.palettes(), watchers.placements(), camera, {.shadows = true, .ground = ground});
        return seeing;
    }
};

void drawStill(const std::filesystem::path& file, const std::filesystem::path& model)
{
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = 1280, .height = 560});
    const std::size_t seeing = stage.draw(framebuffer, 0.07f, 0.);
    armature::support::writePng(file, framebuffer.read());
    std::printf("%s: %zu of %zu watchers see the lamp\n", file.c_str(), seeing, watcherCount);
}

void drawAnimation(const std::filesystem::path& file, const std::filesystem::path& model, std::size_t frames)
{
    const armature::support::HeadlessContext context;
    Stage stage(model);
    Framebuffer framebuffer(stage.gl, {.width = 640, .height = 280});
    constexpr double framesPerSecond = 15.;
    armature::support::AnimatedPngWriter writer(file, {.width = 640, .height = 280, .frames = frames, .framesPerSecond = framesPerSecond});
    for (std::size_t frame = 0; frame < frames; ++frame) {
        stage.draw(framebuffer, static_cast<float>(frame) / static_cast<float>(frames), 1. / framesPerSecond);
        writer.add(framebuffer.read());
    }
    writer.finish();
    std::printf("%s: %zu frames\n", file.c_str(), frames);
}

void showWindow(const std::filesystem::path& model)
{
    armature::support::Window window({.title = "look_at", .size = {1280, 560}});
    Stage stage(model);
    double time = 0.;
    armature::support::showFrames(window, stage.gl, [&](Framebuffer& framebuffer, double seconds) {
        time += seconds;
        stage.draw(framebuffer, static_cast<float>(std::fmod(time / 8., 1.)), seconds);
    });
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    const std::filesystem::path model = std::filesystem::path(arguments[0]).parent_path() / "character.glb";
    return armature::support::runDemo(
        argumentCount, arguments,
        {.usage = "usage: look_at [OUT.png [FRAMES]]\n"
                  "Shows a crowd that watches a lamp in a window. With OUT.png, or without a display, it draws a picture of it (default\n"
                  "OUT.png: out/look_at.png), with FRAMES (1 to 10000) the lamp's whole way as an animated one.\n",
         .defaultFile = "out/look_at.png",
         .draw = [&](const std::filesystem::path& file,
                     std::optional<std::size_t> frames) { frames ? drawAnimation(file, model, *frames) : drawStill(file, model); },
         .showWindow = [&] { showWindow(model); }});
}
