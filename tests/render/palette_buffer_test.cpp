#include "feedback.hpp"
#include "rigs.hpp"

#include <armature/render/palette_buffer.hpp>
#include <support/allocations/allocation_count.hpp>

using namespace armature;
using namespace armature::test;

namespace {

Primitive onePoint()
{
    Primitive primitive;
    primitive.topology = PrimitiveTopology::Points;
    primitive.positions = {{0.f, 0.f, 0.f}};
    primitive.normals = {{0.f, 1.f, 0.f}};
    primitive.skin = {.influencesPerVertex = 1, .joints = {0}, .weights = {1.f}};
    return primitive;
}

std::vector<Affine> shiftedPalette(std::size_t bones, float shift)
{
    return std::vector<Affine>(bones, toAffine(Transform{.translation = {shift, 0.f, 0.f}}));
}

/// Draws frames of 100 skeletons, whose palettes differ by skeleton and frame. Checks what the GPU reads through every range.
void checkFrames(const GlFixture& gl)
{
    const auto framebuffer = gl.makeFramebuffer(4, 4);
    const Primitive point = onePoint();
    constexpr std::size_t skeletons = 100;
    constexpr std::size_t frames = 5;
    PaletteBuffer palettes(gl.context);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        std::vector<std::vector<Affine>> all;
        for (std::size_t i = 0; i < skeletons; ++i) {
            all.push_back(shiftedPalette(1 + i % 7, static_cast<float>(1000 * frame + i)));
        }
        palettes.beginFrame();
        for (const auto& palette : all) {
            palettes.add(palette);
        }
        palettes.upload();
        for (std::size_t i = 0; i < skeletons; i += frame == 0 ? 1 : 33) {
            const float expected = static_cast<float>(1000 * frame + i);
            BOOST_TEST(poseOnGpu(point, palettes, i, identityAffine(), false)[0].position.x == expected);
            BOOST_TEST(poseOnGpu(point, palettes, i, identityAffine(), true)[0].position.x == expected);
        }
        BOOST_TEST(palettes.getLayout().ranges().size() == skeletons);
        palettes.endFrame();
    }
    BOOST_TEST(palettes.getStatistics().uploads == frames);
    BOOST_TEST(palettes.getStatistics().ranges == frames * skeletons);
    BOOST_TEST(palettes.getStatistics().reallocations == 1u);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(palette_buffer, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(a_hundred_skeletons_share_one_buffer_and_one_upload)
{
    const GlFixture gl;
    checkFrames(gl);
}

BOOST_AUTO_TEST_CASE(without_buffer_storage_the_same_is_read)
{
    const GlFixture gl({.withoutBufferStorage = true});
    BOOST_TEST(!gl.context.getCapabilities().hasBufferStorage);
    checkFrames(gl);
}

BOOST_AUTO_TEST_CASE(at_alignment_256_the_same_is_read)
{
    const GlFixture gl({.uniformBlockBytes = 16384, .uniformOffsetAlignment = 256});
    checkFrames(gl);
}

BOOST_AUTO_TEST_CASE(the_buffer_grows_in_the_middle_of_its_life)
{
    for (const bool withoutStorage : {false, true}) {
        const GlFixture gl({.withoutBufferStorage = withoutStorage});
        const auto framebuffer = gl.makeFramebuffer(4, 4);
        PaletteBuffer palettes(gl.context);
        for (const std::size_t bones : {1u, 5000u, 2u, 20000u, 3u}) {
            const auto palette = shiftedPalette(bones, static_cast<float>(bones));
            palettes.beginFrame();
            palettes.add(palette);
            const std::size_t last = palettes.add(palette);
            palettes.upload();
            const auto posed = poseOnGpu(onePoint(), palettes, last, identityAffine(), true);
            BOOST_TEST(posed[0].position.x == static_cast<float>(bones));
            palettes.endFrame();
        }
        BOOST_TEST(palettes.getStatistics().reallocations == 3u);
    }
}

BOOST_AUTO_TEST_CASE(the_vertex_array_of_the_program_stays_bound)
{
    const GlFixture gl;
    GLuint array = 0;
    glGenVertexArrays(1, &array);
    const std::vector<Affine> palette = shiftedPalette(2, 1.f);
    PaletteBuffer palettes(gl.context);
    glBindVertexArray(array);
    palettes.beginFrame();
    const std::size_t range = palettes.add(palette);
    palettes.upload();
    palettes.bindRange(range, 0);
    palettes.endFrame();
    GLint bound = 0;
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &bound);
    BOOST_TEST(static_cast<GLuint>(bound) == array);
    glBindVertexArray(0);
    glDeleteVertexArrays(1, &array);
}

BOOST_AUTO_TEST_CASE(a_short_palette_is_filled_up_with_identities)
{
    const GlFixture gl;
    const auto framebuffer = gl.makeFramebuffer(4, 4);
    const auto palette = shiftedPalette(2, 5.f);
    Primitive point = onePoint();
    point.positions[0] = {1.f, 0.f, 0.f};
    point.skin.joints[0] = 9;
    PaletteBuffer palettes(gl.context);
    palettes.beginFrame();
    const std::size_t range = palettes.add(palette, 10);
    palettes.upload();
    BOOST_TEST(poseOnGpu(point, palettes, range, identityAffine(), false)[0].position.x == 1.f);
}

BOOST_AUTO_TEST_CASE(a_frame_without_skeletons_uploads_nothing)
{
    const GlFixture gl;
    PaletteBuffer palettes(gl.context);
    palettes.beginFrame();
    palettes.upload();
    palettes.endFrame();
    BOOST_TEST(palettes.getStatistics().uploads == 0u);
}

BOOST_AUTO_TEST_CASE(ranges_that_the_frame_does_not_have_are_refused)
{
    const GlFixture gl;
    PaletteBuffer palettes(gl.context);
    const auto palette = shiftedPalette(10, 1.f);
    palettes.endFrame();
    BOOST_CHECK_THROW(palettes.bindRange(0, 0), std::invalid_argument);
    palettes.beginFrame();
    BOOST_TEST(palettes.add(palette) == 0u);
    BOOST_CHECK_THROW(palettes.bindRange(0, 0), std::invalid_argument);  // not uploaded
    BOOST_CHECK_THROW(palettes.add(palette, ~std::size_t{0}), std::invalid_argument);
    palettes.upload();
    palettes.bindRange(0, 0);
    BOOST_CHECK_THROW(palettes.bindRange(1, 0), std::invalid_argument);
    BOOST_TEST(palettes.getFirstTexel(1) == 0u);
    BOOST_TEST(!palettes.fitsBlock(1));
    BOOST_TEST(!palettes.fitsTexture(1));
    palettes.endFrame();
    BOOST_CHECK_THROW(palettes.bindRange(0, 0), std::invalid_argument);
    BOOST_TEST(palettes.getStatistics().ranges == 1u);
}

BOOST_AUTO_TEST_CASE(restrictions_that_no_implementation_has_are_refused)
{
    const GlFixture gl;
    for (const std::size_t alignment : {std::size_t{0}, std::size_t{3}, ~std::size_t{0}, std::size_t{1} << 40}) {
        BOOST_CHECK_THROW(GlContext(GlRestrictions{.uniformOffsetAlignment = alignment}), std::invalid_argument);
    }
}

BOOST_AUTO_TEST_CASE(three_frames_in_a_row_write_three_places)
{
    const GlFixture gl;
    if (!gl.context.getCapabilities().hasBufferStorage) {
        BOOST_TEST_MESSAGE("no buffer storage: each frame orphans the buffer instead");
        return;
    }
    PaletteBuffer palettes(gl.context);
    const auto palette = shiftedPalette(10, 1.f);
    std::vector<std::size_t> texels;
    for (int frame = 0; frame < 6; ++frame) {
        palettes.beginFrame();
        palettes.add(palette);
        palettes.upload();
        texels.push_back(palettes.getFirstTexel(0));
        palettes.endFrame();
    }
    BOOST_TEST((texels[0] != texels[1] && texels[1] != texels[2] && texels[0] != texels[2]));
    for (std::size_t frame = 3; frame < 6; ++frame) {
        BOOST_TEST(texels[frame] == texels[frame - 3]);
    }
}

BOOST_AUTO_TEST_CASE(packing_allocates_nothing_once_warm)
{
    for (const bool withoutStorage : {false, true}) {
        const GlFixture gl({.withoutBufferStorage = withoutStorage});
        PaletteBuffer palettes(gl.context);
        const auto palette = shiftedPalette(60, 1.f);
        const auto frame = [&] {
            palettes.beginFrame();
            for (int i = 0; i < 100; ++i) {
                palettes.add(palette);
            }
            palettes.upload();
            palettes.endFrame();
        };
        frame();
        const AllocationCount allocations;
        for (int i = 0; i < 10; ++i) {
            frame();
        }
        BOOST_TEST(allocations.sinceConstruction() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(limits_of_block_and_texture_are_told)
{
    const GlFixture gl({.uniformBlockBytes = 16384, .textureBufferTexels = 3000});
    PaletteBuffer palettes(gl.context);
    const auto fits = shiftedPalette(341, 0.f);
    const auto tooLongForBlock = shiftedPalette(342, 0.f);
    const auto tooLongForBoth = shiftedPalette(1001, 0.f);
    palettes.beginFrame();
    const std::size_t a = palettes.add(fits);
    const std::size_t b = palettes.add(tooLongForBlock);
    const std::size_t c = palettes.add(tooLongForBoth);
    palettes.upload();
    BOOST_TEST(palettes.fitsBlock(a));
    BOOST_TEST(!palettes.fitsBlock(b));
    BOOST_TEST(palettes.fitsTexture(b));
    BOOST_TEST(!palettes.fitsTexture(c));
}

BOOST_AUTO_TEST_SUITE_END()
