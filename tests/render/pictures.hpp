#pragma once

#include <functional>
#include <vector>

#include <armature/render/skin_renderer.hpp>
#include <armature/scene/scene.hpp>

#include "gl_fixture.hpp"

namespace armature::test {

/// What a renderer draws of `scene` on black, without multisampling.
[[nodiscard]] support::Picture drawPicture(const GlFixture& gl, SkinRenderer& renderer, const Scene& scene, const Camera& camera,
                                           DrawOptions options = {}, std::size_t width = 320, std::size_t height = 240);

/// A camera that looks at [-1, 1] x [-1, 1] of the plane z = 0 straight on, without perspective: x and y are picture coordinates.
[[nodiscard]] Camera flatCamera();

/// Which pixels are not black.
[[nodiscard]] std::vector<bool> drawnPixels(const support::Picture& picture);

/// Which pixels' centres lie in the projection of some triangle of `positions`; computed in double, without OpenGL.
[[nodiscard]] std::vector<bool> projectedPixels(std::span<const glm::dvec3> positions, std::span<const std::uint32_t> indices,
                                                const Camera& camera, std::size_t width = 320, std::size_t height = 240);

/// How many places differ.
[[nodiscard]] std::size_t countDifferent(const std::vector<bool>& a, const std::vector<bool>& b);
/// How many pixels differ by more than `levels` in some channel.
[[nodiscard]] std::size_t countDifferent(const support::Picture& a, const support::Picture& b, int levels);

/// A square of `half` metres around a point, in the plane z = place.z, facing +Z, with texture coordinates, (0, 0) at the upper left.
[[nodiscard]] Primitive makeSquare(const glm::vec3& place, float half);

/// Adds a primitive with a material of its own to a scene, at a node of its own.
MeshInstance& addPrimitive(Scene& scene, Primitive primitive, const Material& material);

}  // namespace armature::test
