#pragma once

#include <cstddef>
#include <memory>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/random.hpp>

namespace armature::test {

/// Adds a chain of `joints` bones to `scene`, up the Y axis, `length` metres long in the bind pose.
Skeleton& addChain(Scene& scene, std::size_t joints, float length);

/// Rotates every bone of a chain by `angle` radians about Z, so that the chain becomes an arc.
void bend(Skeleton& skeleton, float angle);

/// Gives every bone a random rotation and, if `deforms`, a random scale, which is negative for some bones.
void poseRandomly(Skeleton& skeleton, Random& random, bool deforms);

/// Returns a square tube around a chain. The `influences` nearest joints influence each vertex, with weights that sum to 1.
std::shared_ptr<const Mesh> makeTube(std::size_t joints, float length, float radius, std::size_t influences);

/// Returns random points with normals. Each has `influences` random bones, with random weights that sum to 1.
Primitive randomPrimitive(Random& random, std::size_t vertices, std::size_t bones, std::size_t influences);

/// Returns a box from -half to half with normals, four vertices per side, counter-clockwise seen from outside.
Primitive makeBox(const glm::vec3& half);

/// Returns a mesh of one primitive.
std::shared_ptr<const Mesh> makeMesh(Primitive primitive);

}  // namespace armature::test
