#pragma once

#include <glm/ext/matrix_double4x4.hpp>

#include "import/fbx/document.hpp"

namespace armature::fbx {

/// The matrix of an element; the identity if there is none. Refuses what has other than sixteen finite numbers.
[[nodiscard]] glm::dmat4 readMatrix(Document& document, ElementIndex element);

}  // namespace armature::fbx
