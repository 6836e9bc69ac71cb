#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "import/notes.hpp"

namespace armature::gltf {

/// The two parts of a glTF asset: the JSON text, and the binary chunk that a GLB may bring. Views into the file's bytes.
struct Container {
    std::span<const std::byte> json;
    std::optional<std::span<const std::byte>> binary;
    bool isGlb = false;
};

/// Recognises .glb and .gltf by content and takes them apart (glTF 2.0, section 4.4). Throws importing::Refusal where that fails.
[[nodiscard]] Container openContainer(std::span<const std::byte> file, importing::Notes& notes);

}  // namespace armature::gltf
