#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <armature/animation/channel_target.hpp>

#include "import/scene_description.hpp"

/// The properties that clips animate by ChannelPath::Property, under KHR_animation_pointer's names.
namespace armature::gltf {

/// A pointer into a file, such as "/nodes/3/rotation", in its parts.
struct PropertyPointer {
    explicit PropertyPointer(std::string_view pointer) noexcept;

    std::string_view list;              ///< "nodes".
    std::optional<std::size_t> number;  ///< Number of the element in the property.
    std::string_view rest;              ///< "rotation".
    bool isWhole = false;               ///< It may refer to something.
};

struct PropertyPlace {
    ChannelTarget::Kind kind = ChannelTarget::Kind::Material;
    std::size_t index = 0;
    std::string_view property;  ///< See ChannelTarget.
    std::size_t components = 1;
};

/// What a pointer into a file, such as "/materials/0/alphaCutoff", refers to in the scene read from it; nullopt: none of these.
[[nodiscard]] std::optional<PropertyPlace> findProperty(std::string_view pointer, const importing::SceneDescription& scene);

/// The name of that thing.
[[nodiscard]] const std::string& nameOf(const PropertyPlace& place, const importing::SceneDescription& scene);

/// The pointer to what a channel of a saved scene moves; nullopt: glTF has none.
[[nodiscard]] std::optional<std::string> pointerTo(const ChannelTarget& target, const importing::SceneDescription& scene);

/// Whether KHR_animation_pointer asks for bytes of 0 and 1.
[[nodiscard]] bool isBoolean(const ChannelTarget& target) noexcept;

}  // namespace armature::gltf
