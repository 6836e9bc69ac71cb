// An arm reaches for a target: the mouse in a window, a point on a fixed path in pictures.
#include <array>
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
#include <glm/gtc/matrix_transform.hpp>

#include "../look.hpp"
#include "arm.hpp"

namespace {

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

    // Begins a picture with the floor.
    void drawFloor(armature::support::Framebuffer& framebuffer, const armature::Camera& camera, float radius)
    {
        framebuffer.bind();
        const armature::DrawOptions::Ground ground{.radius = radius, .color = demos::floorColor};
        renderer.draw(armature::Scene(), camera, {.background = demos::backdrop, .ground = ground});
    }

    // Adds the arm, its bones and goals, and its shadow on the floor that is in the picture already.
    armature::BoneIkReport drawArm(const armature::Camera& camera, const glm::vec3& target, double seconds)
    {
        const armature::BoneIkReport report = arm.reachFor(target, seconds);
        renderer.draw(scene, camera, {.shadows = true, .ground = armature::DrawOptions::Ground()});
        viewer.draw(scene, camera, {.showAxes = false});
        viewer.draw(arm.lines(), camera, {.lineWidth = 2.f});
        return report;
    }

    void draw(armature::support::Framebuffer& framebuffer, const glm::vec3& target, double seconds)
    {
        const armature::Camera camera = cameraFor(framebuffer);
        drawFloor(framebuffer, camera, 5.f);
        drawArm(camera, target, seconds);
    }
};

// Draws three moments side by side on one floor: bent, beyond reach, and on the other side.
void drawStill(const std::filesystem::path& file)
{
    constexpr std::array phases{0.19f, 0.01f, 0.4f};
    constexpr std::array places{-3.1f, -0.4f, 3.9f};  // metres to the right of the picture's middle
    const armature::support::HeadlessContext context;
    Stage stage;
    armature::support::Framebuffer framebuffer(stage.gl, {.width = 3 * width, .height = height});
    const armature::Camera camera = armature::perspectiveCamera({2.4f, 3.8f, 14.f}, {0.f, 0.95f, 0.f}, 4.f, 0.5f, 40.f, 0.19f);
    stage.drawFloor(framebuffer, camera, 9.f);
    for (std::size_t i = 0; i < phases.size(); ++i) {
        armature::Camera moved = camera;
        moved.view = glm::translate(glm::mat4(1.f), {places[i], 0.f, 0.f}) * camera.view;
        const armature::BoneIkReport report = stage.drawArm(moved, ik_arm::targetAt(phases[i]), 1e3);
        std::printf("phase %.2f: %s, %.3f off, %.3f beyond reach\n", static_cast<double>(phases[i]),
                    report.isReached ? "reached" : "not reached", static_cast<double>(report.distance),
                    static_cast<double>(report.beyondReach));
    }
    armature::support::writePng(file, framebuffer.read());
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
