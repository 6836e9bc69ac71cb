#include "stage.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>
#include <armature/support/offscreen.hpp>

#include "terminal.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

constexpr glm::vec4 background{0.16f, 0.18f, 0.21f, 1.f};  // linear

}  // namespace

Stage::Stage() : renderer_(context_), bones_(context_) {}

void Stage::draw(const Scene& scene, const Camera& camera, bool showBones, bool isWireframe)
{
    DrawOptions options;
    options.wireframe = isWireframe;
    options.background = background;
    renderer_.draw(scene, camera, options);
    if (showBones) {
        bones_.draw(scene, camera);
    }
}

void Stage::reportWarnings(std::string_view file, const Scene& scene) const
{
    for (const std::string& warning : renderer_.warnings()) {
        writeErrorLine(fmt::format("warning: {}: {}", file, warning));
    }
    if (const std::size_t count = scene.warnings().size(); count > 0) {
        writeErrorLine(fmt::format("note: {}: {} when reading it; armature inspect says which", file, counted(count, "warning")));
    }
}

namespace {

constexpr glm::vec3 towardsCamera{0.7f, 0.35f, 1.f};  // in front of a glTF model, a little to its left and above
constexpr float fieldOfView = 0.6f;

}  // namespace

std::size_t samplesFor(const PictureSize& size) noexcept
{
    constexpr long long largestSmoothed = 16'000'000;  // pixels; four samples of colour and depth each are half a gigabyte
    return static_cast<long long>(size.width) * size.height > largestSmoothed ? 1 : 4;
}

void copyInto(support::Picture& whole, const support::Picture& panel, std::size_t left)
{
    for (std::size_t y = 0; y < panel.height; ++y) {
        const auto row = panel.pixels.begin() + static_cast<std::ptrdiff_t>(4 * y * panel.width);
        std::copy(row, row + static_cast<std::ptrdiff_t>(4 * panel.width),
                  whole.pixels.begin() + static_cast<std::ptrdiff_t>(4 * (y * whole.width + left)));
    }
}

CameraFit Shot::startFit() const
{
    const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
    return CameraFit(towardsCamera, aspect, fieldOfView);
}

support::Picture Shot::take(const Camera& camera) const
{
    framebuffer.bind();
    stage.draw(scene, camera, showBones);
    return framebuffer.read();
}

}  // namespace armature::tools
