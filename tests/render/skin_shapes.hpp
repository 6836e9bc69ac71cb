#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <support/random.hpp>

namespace armature::test {

/// How the matrices of a palette deform, in addition to their rotations.
enum class SkinShape { Uniform, Uneven, Mirrored, Sheared };

inline constexpr std::array allSkinShapes{SkinShape::Uniform, SkinShape::Uneven, SkinShape::Mirrored, SkinShape::Sheared};

inline constexpr std::size_t shapedBones = 60;

/// Returns random vertices on shapedBones bones, with tangents and three morph targets: one moves all attributes, one nothing, one only
/// positions.
Primitive randomMorphed(Random& random, std::size_t vertices, std::size_t influences);

/// Returns the matrices of shapedBones bones. All rotations are within 63 degrees of a common rotation by half a turn, where the
/// quaternions' signs change, so blends stay far from singular.
std::vector<Affine> shapedPalette(Random& random, SkinShape shape);

}  // namespace armature::test
