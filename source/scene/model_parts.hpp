#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

#include "node/file_numbers.hpp"

namespace armature {

/// The parts that came with a model placed in a scene: which of the scene's materials, images, cameras and lights are the model's. Placing
/// the model again adds none of them.
///
/// Shared with everything copied from the model that refers to these parts, so that the scene knows when the last reference is gone.
struct ModelParts {
    enum List : std::size_t { Materials, Images, Cameras, Lights };

    /// Where one of the model's things is in this scene. If the thing at `place` has another number, the model's thing has left.
    struct Arrival {
        std::size_t place = FileNumbers::none;
        std::size_t number = FileNumbers::none;
    };

    Handle<const Scene> model;
    std::array<std::vector<Arrival>, 4> arrivals{};  ///< By the thing's number in the model.
    /// Numbers of materials, cameras and lights, as unread extensions refer to them. Copies keep the numbers that they were made with.
    SharedFileNumbers numbers;
    std::vector<SharedFileNumbers> roots = {};  ///< FileNumbers::root of the model and of models placed in it, if they had extensions.
    bool isNew = true;                          ///< Whether nothing of the model was copied yet.
    bool wasHeld = false;                       ///< The parts were held, or their instance removed: they leave once nothing holds them.
};

using SharedModelParts = std::shared_ptr<ModelParts>;

/// Returns the parts for something that refers to them, and notes that they were held.
[[nodiscard]] inline SharedModelParts held(const SharedModelParts& parts) noexcept
{
    if (parts != nullptr) {
        parts->wasHeld = true;
    }
    return parts;
}

}  // namespace armature
