#include "golden_picture.hpp"

#include <algorithm>
#include <cstdlib>

#include <armature/support/picture.hpp>
#include <support/shared_data.hpp>

namespace armature::test {

namespace {

struct Difference {
    std::size_t pixels = 0;  // number of pixels that differ by more than the allowed levels
    support::Picture picture;
};

Difference differenceOf(const support::Picture& a, const support::Picture& b, int levels)
{
    Difference difference{0, a};
    for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
        int most = 0;
        for (std::size_t channel = i; channel < i + 4; ++channel) {
            const int off = std::abs(int{a.pixels[channel]} - int{b.pixels[channel]});
            difference.picture.pixels[channel] = static_cast<std::uint8_t>(std::min(10 * off, 255));
            most = std::max(most, off);
        }
        difference.picture.pixels[i + 3] = 255;
        difference.pixels += most > levels ? 1 : 0;
    }
    return difference;
}

void compare(std::string_view name, const support::Picture& drawn, const support::Picture& golden, bool isSameDriver)
{
    BOOST_REQUIRE_MESSAGE(drawn.width == golden.width && drawn.height == golden.height, name << ": the golden picture has another size");
    const Difference difference = differenceOf(drawn, golden, isSameDriver ? 2 : 24);
    const std::size_t allowed = drawn.width * drawn.height / (isSameDriver ? 1000 : 50);
    if (difference.pixels <= allowed) {
        return;
    }
    const auto folder = emptyOutputDirectory("pictures-" + std::string(name));
    support::writePng(folder / "drawn.png", drawn);
    support::writePng(folder / "difference.png", difference.picture);
    BOOST_ERROR(name << ": " << difference.pixels << " pixels differ, " << allowed << " may; see drawn.png and difference.png in " << folder
                     << ". If the picture has become better, run this program with ARMATURE_NEW_PICTURES=1");
}

}  // namespace

void checkPicture(std::string_view name, const std::function<void(const GlFixture&)>& draw)
{
    const GlFixture gl;
    const auto framebuffer = gl.makeFramebuffer(pictureWidth, pictureHeight, 4);
    draw(gl);
    const support::Picture drawn = framebuffer->read();
    const auto file = sourceDirectory() / "tests" / "pictures" / "golden" / (std::string(name) + ".png");
    if (std::getenv("ARMATURE_NEW_PICTURES") != nullptr) {
        support::writePng(file, drawn);
        return;
    }
    compare(name, drawn, support::readPng(file), gl.context.getRendererName().find("llvmpipe") != std::string::npos);
}

void checkPicture(std::string_view name, const Scene& scene, const Camera& camera, DrawOptions options)
{
    checkPicture(name, [&](const GlFixture& gl) {
        SkinRenderer renderer(gl.context);
        renderer.draw(scene, camera, onBackground(options));
        BOOST_TEST(renderer.warnings().empty());
    });
}

DrawOptions onBackground(DrawOptions options)
{
    options.background = glm::vec4(0.16f, 0.18f, 0.21f, 1.f);
    return options;
}

}  // namespace armature::test
