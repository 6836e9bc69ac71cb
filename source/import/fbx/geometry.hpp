#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include "import/fbx/objects.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

/// A mesh as the file has it: points, polygons whose corners are points, and what each corner looks like.
struct Geometry {
    ElementIndex element = noElement;
    std::vector<glm::dvec3> points;
    std::vector<std::uint32_t> corners;  ///< Points.
    std::vector<std::uint32_t> ends;     ///< Of polygons: one beyond the last corner of each.

    /// Empty, or one for each corner.
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;                           ///< w: the handedness of the bitangent.
    std::array<std::vector<glm::vec2>, 2> textureCoordinates;  ///< Origin at the top left.
    std::vector<glm::vec4> colors;
    std::vector<std::int64_t> materials;  ///< Empty, or one for each polygon: which of the model's materials.
};

/// Reads the geometry below an element: a Geometry, or in version 6 a Model. Throws importing::Refusal where corners are not points; layers
/// that do not fit are left out with a note.
[[nodiscard]] Geometry readGeometry(const Objects& objects, ElementIndex element, importing::Notes& notes);

/// True if there are points and polygons below the element.
[[nodiscard]] bool hasGeometry(const Document& document, ElementIndex element);

}  // namespace armature::fbx
