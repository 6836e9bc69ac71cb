#include <armature/animation/gltf_names.hpp>

#include <array>

#include "base/words.hpp"

namespace armature {

std::string_view gltfName(Interpolation interpolation) noexcept
{
    return nameAt(interpolation, std::array<std::string_view, 3>{"STEP", "LINEAR", "CUBICSPLINE"});
}

std::string_view gltfName(ChannelPath path) noexcept
{
    return nameAt(path, std::array<std::string_view, 5>{"translation", "rotation", "scale", "weights", "property"});
}

std::string_view gltfName(PrimitiveTopology topology) noexcept
{
    return nameAt(topology, std::array<std::string_view, 7>{"points", "lines", "line loop", "line strip", "triangles", "triangle strip",
                                                            "triangle fan"});
}

std::string_view gltfName(AlphaMode mode) noexcept
{
    return nameAt(mode, std::array<std::string_view, 3>{"OPAQUE", "MASK", "BLEND"});
}

}  // namespace armature
