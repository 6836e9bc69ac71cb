#pragma once

#include <cstddef>
#include <memory>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/random.hpp>

namespace armature::test {

/// A chain of `joints` bones up the Y axis, `length` metres long at bind, in `scene`.
Skeleton& addChain(Scene& scene, std::size_t joints, float length);

/// Turns every bone of a chain by `angle` radians about Z: the chain becomes an arc.
void bend(Skeleton& skeleton, float angle);

/// Gives every bone a random turn, and if `deforms` a random scale, negative for some.
void poseRandomly(Skeleton& skeleton, Random& random, bool deforms);

/// A square tube around a chain, its vertices influenced by the `influences` nearest joints with weights that sum to 1.
std::shared_ptr<const Mesh> makeTube(std::size_t joints, float length, float radius, std::size_t influences);

/// Random points with normals, each influenced by `influences` random bones with random weights that sum to 1.
Primitive randomPrimitive(Random& random, std::size_t vertices, std::size_t bones, std::size_t influences);

/// A box from -half to half with normals, four vertices to a side, counter-clockwise from outside.
Primitive makeBox(const glm::vec3& half);

/// A mesh of one primitive.
std::shared_ptr<const Mesh> makeMesh(Primitive primitive);

}  // namespace armature::test
