// A windmill whose sails turn: nodes, meshes and an animation clip made by code alone.
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <glm/ext/vector_float4.hpp>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skin_renderer.hpp>
#include <tools/support/framebuffer.hpp>
#include <tools/support/headless_context.hpp>
#include <tools/support/png.hpp>
#include <tools/support/window.hpp>

#include "windmill.hpp"

namespace {

constexpr glm::vec4 sky{0.3f, 0.5f, 0.72f, 1.f};

struct Stage {
    armature::GlContext gl;
    armature::support::Framebuffer framebuffer;
    armature::SkinRenderer renderer{gl};

    Stage(std::size_t width, std::size_t height) : framebuffer(gl, {.width = width, .height = height}) {}

    void draw(const armature::Scene& scene)
    {
        const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
        const armature::Camera camera = armature::perspectiveCamera({8.5f, 6.5f, 20.f}, {0.f, 5.f, 0.f}, aspect, 0.5f, 60.f);
        framebuffer.bind();
        renderer.draw(scene, camera, {.background = sky});
    }
};

// One turn of the sails, which the picture repeats.
void drawFile(const std::filesystem::path& file, std::size_t frames)
{
    armature::Scene scene;
    armature::AnimationGroup& turn = windmill::addWindmill(scene);
    turn.play();

    const armature::support::HeadlessContext context;
    Stage stage(480, 480);
    const double secondsPerFrame = static_cast<double>(windmill::turnSeconds) / static_cast<double>(frames);
    armature::support::AnimatedPngWriter writer(file,
                                                {.width = 480, .height = 480, .frames = frames, .framesPerSecond = 1. / secondsPerFrame});
    for (std::size_t frame = 0; frame < frames; ++frame) {
        scene.animate(frame == 0 ? 0. : secondsPerFrame);
        stage.draw(scene);
        writer.add(stage.framebuffer.read());
    }
    writer.finish();
    std::printf("%s: %zu frames\n", file.c_str(), frames);
}

void showWindow()
{
    armature::Scene scene;
    windmill::addWindmill(scene).play();

    armature::support::Window window({.title = "windmill", .size = {720, 720}});
    std::optional<Stage> stage;
    double before = window.getTime();
    while (window.isOpen()) {
        const glm::ivec2 size = window.getFramebufferSize();
        const double now = window.getTime();
        scene.animate(now - before);
        before = now;
        if (size.x > 0 && size.y > 0) {
            const auto width = static_cast<std::size_t>(size.x);
            const auto height = static_cast<std::size_t>(size.y);
            if (!stage || stage->framebuffer.getWidth() != width || stage->framebuffer.getHeight() != height) {
                stage.emplace(width, height);
            }
            stage->draw(scene);
            stage->framebuffer.copyToWindow();
        }
        window.swapBuffers();
        window.pollEvents();
    }
}

std::optional<std::size_t> readFrames(std::string_view text)
{
    std::size_t frames = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), frames);
    const bool isCount = error == std::errc() && end == text.data() + text.size() && frames > 0 && frames <= 10'000;
    return isCount ? std::optional(frames) : std::nullopt;
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    const std::optional<std::size_t> frames = argumentCount > 2 ? readFrames(arguments[2]) : 48;
    if (argumentCount > 3 || !frames) {
        std::fputs("usage: windmill [OUT.png [FRAMES]]\n"
                   "Shows a windmill in a window. With OUT.png, or without a display, it writes an animated picture of FRAMES frames\n"
                   "(1 to 10000, default 48) instead; default OUT.png is out/windmill.png.\n",
                   stderr);
        return 2;
    }
    try {
        if (argumentCount > 1) {
            drawFile(arguments[1], *frames);
        } else if (armature::support::hasDisplay()) {
            showWindow();
        } else {
            std::filesystem::create_directories("out");
            drawFile("out/windmill.png", *frames);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
    return 0;
}
