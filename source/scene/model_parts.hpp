#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

#include "node/file_numbers.hpp"

namespace armature {

/// What came with a model that was placed in a scene: which of the scene's materials, images, cameras and lights are those of the model.
/// Placing the model again adds none of them.
///
/// Shared with everything copied from the model that refers to them, so that the scene knows when the last of that is gone.
struct ModelParts {
    enum List : std::size_t { Materials, Images, Cameras, Lights };

    /// The place where a thing of the model is here. If another number is at that place, the thing has left.
    struct Arrival {
        std::size_t place = FileNumbers::none;
        std::size_t number = FileNumbers::none;
    };

    Handle<const Scene> model;
    std::array<std::vector<Arrival>, 4> arrivals{};  ///< By the thing's number in the model.
    /// Numbers of materials, cameras and lights, as unread extensions name them. Copies keep those that they were made with.
    SharedFileNumbers numbers;
    std::vector<SharedFileNumbers> roots = {};  ///< If the model had extensions: FileNumbers::root, for it and for each model placed in it.
    bool isNew = true;                          ///< Nothing of it was copied yet.
    bool wasHeld = false;                       ///< It leaves when nothing holds it: something did, or its instance was removed.
};

using SharedModelParts = std::shared_ptr<ModelParts>;

/// Holds the parts for whatever refers to them.
[[nodiscard]] inline SharedModelParts held(const SharedModelParts& parts) noexcept
{
    if (parts != nullptr) {
        parts->wasHeld = true;
    }
    return parts;
}

}  // namespace armature
