#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/scene/scene.hpp>

#include "animation/clip/property_slot.hpp"
#include "import/scene_description.hpp"

namespace armature::importing {

/// Describes a scene's lists of materials, images, cameras and lights. Removed entries leave gaps in the scene's lists, but not in the
/// description's.
class ListDescriber {
public:
    ListDescriber(const Scene& scene, SceneDescription& description) : scene_(scene), description_(description) {}

    /// Describes the lists, and fills in the numbers of their entries in SceneDescription::written.
    void describe();

    /// Returns the file's index of the entry at `place` in the scene's list; none without a place, or if the entry was removed.
    [[nodiscard]] std::optional<std::size_t> written(NumberedThing thing, std::optional<std::size_t> place) const;
    /// Returns the file's index of a material, camera or light; none if it was removed from the scene. For a slot of any other kind, such
    /// as an application's curve, returns the slot's own `place`.
    [[nodiscard]] std::optional<std::size_t> written(const PropertySlot& slot) const;

    /// Changes the model's material and image indices to those of the file. Drops references to materials and images that were removed from
    /// the scene.
    void renumber(VrmModel& model) const;
    static void renumber(const VrmAnimation&) noexcept {}

private:
    const Scene& scene_;
    SceneDescription& description_;
    std::vector<std::size_t> images_;  ///< The file's index of each image of the scene.
};

}  // namespace armature::importing
