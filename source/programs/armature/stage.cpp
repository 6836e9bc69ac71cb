#include "stage.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>
#include <armature/support/offscreen.hpp>

#include "base/words.hpp"
#include "framing.hpp"
#include "onion_skins.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

constexpr glm::vec3 usualBackground{0.16f, 0.18f, 0.21f};  // in linear RGB
constexpr float lineWidth = 2.5f;

}  // namespace

Stage::Stage() : renderer_(context_), bones_(context_) {}

void Stage::draw(const Scene& scene, const Camera& camera, const StageLooks& looks)
{
    DrawOptions options;
    options.background = looks.isTransparent ? glm::vec4(0.f) : glm::vec4(looks.background.value_or(usualBackground), 1.f);
    options.wireframe = looks.isWireframe;
    options.skinning = looks.skinning;
    options.shown = looks.shown;
    options.ground = looks.ground;
    options.shadows = looks.ground.has_value();
    renderer_.draw(scene, camera, options);
    if (looks.onion != nullptr) {
        looks.onion->draw(renderer_, camera, options);
    }
    if (!looks.lines.empty()) {
        bones_.draw(looks.lines, camera, {.lineWidth = lineWidth});
    }
    if (looks.showBones || !showsMeshes(scene)) {
        bones_.draw(scene, camera, {.shape = looks.boneShape});
    }
    if (looks.bindOffset) {
        bones_.draw(scene, camera, {.shape = looks.boneShape, .isAtBind = true, .offset = *looks.bindOffset});
    }
}

void Stage::look(const support::Picture& picture)
{
    const auto first = std::span(picture.pixels).first(std::min<std::size_t>(4, picture.pixels.size()));
    hasShown_ = hasShown_.value_or(false);
    for (std::size_t pixel = 0; !*hasShown_ && pixel < picture.pixels.size(); pixel += 4) {
        hasShown_ = !std::ranges::equal(first, std::span(picture.pixels).subspan(pixel, 4));
    }
}

void Stage::reportWarnings(std::string_view file, const Scene& scene) const
{
    if (hasShown_ == false) {
        const bool isEmpty = !showsMeshes(scene) && scene.skeletons().empty();
        writeErrorLine(fmt::format("warning: {}: {}", file,
                                   isEmpty ? "has no visible meshes and no bones: the picture is blank"
                                           : "nothing of it is in view: the picture is blank"));
    }
    for (const std::string& warning : renderer_.warnings()) {
        writeErrorLine(fmt::format("warning: {}: {}", file, warning));
    }
    if (const std::size_t count = scene.warnings().size(); count > 0) {
        writeErrorLine(fmt::format("note: {}: {} when reading it; armature inspect says which", file, counted(count, "warning")));
    }
}

glm::vec3 towardsCamera(float turned) noexcept
{
    constexpr glm::vec3 front{0.7f, 0.35f, 1.f};  // in front of a glTF model
    return {std::cos(turned) * front.x + std::sin(turned) * front.z, front.y, std::cos(turned) * front.z - std::sin(turned) * front.x};
}

std::size_t samplesFor(const PictureSize& size) noexcept
{
    constexpr long long largestSmoothed = 16'000'000;  // limit in pixels: colour and depth with four samples take half a gigabyte
    return static_cast<long long>(size.width) * size.height > largestSmoothed ? 1 : 4;
}

void makeAlphaStraight(support::Picture& picture)
{
    // Colours were multiplied by alpha in linear space.
    const auto toLinear = [](double encoded) { return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4); };
    const auto toSrgb = [](double linear) { return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1. / 2.4) - 0.055; };
    for (std::size_t pixel = 0; pixel < picture.pixels.size(); pixel += 4) {
        const std::uint8_t alpha = picture.pixels[pixel + 3];
        for (std::size_t channel = pixel; alpha > 0 && alpha < 255 && channel < pixel + 3; ++channel) {
            const double straight = toSrgb(std::min(toLinear(picture.pixels[channel] / 255.) * 255. / alpha, 1.));
            picture.pixels[channel] = static_cast<std::uint8_t>(std::lround(255. * straight));
        }
    }
}

void copyInto(support::Picture& whole, const support::Picture& panel, std::size_t left, std::size_t top)
{
    for (std::size_t y = 0; y < panel.height; ++y) {
        const auto row = panel.pixels.begin() + static_cast<std::ptrdiff_t>(4 * y * panel.width);
        std::copy(row, row + static_cast<std::ptrdiff_t>(4 * panel.width),
                  whole.pixels.begin() + static_cast<std::ptrdiff_t>(4 * ((top + y) * whole.width + left)));
    }
}

float Shot::getAspect() const noexcept
{
    return static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
}

void Shot::addTo(CameraFit& fit) const
{
    addShown(fit, scene, looks.showBones);
    if (looks.onion != nullptr) {
        looks.onion->addTo(fit);
    }
}

support::Picture Shot::take(const Camera& camera) const
{
    framebuffer.bind();
    stage.draw(scene, camera, looks);
    support::Picture picture = framebuffer.read();
    stage.look(picture);
    if (looks.isTransparent) {
        makeAlphaStraight(picture);
    }
    return picture;
}

}  // namespace armature::tools
