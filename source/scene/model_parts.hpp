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

    /// Where the copy of one of the model's objects is in this scene: its index and its number. If the object now at index `place` has
    /// another number, the copy was removed.
    struct Arrival {
        std::size_t place = FileNumbers::none;
        std::size_t number = FileNumbers::none;
    };

    Handle<const Scene> model;
    std::array<std::vector<Arrival>, 4> arrivals{};  ///< Indexed by List, then by the object's number in the model.
    /// Maps numbers of materials, cameras and lights to which unread extensions refer. Copies keep the map with which they were made.
    SharedFileNumbers numbers;
    /// One entry with FileNumbers::root for the model, and for each scene copied into it, if it has extensions at its root.
    std::vector<SharedFileNumbers> roots = {};
    bool isNew = true;  ///< Whether no copy of the model has come as far as SceneCopier::copyFileParts() yet.
    /// Whether an object has ever held the parts, or removeInstance() was called: they are then removed once nothing
    /// holds them.
    bool wasHeld = false;
};

using SharedModelParts = std::shared_ptr<ModelParts>;

/// Returns `parts`, for an object that will hold this reference to them, and sets wasHeld.
[[nodiscard]] inline SharedModelParts held(const SharedModelParts& parts) noexcept
{
    if (parts != nullptr) {
        parts->wasHeld = true;
    }
    return parts;
}

}  // namespace armature
