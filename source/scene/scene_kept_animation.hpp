#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// An animated property that a clip cannot move, by KHR_animation_pointer: kept for saving.
struct KeptChannel {
    std::string pointer;               ///< "/materials/0/alphaCutoff"; for a mesh, what follows its number: "/weights/1".
    std::shared_ptr<const Mesh> mesh;  ///< If it is of a mesh.
    Interpolation interpolation = Interpolation::Linear;
    std::vector<float> times;
    std::size_t components = 1;
    std::uint16_t componentType = 5126;  ///< glTF's number of it.
    bool isNormalized = false;
    std::vector<float> values;  ///< As numbers; normalised integers as fractions.
};

/// What a file's animation has beyond the clip that it became.
struct KeptAnimation {
    std::string extras;      ///< JSON text.
    std::string extensions;  ///< See TransformNode::getExtensions().
    std::vector<KeptChannel> channels;
};

}  // namespace armature
