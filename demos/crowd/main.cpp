// Thousands of walkers, each with its own clip, time and colour: draws a picture, or measures how long a frame takes.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include <armature/armature.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/support/arguments.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

#include "../look.hpp"
#include "walkers.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct Stage {
    armature::support::HeadlessContext context;
    armature::GlContext gl;
    armature::support::Framebuffer framebuffer;
    armature::CrowdRenderer renderer{gl};

    Stage(std::size_t width, std::size_t height) : framebuffer(gl, {.width = width, .height = height}) {}

    armature::Camera camera(const crowd::Walkers& walkers) const
    {
        const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
        const float r = walkers.radius();
        return armature::perspectiveCamera({0.f, 0.75f * r + 1.f, 2.05f * r + 2.f}, {0.f, 0.f, 0.16f * r}, aspect, 0.1f, 4.f * r + 50.f);
    }

    void draw(const armature::Scene& model, const crowd::Walkers& walkers, bool hasGround)
    {
        framebuffer.bind();
        armature::DrawOptions options{.background = demos::backdrop};
        if (hasGround) {
            options.ground = armature::DrawOptions::Ground{.radius = 1.6f * walkers.radius() + 2.f, .color = demos::floorColor};
            options.shadows = true;
        }
        renderer.draw(model, walkers.palettes(), walkers.placements(), camera(walkers), options);
    }
};

void drawPicture(armature::Scene& model, const std::filesystem::path& file, std::size_t count)
{
    crowd::Walkers walkers(model, count);
    walkers.update(0.);
    Stage stage(1280, 720);
    stage.draw(model, walkers, true);
    armature::support::writePng(file, stage.framebuffer.read());
    std::printf("%s: %zu walkers, %zu draw calls\n", file.c_str(), count,
                static_cast<std::size_t>(stage.renderer.getStatistics().drawCalls));
}

double medianOf(std::vector<double>& values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// Prints where the time of a frame goes, in wall-clock time: poses and palettes; submission to OpenGL by the CPU; OpenGL's own work.
void measure(armature::Scene& model, std::size_t frames, std::size_t count)
{
    crowd::Walkers walkers(model, count);
    Stage stage(1280, 720);
    std::vector<double> parts[3];
    for (std::size_t frame = 0; frame <= frames; ++frame) {
        const auto start = Clock::now();
        walkers.update(1. / 60.);
        const auto updated = Clock::now();
        stage.draw(model, walkers, false);
        const auto submitted = Clock::now();
        stage.gl.finish();
        const auto finished = Clock::now();
        if (frame == 0) {
            continue;  // the first frame uploads meshes and allocates memory
        }
        const auto milliseconds = [](auto from, auto to) { return std::chrono::duration<double, std::milli>(to - from).count(); };
        parts[0].push_back(milliseconds(start, updated));
        parts[1].push_back(milliseconds(updated, submitted));
        parts[2].push_back(milliseconds(submitted, finished));
    }
    std::printf("%zu walkers of %zu bones, %zu frames, medians in milliseconds on %s:\n", count, walkers.crowd().getPaletteSize(), frames,
                stage.gl.getRendererName().c_str());
    std::printf("  sample, blend, absolute and final matrices  %8.2f\n", medianOf(parts[0]));
    std::printf("  palettes to the GPU, draw calls             %8.2f\n", medianOf(parts[1]));
    std::printf("  OpenGL finishes                             %8.2f\n", medianOf(parts[2]));
    std::printf("%zu draw calls a frame, %zu bytes for each walker\n", static_cast<std::size_t>(stage.renderer.getStatistics().drawCalls),
                walkers.crowd().getBytesPerInstance());
}

constexpr std::size_t mostOfAll = 100'000;

int showUsage()
{
    std::fputs(
        "usage: crowd [OUT.png [WALKERS [MODEL]]]\n"
        "       crowd --frames FRAMES [WALKERS [MODEL]]\n"
        "Draws a picture of WALKERS (default 500) to OUT.png (default out/crowd.png), or draws FRAMES of them (default 10000) and says\n"
        "where the time goes. MODEL is a rigged glTF file whose first clip walks; default: the project's character, beside this\n"
        "program. Counts are from 1 to 100000.\n",
        stderr);
    return 2;
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    const bool measures = argumentCount > 1 && std::string_view(arguments[1]) == "--frames";
    const int first = measures ? 2 : 1;  // FRAMES or OUT.png
    const std::optional<std::size_t> frames =
        measures && argumentCount > 2 ? armature::support::parseCount(arguments[2], mostOfAll) : std::nullopt;
    const std::optional<std::size_t> count = argumentCount > first + 1 ? armature::support::parseCount(arguments[first + 1], mostOfAll)
                                             : measures                ? 10'000
                                                                       : 500;
    if (argumentCount > first + 3 || !count || (measures && !frames) || (argumentCount > 1 && !measures && arguments[1][0] == '-')) {
        return showUsage();
    }
    try {
        const std::filesystem::path besideProgram = std::filesystem::path(arguments[0]).parent_path() / "character.glb";
        const auto model = armature::loadScene(argumentCount > first + 2 ? std::filesystem::path(arguments[first + 2]) : besideProgram);
        if (measures) {
            measure(*model, *frames, *count);
        } else if (argumentCount > 1) {
            drawPicture(*model, arguments[1], *count);
        } else {
            std::filesystem::create_directories("out");
            drawPicture(*model, "out/crowd.png", *count);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
    return 0;
}
