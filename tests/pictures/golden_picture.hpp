#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include <armature/render/skin_renderer.hpp>
#include <armature/scene/scene.hpp>
#include <render/gl_fixture.hpp>

namespace armature::test {

constexpr std::size_t pictureWidth = 240;
constexpr std::size_t pictureHeight = 180;
constexpr float pictureAspect = 240.f / 180.f;

/// Draws with `draw` into a framebuffer with four samples and compares the picture with golden/NAME.png: at most one pixel in a thousand
/// may differ by more than two levels. On failure, writes the picture and the difference, amplified ten times, to the build tree. If
/// ARMATURE_NEW_PICTURES is set, writes the golden picture instead.
///
/// Only Mesa's llvmpipe rounds as it did for the golden pictures. On other drivers, one pixel in fifty may differ by more than 24 levels.
void checkPicture(std::string_view name, const std::function<void(const GlFixture&)>& draw);

/// Draws a scene on the background of all golden pictures and compares it likewise.
void checkPicture(std::string_view name, const Scene& scene, const Camera& camera, DrawOptions options = {});

[[nodiscard]] DrawOptions onBackground(DrawOptions options = {});

}  // namespace armature::test
