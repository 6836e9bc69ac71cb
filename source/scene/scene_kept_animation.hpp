#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// An animated property (KHR_animation_pointer) that a clip cannot move; it is kept for saving.
struct KeptChannel {
    std::string pointer;               ///< "/materials/0/alphaCutoff"; for a mesh, the part after its number: "/weights/1".
    std::shared_ptr<const Mesh> mesh;  ///< Set if the property belongs to a mesh.
    Interpolation interpolation = Interpolation::Linear;
    std::vector<float> times;
    std::size_t components = 1;
    std::uint16_t componentType = 5126;  ///< glTF's number of the component type; 5126: float.
    bool isNormalized = false;
    std::vector<float> values;  ///< The keys' values as floats; normalised integers become fractions.
};

/// The data of a file's animation that the clip made from it does not hold.
struct KeptAnimation {
    std::string extras;      ///< JSON text.
    std::string extensions;  ///< See TransformNode::getExtensions().
    std::vector<KeptChannel> channels;
};

}  // namespace armature
