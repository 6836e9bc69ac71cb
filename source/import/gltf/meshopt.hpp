#pragma once

#include <cstddef>
#include <span>

#include "import/gltf/document.hpp"

namespace armature::gltf {

/// Decodes a buffer view that EXT_meshopt_compression compresses; `extension` is the extension's object in it. Throws importing::Refusal.
[[nodiscard]] std::span<const std::byte> decodeMeshopt(Document& document, const Json& extension);

}  // namespace armature::gltf
