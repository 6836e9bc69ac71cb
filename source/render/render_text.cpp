#include <armature/render/render_text.hpp>

#include <array>

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

std::string toString(const CameraFit::Placement& placement)
{
    return fieldsText("target", placement.target, "distance", placement.distance, "nearestPoint", placement.nearestPoint, "farthestPoint",
                      placement.farthestPoint);
}

std::string toString(const TextureLimits& limits)
{
    return fieldsText("imagePixels", limits.imagePixels, "scenePixels", limits.scenePixels, "unbackedPixels", limits.unbackedPixels);
}

std::string_view toString(GlDebugMessage::Severity severity) noexcept
{
    switch (severity) {
    case GlDebugMessage::Severity::Notification: return "Notification";
    case GlDebugMessage::Severity::Low: return "Low";
    case GlDebugMessage::Severity::Medium: return "Medium";
    case GlDebugMessage::Severity::High: return "High";
    }
    return "?";
}

std::string toString(const GlDebugMessage& message)
{
    return fmt::format("{}{}: {}", toString(message.severity),
                       message.isError         ? ", error"
                       : message.isPerformance ? ", performance"
                                               : "",
                       message.text);
}

std::string toString(const GlCapabilities& capabilities)
{
    return fieldsText("majorVersion", capabilities.majorVersion, "minorVersion", capabilities.minorVersion, "uniformBlockBytes",
                      capabilities.uniformBlockBytes, "uniformOffsetAlignment", capabilities.uniformOffsetAlignment, "textureBufferTexels",
                      capabilities.textureBufferTexels, "textureSize", capabilities.textureSize, "storageBlockBytes",
                      capabilities.storageBlockBytes, "hasBufferStorage", capabilities.hasBufferStorage, "hasDebugOutput",
                      capabilities.hasDebugOutput);
}

std::string toString(const GlRestrictions& restrictions)
{
    return fieldsText("uniformBlockBytes", restrictions.uniformBlockBytes, "uniformOffsetAlignment", restrictions.uniformOffsetAlignment,
                      "textureBufferTexels", restrictions.textureBufferTexels, "withoutBufferStorage", restrictions.withoutBufferStorage,
                      "storageBlockBytes", restrictions.storageBlockBytes);
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

std::string toString(const PaletteBuffer::Statistics& statistics)
{
    return fieldsText("frames", statistics.frames, "uploads", statistics.uploads, "ranges", statistics.ranges, "bytes", statistics.bytes,
                      "reallocations", statistics.reallocations, "fenceWaits", statistics.fenceWaits);
}

std::string toString(const Lighting& lighting)
{
    return fieldsText("keyDirection", lighting.keyDirection, "keyColor", lighting.keyColor, "skyColor", lighting.skyColor, "groundColor",
                      lighting.groundColor, "softBoxes", lighting.softBoxes);
}

std::string_view toString(DrawOptions::Shown shown) noexcept
{
    constexpr std::array<std::string_view, 4> names{"Lit", "BaseColor", "Normals", "Joints"};
    return nameAt(shown, names);
}

std::string_view toString(DrawOptions::ToneMapping mapping) noexcept
{
    constexpr std::array<std::string_view, 2> names{"None", "Neutral"};
    return nameAt(mapping, names);
}

std::string_view toString(DrawOptions::Skinning skinning) noexcept
{
    constexpr std::array<std::string_view, 3> names{"Linear", "DualQuaternions", "AsAsked"};
    return nameAt(skinning, names);
}

std::string_view toString(DrawOptions::Path path) noexcept
{
    constexpr std::array<std::string_view, 5> names{"Static", "UniformBlock", "StorageBuffer", "BufferTexture", "Cpu"};
    return nameAt(path, names);
}

std::string toString(const DrawOptions::Ground& ground)
{
    return fieldsText("height", ground.height, "center", ground.center, "radius", ground.radius, "color", ground.color, "patches",
                      ground.patches.size());
}

std::string toString(const DrawOptions::Ghost& ghost)
{
    return fieldsText("tint", ghost.tint, "opacity", ghost.opacity, "setback", ghost.setback);
}

std::string toString(const DrawOptions& options)
{
    return fieldsText("lighting", options.lighting, "background", options.background, "encodeSrgb", options.encodeSrgb, "clearsDepth",
                      options.clearsDepth, "wireframe", options.wireframe, "skinning", options.skinning, "path", options.path,
                      "morphsOnCpu", options.morphsOnCpu, "cullsOutOfView", options.cullsOutOfView, "shown", options.shown, "toneMapping",
                      options.toneMapping, "exposure", options.exposure, "shadows", options.shadows, "ground", options.ground, "ghost",
                      options.ghost);
}

std::string toString(const SkinRenderer& renderer)
{
    return rendererText(renderer);
}

std::string toString(const SkinRenderer::Statistics& statistics)
{
    return fieldsText("skeletons", statistics.skeletons, "rangesBound", statistics.rangesBound, "storageSkeletons",
                      statistics.storageSkeletons, "textureSkeletons", statistics.textureSkeletons, "cpuPrimitives",
                      statistics.cpuPrimitives, "morphedPrimitives", statistics.morphedPrimitives, "shaderMorphs", statistics.shaderMorphs,
                      "drawCalls", statistics.drawCalls, "culledInstances", statistics.culledInstances);
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

std::string toString(const CrowdRenderer::Statistics& statistics)
{
    return fieldsText("drawCalls", statistics.drawCalls, "uploads", statistics.uploads, "instances", statistics.instances,
                      "culledInstances", statistics.culledInstances, "shadowInstances", statistics.shadowInstances);
}

std::string toString(const CrowdRenderer::Levels::Member& member)
{
    return fieldsText("world", decompose(member.world).transform, "bounds", member.bounds);
}

std::string toString(const CrowdRenderer::Levels::Level& level)
{
    return fieldsText("isDrawn", level.isDrawn, "interval", level.interval, "boneLevel", level.boneLevel);
}

std::string toString(const SkeletonViewOptions& options)
{
    return fieldsText("boneColor", options.boneColor, "edgeColor", options.edgeColor, "lineWidth", options.lineWidth, "showAxes",
                      options.showAxes, "leafLength", options.leafLength, "encodeSrgb", options.encodeSrgb, "shape", options.shape,
                      "isAtBind", options.isAtBind, "offset", options.offset, "selected", options.selected, "selectedColor",
                      options.selectedColor, "showNames", options.showNames, "nameColor", options.nameColor, "letterScale",
                      options.letterScale);
}

std::string_view toString(SkeletonViewOptions::Shape shape) noexcept
{
    constexpr std::array<std::string_view, 3> names{"Octahedra", "Sticks", "Axes"};
    return nameAt(shape, names);
}

std::string toString(const SkeletonViewer::Label& label)
{
    return fmt::format("{} at {}", inQuotes(label.text), fieldText(label.position));
}

}  // namespace armature
