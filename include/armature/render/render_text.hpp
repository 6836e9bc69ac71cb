#pragma once

#include <string>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/camera_fit.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/palette_layout.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/render/texture_limits.hpp>
#include <armature/text.hpp>

/// Texts for rendering types, as in `armature/text.hpp`.
namespace armature {

/// The enumerator's name.
template <OneOf<DrawOptions::Path, DrawOptions::Shown, DrawOptions::Skinning, DrawOptions::ToneMapping, GlDebugMessage::Severity,
                SkeletonViewOptions::Shape>
              Enumeration>
[[nodiscard]] std::string_view toString(Enumeration value) noexcept
{
    return enumeratorName(value);
}

/// The names and values of the members.
template <OneOf<CameraFit::Placement, CrowdRenderer::Levels::Level, CrowdRenderer::Levels::Member, CrowdRenderer::Statistics, DrawOptions,
                DrawOptions::Ghost, DrawOptions::Ground, GlCapabilities, GlRestrictions, Lighting, PaletteBuffer::Statistics,
                SkeletonViewOptions, SkinRenderer::Statistics, TextureLimits>
              Struct>
[[nodiscard]] std::string toString(const Struct& value)
{
    return membersText(value);
}

/// Position and direction in world space.
[[nodiscard]] ARMATURE_API std::string toString(const Camera& camera);
/// The text of getPlacement().
[[nodiscard]] ARMATURE_API std::string toString(const CameraFit& fit);

/// "High, error: GL_INVALID_OPERATION ...".
[[nodiscard]] ARMATURE_API std::string toString(const GlDebugMessage& message);
/// The driver's name and version.
[[nodiscard]] ARMATURE_API std::string toString(const GlContext& context);

/// "bytes 256 to 1216, 20 bones".
[[nodiscard]] ARMATURE_API std::string toString(const PaletteRange& range);
[[nodiscard]] ARMATURE_API std::string toString(const PaletteLayout& layout);
/// The buffer's statistics.
[[nodiscard]] ARMATURE_API std::string toString(const PaletteBuffer& buffer);

/// The statistics of the last draw(), then the warnings, one per line.
[[nodiscard]] ARMATURE_API std::string toString(const SkinRenderer& renderer);
/// "body, primitive 0: UniformBlock, Linear, 4 influences (20 joints, a uniform block holds 1365)".
[[nodiscard]] ARMATURE_API std::string toString(const SkinRenderer::Route& route);
[[nodiscard]] ARMATURE_API std::string toString(const CrowdPlacement& placement);
[[nodiscard]] ARMATURE_API std::string toString(const CrowdPalettes& palettes);
[[nodiscard]] ARMATURE_API std::string toString(const CrowdRenderer& renderer);
/// "\"neck\" at (0 1 0)".
[[nodiscard]] ARMATURE_API std::string toString(const SkeletonViewer::Label& label);

}  // namespace armature
