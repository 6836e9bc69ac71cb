#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/scene/scene.hpp>

#include "animation/clip/property_slot.hpp"
#include "import/scene_description.hpp"

namespace armature::importing {

/// Describes the lists of a scene: materials, images, cameras and lights. Free places in these lists are left out of the description.
class ListDescriber {
public:
    ListDescriber(const Scene& scene, SceneDescription& description) : scene_(scene), description_(description) {}

    /// Describes the lists, and the part of SceneDescription::written that concerns them.
    void describe();

    /// The place in the file of the thing at `place` in the scene's list; none if that thing was removed.
    [[nodiscard]] std::optional<std::size_t> written(NumberedThing thing, std::optional<std::size_t> place) const;
    /// The place in the file of a material, camera or light, or none if it was removed from the scene. For a curve, any number.
    [[nodiscard]] std::optional<std::size_t> written(const PropertySlot& slot) const;

    /// Changes the model's material and image indices to those of the file. Drops references to what was removed from the scene.
    void renumber(VrmModel& model) const;
    static void renumber(const VrmAnimation&) noexcept {}

private:
    const Scene& scene_;
    SceneDescription& description_;
    std::vector<std::size_t> images_;  ///< Places in the file, by place in the scene.
};

}  // namespace armature::importing
