#pragma once

#include <armature/scene/mesh.hpp>

#include "import/gltf/document.hpp"

namespace armature::gltf {

/// Reads an image's bytes as they are, from a buffer view, a data URI or a file beside this one. A picture that cannot be had is no reason
/// to refuse a model: the image is empty then, and a note says why.
[[nodiscard]] Image readImage(Document& document, const Json& value);

}  // namespace armature::gltf
