#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

#include "node/file_numbers.hpp"

namespace armature {

/// The parts of a model placed in a scene: which of the scene's materials, images, cameras and lights came with the model. Placing the
/// model again adds none of them.
///
/// Shared with all copies from the model that refer to these parts, so that the scene knows when the last reference is gone.
struct ModelParts {
    enum List : std::size_t { Materials, Images, Cameras, Lights };

    /// The copy of one of the model's objects in this scene. If the object at index `place` has another number, the copy was removed.
    struct Arrival {
        std::size_t place = FileNumbers::none;
        std::size_t number = FileNumbers::none;
    };

    Handle<const Scene> model;
    std::array<std::vector<Arrival>, 4> arrivals{};  ///< Indexed by List, then by the object's number in the model.
    /// Maps numbers of materials, cameras and lights to which unread extensions refer. Copies keep the map with which they were made.
    SharedFileNumbers numbers;
    std::vector<SharedFileNumbers> roots = {};  ///< With FileNumbers::root: of the model and models in it that have extensions.
    bool isNew = true;                          ///< Whether nothing of the model has been copied yet.
    bool wasHeld = false;                       ///< Whether the parts were held, or their instance removed: they are then removed once
                                                ///< nothing holds them.
};

using SharedModelParts = std::shared_ptr<ModelParts>;

/// Returns the parts for an object that refers to them, and records that they were held.
[[nodiscard]] inline SharedModelParts held(const SharedModelParts& parts) noexcept
{
    if (parts != nullptr) {
        parts->wasHeld = true;
    }
    return parts;
}

}  // namespace armature
