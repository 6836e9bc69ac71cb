#pragma once

#include <string>

#include <armature/scene/mesh.hpp>

#include "import/notes.hpp"

namespace armature::importing {

/// Makes the weights of every vertex non-negative with a sum of 1 and lets influences without weight name joint 0. What was off by more
/// than rounding is said in one note for the mesh. Vertices with a weight that is not finite keep it. `place` is the mesh.
void mendSkinWeights(MeshDescription& mesh, const std::string& place, Notes& notes);

}  // namespace armature::importing
