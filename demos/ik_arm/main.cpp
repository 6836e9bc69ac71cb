// An arm reaches for a target: the mouse in a window, a point on a fixed path in pictures.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/demo_program.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>
#include <armature/support/window.hpp>

#include "arm.hpp"

namespace {

constexpr glm::vec4 dusk{0.025f, 0.035f, 0.055f, 1.f};
constexpr std::size_t width = 480;
constexpr std::size_t height = 360;

armature::Camera cameraFor(const armature::support::Framebuffer& framebuffer)
{
    const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
    return armature::perspectiveCamera({1.4f, 2.2f, 6.f}, {0.f, 1.f, 0.f}, aspect, 0.5f, 30.f);
}

struct Stage {
    armature::GlContext gl;
    armature::SkinRenderer renderer{gl};
    armature::SkeletonViewer viewer{gl};
    armature::Scene scene;
    ik_arm::Arm arm{scene};

    armature::BoneIkReport draw(armature::support::Framebuffer& framebuffer, const glm::vec3& target, double seconds)
    {
        const armature::BoneIkReport report = arm.reachFor(target, seconds);
        const armature::Camera camera = cameraFor(framebuffer);
        framebuffer.bind();
        const armature::DrawOptions::Ground ground{.radius = 5.f, .color = glm::vec3(0.055f, 0.065f, 0.085f)};
        renderer.draw(scene, camera, {.background = dusk, .shadows = true, .ground = ground});
        viewer.draw(scene, camera, {.showAxes = false});
        viewer.draw(arm.lines(), camera, {.lineWidth = 2.f});
        return report;
    }
};

// Draws three moments side by side: bent, beyond reach, and on the other side.
void drawStill(const std::filesystem::path& file)
{
    const armature::support::HeadlessContext context;
    Stage stage;
    armature::support::Framebuffer framebuffer(stage.gl, {.width = width, .height = height});
    armature::support::Picture strip{3 * width, height, std::vector<std::uint8_t>(width * height * 4 * 3)};
    for (std::size_t i = 0; i < 3; ++i) {
        constexpr float phases[] = {0.19f, 0.01f, 0.4f};
        const armature::BoneIkReport report = stage.draw(framebuffer, ik_arm::targetAt(phases[i]), 1e3);
        const armature::support::Picture picture = framebuffer.read();
        for (std::size_t y = 0; y < height; ++y) {
            const auto row = picture.pixels.begin() + static_cast<std::ptrdiff_t>(4 * width * y);
            std::copy_n(row, 4 * width, strip.pixels.begin() + static_cast<std::ptrdiff_t>(4 * width * (3 * y + i)));
        }
        std::printf("phase %.2f: %s, %.3f off, %.3f beyond reach\n", static_cast<double>(phases[i]),
                    report.isReached ? "reached" : "not reached", static_cast<double>(report.distance),
                    static_cast<double>(report.beyondReach));
    }
    armature::support::writePng(file, strip);
    std::printf("%s: three moments\n", file.c_str());
}

void drawAnimation(const std::filesystem::path& file, std::size_t frames)
{
    const armature::support::HeadlessContext context;
    Stage stage;
    armature::support::Framebuffer framebuffer(stage.gl, {.width = width, .height = height});
    const double framesPerSecond = 20.;
    armature::support::AnimatedPngWriter writer(file,
                                                {.width = width, .height = height, .frames = frames, .framesPerSecond = framesPerSecond});
    for (std::size_t frame = 0; frame < frames; ++frame) {
        stage.draw(framebuffer, ik_arm::targetAt(static_cast<float>(frame) / static_cast<float>(frames)), 1. / framesPerSecond);
        writer.add(framebuffer.read());
    }
    writer.finish();
    std::printf("%s: %zu frames\n", file.c_str(), frames);
}

// The point where the line of sight through the mouse meets the plane of the targets.
glm::vec3 pointUnderCursor(const glm::vec2& cursor, const armature::Camera& camera)
{
    const glm::mat4 toWorld = glm::inverse(camera.projection * camera.view);
    const glm::vec4 far = toWorld * glm::vec4(cursor, 1.f, 1.f);
    const glm::vec3 eye = camera.getPosition();
    const glm::vec3 direction = glm::vec3(far) / far.w - eye;
    const glm::vec3 normal(camera.view[0][2], camera.view[1][2], camera.view[2][2]);
    return eye + direction * (glm::dot(ik_arm::middle - eye, normal) / glm::dot(direction, normal));
}

void showWindow()
{
    armature::support::Window window({.title = "ik_arm: the mouse moves the target", .size = {720, 720}});
    Stage stage;
    armature::support::showFrames(window, stage.gl, [&](armature::support::Framebuffer& framebuffer, double seconds) {
        stage.draw(framebuffer, pointUnderCursor(window.getCursor(), cameraFor(framebuffer)), seconds);
    });
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    return armature::support::runDemo(
        argumentCount, arguments,
        {.usage =
             "usage: ik_arm [OUT.png [FRAMES]]\n"
             "Shows an arm that reaches for the mouse in a window. With OUT.png, or without a display, it draws three moments of a path\n"
             "(default OUT.png: out/ik_arm.png), with FRAMES (1 to 10000) all of the path as an animated picture.\n",
         .defaultFile = "out/ik_arm.png",
         .draw = [&](const std::filesystem::path& file,
                     std::optional<std::size_t> frames) { frames ? drawAnimation(file, *frames) : drawStill(file); },
         .showWindow = [&] { showWindow(); }});
}
