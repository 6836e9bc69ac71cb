#pragma once

#include <functional>
#include <vector>

#include <armature/render/skin_renderer.hpp>
#include <armature/scene/scene.hpp>

#include "gl_fixture.hpp"

namespace armature::test {

/// Draws `scene` on black, without multisampling, and returns the picture.
[[nodiscard]] support::Picture drawPicture(const GlFixture& gl, SkinRenderer& renderer, const Scene& scene, const Camera& camera,
                                           DrawOptions options = {}, std::size_t width = 320, std::size_t height = 240);

/// Returns a camera that looks straight at [-1, 1] x [-1, 1] of the plane z = 0, without perspective: x and y are picture coordinates.
[[nodiscard]] Camera flatCamera();

/// Returns, for each pixel, whether it is not black.
[[nodiscard]] std::vector<bool> drawnPixels(const support::Picture& picture);

/// Returns, for each pixel, whether its centre lies in the projection of a triangle of `positions`. Computed in double, without OpenGL.
[[nodiscard]] std::vector<bool> projectedPixels(std::span<const glm::dvec3> positions, std::span<const std::uint32_t> indices,
                                                const Camera& camera, std::size_t width = 320, std::size_t height = 240);

/// Returns the number of elements that differ.
[[nodiscard]] std::size_t countDifferent(const std::vector<bool>& a, const std::vector<bool>& b);
/// Returns the number of pixels that differ by more than `levels` in some channel.
[[nodiscard]] std::size_t countDifferent(const support::Picture& a, const support::Picture& b, int levels);

/// Returns a square around `place` with sides of 2 * `half` metres, facing +Z. Its texture coordinates are (0, 0) at the upper left.
[[nodiscard]] Primitive makeSquare(const glm::vec3& place, float half);

/// Adds a primitive with its own material, at its own node, to a scene.
MeshInstance& addPrimitive(Scene& scene, Primitive primitive, const Material& material);

}  // namespace armature::test
