#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <armature/animation/channel_target.hpp>

#include "import/scene_description.hpp"

/// Translates between KHR_animation_pointer's pointers and the properties that clips animate with ChannelPath::Property.
namespace armature::gltf {

/// The parts of a pointer into a file, such as "/nodes/3/rotation". The members' comments show the values for this example.
struct PropertyPointer {
    explicit PropertyPointer(std::string_view pointer) noexcept;

    std::string_view list;              ///< "nodes".
    std::optional<std::size_t> number;  ///< 3: the element's number in the list.
    std::string_view rest;              ///< "rotation".
    bool isWhole = false;               ///< Whether the pointer is complete enough to refer to a property.
};

struct PropertyPlace {
    ChannelTarget::Kind kind = ChannelTarget::Kind::Material;
    std::size_t index = 0;
    std::string_view property;  ///< The property's name: see ChannelTarget.
    std::size_t components = 1;
};

/// Returns the property of the scene to which a pointer into its file, such as "/materials/0/alphaCutoff", refers; nullopt if it does not
/// exist or clips cannot animate it.
[[nodiscard]] std::optional<PropertyPlace> findProperty(std::string_view pointer, const importing::SceneDescription& scene);

/// Returns the name of the node, material, camera or light that has the property.
[[nodiscard]] const std::string& nameOf(const PropertyPlace& place, const importing::SceneDescription& scene);

/// Returns the pointer to the property that a channel targets, with the scene's indices; nullopt if glTF has no such pointer.
[[nodiscard]] std::optional<std::string> pointerTo(const ChannelTarget& target, const importing::SceneDescription& scene);

/// Whether the target is a boolean, whose values KHR_animation_pointer requires to be unsigned bytes.
[[nodiscard]] bool isBoolean(const ChannelTarget& target) noexcept;

}  // namespace armature::gltf
