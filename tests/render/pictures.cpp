#include "pictures.hpp"

#include <algorithm>
#include <cmath>

#include <glm/glm.hpp>

#include "rigs.hpp"

namespace armature::test {

support::Picture drawPicture(const GlFixture& gl, SkinRenderer& renderer, const Scene& scene, const Camera& camera, DrawOptions options,
                             std::size_t width, std::size_t height)
{
    const auto framebuffer = gl.makeFramebuffer(width, height);
    if (!options.background) {
        options.background = glm::vec4(0.f, 0.f, 0.f, 1.f);
    }
    renderer.draw(scene, camera, options);
    return framebuffer->read();
}

Camera flatCamera()
{
    Camera camera;
    camera.view[3] = {0.f, 0.f, -5.f, 1.f};
    camera.projection[2][2] = -0.1f;  // depth 0 to 10 in front of the camera
    camera.projection[3][2] = -0.5f;
    return camera;
}

std::vector<bool> drawnPixels(const support::Picture& picture)
{
    std::vector<bool> drawn;
    for (std::size_t i = 0; i < picture.pixels.size(); i += 4) {
        drawn.push_back(picture.pixels[i] != 0 || picture.pixels[i + 1] != 0 || picture.pixels[i + 2] != 0);
    }
    return drawn;
}

std::vector<bool> projectedPixels(std::span<const glm::dvec3> positions, std::span<const std::uint32_t> indices, const Camera& camera,
                                  std::size_t width, std::size_t height)
{
    std::vector<glm::dvec2> projected;
    for (const glm::dvec3& position : positions) {
        const glm::dvec4 clip = glm::dmat4(camera.projection) * (glm::dmat4(camera.view) * glm::dvec4(position, 1.));
        projected.emplace_back((0.5 + 0.5 * clip.x / clip.w) * static_cast<double>(width),
                               (0.5 - 0.5 * clip.y / clip.w) * static_cast<double>(height));
    }
    const auto side = [](const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& p) {
        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    };
    std::vector<bool> covered(width * height);
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const glm::dvec2& a = projected[indices[i]];
        const glm::dvec2& b = projected[indices[i + 1]];
        const glm::dvec2& c = projected[indices[i + 2]];
        const glm::dvec2 low = glm::clamp(glm::min(glm::min(a, b), c), glm::dvec2(0.), glm::dvec2(width, height));
        const glm::dvec2 high = glm::clamp(glm::max(glm::max(a, b), c) + 1., glm::dvec2(0.), glm::dvec2(width, height));
        for (auto y = static_cast<std::size_t>(low.y); y < static_cast<std::size_t>(high.y); ++y) {
            for (auto x = static_cast<std::size_t>(low.x); x < static_cast<std::size_t>(high.x); ++x) {
                const glm::dvec2 center(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5);
                const double u = side(a, b, center);
                const double v = side(b, c, center);
                const double w = side(c, a, center);
                if ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) {
                    covered[y * width + x] = true;
                }
            }
        }
    }
    return covered;
}

std::size_t countDifferent(const std::vector<bool>& a, const std::vector<bool>& b)
{
    std::size_t count = a.size() == b.size() ? 0 : a.size() + b.size();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        count += a[i] != b[i] ? 1u : 0u;
    }
    return count;
}

std::size_t countDifferent(const support::Picture& a, const support::Picture& b, int levels)
{
    BOOST_REQUIRE(a.pixels.size() == b.pixels.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
        bool isDifferent = false;
        for (std::size_t channel = i; channel < i + 4; ++channel) {
            isDifferent = isDifferent || std::abs(int{a.pixels[channel]} - int{b.pixels[channel]}) > levels;
        }
        count += isDifferent ? 1u : 0u;
    }
    return count;
}

Primitive makeSquare(const glm::vec3& place, float half)
{
    Primitive primitive;
    primitive.positions = {place + glm::vec3(-half, -half, 0.f), place + glm::vec3(half, -half, 0.f), place + glm::vec3(half, half, 0.f),
                           place + glm::vec3(-half, half, 0.f)};
    primitive.normals.assign(4, glm::vec3(0.f, 0.f, 1.f));
    primitive.textureCoordinates[0] = {{0.f, 1.f}, {1.f, 1.f}, {1.f, 0.f}, {0.f, 0.f}};
    primitive.indices = {0, 1, 2, 0, 2, 3};
    return primitive;
}

MeshInstance& addPrimitive(Scene& scene, Primitive primitive, const Material& material)
{
    primitive.material = scene.addMaterial(material);
    return scene.addMeshInstance(makeMesh(std::move(primitive)), scene.createTransformNode("node"));
}

}  // namespace armature::test
