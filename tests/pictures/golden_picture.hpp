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

/// Draws with `draw` on a framebuffer of four samples and compares the picture with golden/NAME.png: at most one pixel in a thousand may
/// differ by more than two levels. Otherwise the picture and the difference, ten times as strong, are left in the build tree. With
/// ARMATURE_NEW_PICTURES set, writes the golden picture instead.
///
/// Only Mesa's llvmpipe rounds as it did for the golden pictures: on other drivers one pixel in fifty may differ by more than 24 levels.
void checkPicture(std::string_view name, const std::function<void(const GlFixture&)>& draw);

/// A scene on the background of all golden pictures.
void checkPicture(std::string_view name, const Scene& scene, const Camera& camera, DrawOptions options = {});

[[nodiscard]] DrawOptions onBackground(DrawOptions options = {});

}  // namespace armature::test
