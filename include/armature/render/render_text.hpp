#pragma once

#include <string>
#include <string_view>

#include <armature/render/camera.hpp>
#include <armature/render/camera_fit.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/palette_layout.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/render/texture_limits.hpp>

/// Texts for rendering types, as in `armature/text.hpp`.
namespace armature {

/// Position and direction in world space.
[[nodiscard]] std::string toString(const Camera& camera);
/// The text of getPlacement().
[[nodiscard]] std::string toString(const CameraFit& fit);
[[nodiscard]] std::string toString(const CameraFit::Placement& placement);
[[nodiscard]] std::string toString(const TextureLimits& limits);

[[nodiscard]] std::string_view toString(GlDebugMessage::Severity severity) noexcept;
/// "High, error: GL_INVALID_OPERATION ...".
[[nodiscard]] std::string toString(const GlDebugMessage& message);
[[nodiscard]] std::string toString(const GlCapabilities& capabilities);
[[nodiscard]] std::string toString(const GlRestrictions& restrictions);
/// The driver's name and version.
[[nodiscard]] std::string toString(const GlContext& context);

/// "bytes 256 to 1216, 20 bones".
[[nodiscard]] std::string toString(const PaletteRange& range);
[[nodiscard]] std::string toString(const PaletteLayout& layout);
/// The buffer's statistics.
[[nodiscard]] std::string toString(const PaletteBuffer& buffer);
[[nodiscard]] std::string toString(const PaletteBuffer::Statistics& statistics);

[[nodiscard]] std::string toString(const Lighting& lighting);
[[nodiscard]] std::string_view toString(DrawOptions::Skinning skinning) noexcept;
[[nodiscard]] std::string_view toString(DrawOptions::Path path) noexcept;
[[nodiscard]] std::string_view toString(DrawOptions::Shown shown) noexcept;
[[nodiscard]] std::string_view toString(DrawOptions::ToneMapping mapping) noexcept;
[[nodiscard]] std::string toString(const DrawOptions::Ground& ground);
[[nodiscard]] std::string toString(const DrawOptions::Ghost& ghost);
[[nodiscard]] std::string toString(const DrawOptions& options);
/// The statistics of the last draw(), then the warnings, one per line.
[[nodiscard]] std::string toString(const SkinRenderer& renderer);
[[nodiscard]] std::string toString(const SkinRenderer::Statistics& statistics);
/// "body, primitive 0: UniformBlock, Linear, 4 influences (20 joints, a uniform block holds 1365)".
[[nodiscard]] std::string toString(const SkinRenderer::Route& route);
[[nodiscard]] std::string toString(const CrowdPlacement& placement);
[[nodiscard]] std::string toString(const CrowdPalettes& palettes);
[[nodiscard]] std::string toString(const CrowdRenderer& renderer);
[[nodiscard]] std::string toString(const CrowdRenderer::Statistics& statistics);
[[nodiscard]] std::string toString(const CrowdRenderer::Levels::Member& member);
[[nodiscard]] std::string toString(const CrowdRenderer::Levels::Level& level);
[[nodiscard]] std::string toString(const SkeletonViewOptions& options);
[[nodiscard]] std::string_view toString(SkeletonViewOptions::Shape shape) noexcept;
/// "\"neck\" at (0 1 0)".
[[nodiscard]] std::string toString(const SkeletonViewer::Label& label);

}  // namespace armature
