#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "import/gltf/document.hpp"

namespace armature::gltf {

/// Accessors that take the place of those that a primitive's JSON names: their data come from its compressed mesh.
struct DracoAccessors {
    std::map<std::string, std::size_t, std::less<>> attributes;  ///< By name: into Document::accessors.
    std::optional<std::size_t> indices;
};

/// Decodes the mesh of a primitive that KHR_draco_mesh_compression compresses; nothing if it does not. Throws importing::Refusal.
[[nodiscard]] DracoAccessors decodeDraco(Document& document, const Json& primitive);

}  // namespace armature::gltf
