#include <armature/support/ground.hpp>

#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <armature/render/skin_renderer.hpp>
#include <armature/support/picture.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "pictures.hpp"

using namespace armature;
using namespace armature::test;
using support::Ground;

namespace {

constexpr float halfPlate = 0.2f;
constexpr std::size_t groundPictureSide = 128;

/// Returns a horizontal square centred at `middle`, seen from both sides.
Primitive groundPlate(const glm::vec3& middle)
{
    Primitive primitive = makeSquare(glm::vec3(0.f), halfPlate);
    for (glm::vec3& position : primitive.positions) {
        position = middle + glm::vec3(position.x, 0.f, position.y);
    }
    primitive.normals.clear();
    return primitive;
}

/// Returns a picture of the plates' shadows on a white ground, from straight above; x and z range from -2 to 2. The plates themselves are
/// not drawn.
support::Picture shadowsOf(std::span<const glm::vec3> plates, std::span<const Ground::Patch> patches, float reach)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Ground ground(gl.context);
    Scene casters;
    Material material;
    material.doubleSided = true;
    for (const glm::vec3& middle : plates) {
        addPrimitive(casters, groundPlate(middle), material);
    }
    const auto framebuffer = gl.makeFramebuffer(groundPictureSide, groundPictureSide);
    framebuffer->bind();
    const Camera above{.view = glm::lookAt(glm::vec3(0.f, 5.f, 0.f), glm::vec3(0.f), glm::vec3(0.f, 0.f, -1.f)),
                       .projection = glm::ortho(-2.f, 2.f, -2.f, 2.f, 0.1f, 10.f)};
    const Scene empty;
    renderer.draw(empty, above, {.background = glm::vec4(1.f)});
    ground.drawShadows(above, patches, reach, [&](const Camera& fromBelow) { renderer.draw(casters, fromBelow); });
    return framebuffer->read();
}

Ground::Patch level(float fromX, float toX, float y)
{
    return {{{fromX, y, -2.f}, {toX, y, -2.f}, {fromX, y, 2.f}, {toX, y, 2.f}}};
}

/// Returns how much darker than white a point is, in linear light (IEC 61966-2-1).
double hiddenAt(const support::Picture& picture, double x, double z)
{
    const auto pixel = picture.at(static_cast<std::size_t>((x + 2.) / 4. * groundPictureSide),
                                  static_cast<std::size_t>((z + 2.) / 4. * groundPictureSide));
    return 1. - std::pow((pixel[0] / 255. + 0.055) / 1.055, 2.4);
}

/// Returns the darkening under a plate's centre by the formula of ground.cpp, finely summed: 1.5 times the integral of h^2 / (pi (h^2 +
/// r^2)^2).
double hiddenUnderPlate(double height)
{
    constexpr int cells = 400;
    constexpr double cell = 2. * halfPlate / cells;
    const double h = 0.06 + 0.35 * height;
    double sum = 0.;
    for (int i = 0; i < cells; ++i) {
        for (int k = 0; k < cells; ++k) {
            const double x = (i + 0.5) * cell - halfPlate;
            const double z = (k + 0.5) * cell - halfPlate;
            const double squares = h * h + x * x + z * z;
            sum += cell * cell * h * h / (glm::pi<double>() * squares * squares);
        }
    }
    return 1.5 * sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ground, *boost::unit_test::precondition(needsGl))

// Tolerance: a fifth, because the shader samples only eight rings.
BOOST_AUTO_TEST_CASE(each_patch_is_darkened_by_the_height_above_it)
{
    const std::vector<Ground::Patch> patches{level(-2.f, 0.f, 0.f), level(0.f, 2.f, 0.5f)};
    const std::array plates{glm::vec3(-1.f, 1.f, 0.f), glm::vec3(1.f, 1.f, 0.f)};
    const support::Picture picture = shadowsOf(plates, patches, 2.f);
    for (const auto& [x, height] : {std::pair(-1., 1.), std::pair(1., 0.5)}) {
        const double wanted = hiddenUnderPlate(height);
        BOOST_TEST(std::abs(hiddenAt(picture, x, 0.) - wanted) < 0.2 * wanted, hiddenAt(picture, x, 0.) << " instead of " << wanted);
    }
}

BOOST_AUTO_TEST_CASE(what_is_far_away_or_beyond_reach_casts_no_shadow)
{
    const std::vector<Ground::Patch> patches{level(-2.f, 2.f, 0.f)};
    const std::array plates{glm::vec3(-1.f, 0.5f, -1.f), glm::vec3(1.f, 2.5f, 1.f)};
    const support::Picture picture = shadowsOf(plates, patches, 2.f);
    BOOST_TEST(hiddenAt(picture, -1., -1.) > 0.5);
    BOOST_TEST(hiddenAt(picture, -1., 1.) == 0.);
    BOOST_TEST(hiddenAt(picture, 1., 1.) == 0.);
}

BOOST_AUTO_TEST_SUITE_END()
