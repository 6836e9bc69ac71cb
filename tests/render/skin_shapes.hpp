#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <support/random.hpp>

namespace armature::test {

/// What the matrices of a palette do beside turning.
enum class SkinShape { Uniform, Uneven, Mirrored, Sheared };

inline constexpr std::array allSkinShapes{SkinShape::Uniform, SkinShape::Uneven, SkinShape::Mirrored, SkinShape::Sheared};

inline constexpr std::size_t shapedBones = 60;

/// Random vertices on shapedBones bones with tangents and three morph targets: one of all, one of nothing, one of positions.
Primitive randomMorphed(Random& random, std::size_t vertices, std::size_t influences);

/// The matrices of shapedBones bones. Blends stay far from singular: the turns differ by up to a quarter. They are near half a turn, where
/// the quaternions' signs change.
std::vector<Affine> shapedPalette(Random& random, SkinShape shape);

}  // namespace armature::test
