#include "names.hpp"

#include <array>
#include <cstddef>

namespace armature::tools {

namespace {

template <typename Enumerator, std::size_t count>
std::string_view pick(const std::array<std::string_view, count>& names, Enumerator enumerator) noexcept
{
    const auto index = static_cast<std::size_t>(enumerator);
    return index < count ? names[index] : "unknown";
}

}  // namespace

std::string_view nameOf(Interpolation interpolation) noexcept
{
    return pick(std::to_array<std::string_view>({"STEP", "LINEAR", "CUBICSPLINE"}), interpolation);
}

std::string_view nameOf(ChannelPath path) noexcept
{
    return pick(std::to_array<std::string_view>({"translation", "rotation", "scale", "weights"}), path);
}

std::string_view nameOf(PrimitiveTopology topology) noexcept
{
    return pick(
        std::to_array<std::string_view>({"points", "lines", "line loop", "line strip", "triangles", "triangle strip", "triangle fan"}),
        topology);
}

std::string_view nameOf(AlphaMode mode) noexcept
{
    return pick(std::to_array<std::string_view>({"OPAQUE", "MASK", "BLEND"}), mode);
}

std::size_t keyCount(const AnimationClip& clip, const AnimationChannel& channel)
{
    return clip.timeTrack(channel.timeTrack).size();
}

std::size_t triangleCount(const Primitive& primitive) noexcept
{
    const std::size_t corners = primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
    switch (primitive.topology) {
    case PrimitiveTopology::Triangles: return corners / 3;
    case PrimitiveTopology::TriangleStrip:
    case PrimitiveTopology::TriangleFan: return corners < 3 ? 0 : corners - 2;
    default: return 0;
    }
}

}  // namespace armature::tools
