#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <armature/animation/channel_target.hpp>

#include "import/scene_description.hpp"

/// The properties that clips animate by ChannelPath::Property, under KHR_animation_pointer's names.
namespace armature::gltf {

/// The parts of a pointer into a file, such as "/nodes/3/rotation".
struct PropertyPointer {
    explicit PropertyPointer(std::string_view pointer) noexcept;

    std::string_view list;              ///< "nodes".
    std::optional<std::size_t> number;  ///< The element's number in the list.
    std::string_view rest;              ///< "rotation".
    bool isWhole = false;               ///< Complete enough to refer to something.
};

struct PropertyPlace {
    ChannelTarget::Kind kind = ChannelTarget::Kind::Material;
    std::size_t index = 0;
    std::string_view property;  ///< See ChannelTarget.
    std::size_t components = 1;
};

/// The property that a pointer into a file, such as "/materials/0/alphaCutoff", refers to in the scene read from it; nullopt: none of
/// these.
[[nodiscard]] std::optional<PropertyPlace> findProperty(std::string_view pointer, const importing::SceneDescription& scene);

/// The name of the node, material, camera or light at that place.
[[nodiscard]] const std::string& nameOf(const PropertyPlace& place, const importing::SceneDescription& scene);

/// The pointer to the target of a channel in a saved scene; nullopt: glTF has none.
[[nodiscard]] std::optional<std::string> pointerTo(const ChannelTarget& target, const importing::SceneDescription& scene);

/// Whether KHR_animation_pointer wants the values as bytes of 0 and 1.
[[nodiscard]] bool isBoolean(const ChannelTarget& target) noexcept;

}  // namespace armature::gltf
