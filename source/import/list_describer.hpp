#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <armature/scene/scene.hpp>

#include "animation/clip/property_slot.hpp"
#include "import/scene_description.hpp"

namespace armature::importing {

/// Takes the lists of a scene apart: materials, images, cameras and lights. Places that are free there are left out of the description.
class ListDescriber {
public:
    ListDescriber(const Scene& scene, SceneDescription& description) : scene_(scene), description_(description) {}

    /// Describes the lists, and the part of SceneDescription::written that is about them.
    void describe();

    /// The place in the file of what is at that place of the scene's list; none if it was removed.
    [[nodiscard]] std::optional<std::size_t> written(NumberedThing thing, std::optional<std::size_t> place) const;
    /// The place in the file of a material, camera or light; any for a curve. None if it was removed from the scene.
    [[nodiscard]] std::optional<std::size_t> written(const PropertySlot& slot) const;

    /// Materials and images are those of the file; what was removed from the scene is not written.
    void renumber(VrmModel& model) const;
    static void renumber(const VrmAnimation&) noexcept {}

private:
    const Scene& scene_;
    SceneDescription& description_;
    std::vector<std::size_t> images_;  ///< Places in the file, by place in the scene.
};

}  // namespace armature::importing
