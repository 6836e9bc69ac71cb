#include <armature/render/render_text.hpp>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include <armature/math/decompose.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

namespace {

template <class Renderer>
std::string rendererText(const Renderer& renderer)
{
    std::string text = toString(renderer.getStatistics());
    for (const std::string& warning : renderer.warnings()) {
        text += "\n  " + warning;
    }
    return text;
}

}  // namespace

std::string toString(const Camera& camera)
{
    const glm::vec3 forward = -glm::vec3(glm::transpose(camera.view)[2]);
    return fmt::format("at {} along {}", fieldText(camera.getPosition()), fieldText(forward));
}

std::string toString(const CameraFit& fit)
{
    return toString(fit.getPlacement());
}

std::string toString(const GlDebugMessage& message)
{
    return fmt::format("{}{}: {}", toString(message.severity),
                       message.isError         ? ", error"
                       : message.isPerformance ? ", performance"
                                               : "",
                       message.text);
}

std::string toString(const GlContext& context)
{
    return fmt::format("{}, {}", context.getVersionName(), context.getRendererName());
}

std::string toString(const PaletteRange& range)
{
    return fmt::format("bytes {} to {}, {}", range.offset, range.offset + range.getBytes(), counted(range.bones, "bone"));
}

std::string toString(const PaletteLayout& layout)
{
    return fmt::format("{} in {}, at multiples of {}, blocks of {}", counted(layout.ranges().size(), "range"),
                       counted(layout.getTotalBytes(), "byte"), layout.getAlignment(), counted(layout.getBlockBytes(), "byte"));
}

std::string toString(const PaletteBuffer& buffer)
{
    return toString(buffer.getStatistics());
}

std::string toString(const SkinRenderer& renderer)
{
    return rendererText(renderer);
}

std::string toString(const SkinRenderer::Route& route)
{
    std::string text = fmt::format("{}, primitive {}: {}", shown(route.instance), route.primitive, toString(route.path));
    if (route.path != DrawOptions::Path::Static) {
        text += fmt::format(", {}", toString(route.skinning));
    }
    if (route.influences > 0) {
        text += fmt::format(", {}", counted(route.influences, "influence"));
    }
    if (route.activeMorphs > 0) {
        text += fmt::format(", {} {}", counted(route.activeMorphs, "morph target"), route.isMorphedOnCpu ? "on the CPU" : "in the shader");
    }
    return route.reason.empty() ? text : fmt::format("{} ({})", text, route.reason);
}

std::string toString(const CrowdPlacement& placement)
{
    return fieldsText("palette", placement.palette, "world", decompose(placement.world).transform, "tint", placement.tint, "morphWeights",
                      placement.morphWeights.size());
}

std::string toString(const CrowdPalettes& palettes)
{
    return fmt::format("{} in palettes of {}", counted(palettes.matrices.size(), "matrix", "matrices"), palettes.size);
}

std::string toString(const CrowdRenderer& renderer)
{
    return rendererText(renderer);
}

std::string toString(const SkeletonViewer::Label& label)
{
    return fmt::format("{} at {}", inQuotes(label.text), fieldText(label.position));
}

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const CameraFit::Placement&);
template ARMATURE_API std::string membersText(const CrowdRenderer::Levels::Level&);
template ARMATURE_API std::string membersText(const CrowdRenderer::Levels::Member&);
template ARMATURE_API std::string membersText(const CrowdRenderer::Statistics&);
template ARMATURE_API std::string membersText(const DrawOptions&);
template ARMATURE_API std::string membersText(const DrawOptions::Ghost&);
template ARMATURE_API std::string membersText(const DrawOptions::Ground&);
template ARMATURE_API std::string membersText(const GlCapabilities&);
template ARMATURE_API std::string membersText(const GlRestrictions&);
template ARMATURE_API std::string membersText(const Lighting&);
template ARMATURE_API std::string membersText(const PaletteBuffer::Statistics&);
template ARMATURE_API std::string membersText(const SkeletonViewOptions&);
template ARMATURE_API std::string membersText(const SkinRenderer::Statistics&);
template ARMATURE_API std::string membersText(const TextureLimits&);

template ARMATURE_API std::string_view enumeratorName(DrawOptions::Path) noexcept;
template ARMATURE_API std::string_view enumeratorName(DrawOptions::Shown) noexcept;
template ARMATURE_API std::string_view enumeratorName(DrawOptions::Skinning) noexcept;
template ARMATURE_API std::string_view enumeratorName(DrawOptions::ToneMapping) noexcept;
template ARMATURE_API std::string_view enumeratorName(GlDebugMessage::Severity) noexcept;
template ARMATURE_API std::string_view enumeratorName(SkeletonViewOptions::Shape) noexcept;

}  // namespace armature
