#include "feedback.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

/// Returns a palette whose blends stay far from singular: rotations below a quarter turn, scales that differ per axis, and translations.
std::vector<Affine> randomPalette(Random& random, std::size_t bones)
{
    std::vector<Affine> palette;
    for (std::size_t bone = 0; bone < bones; ++bone) {
        Transform transform;
        transform.rotation = glm::slerp(glm::quat(1, 0, 0, 0), random.rotation(), 0.35f);
        transform.scale = {random.real(0.5f, 2.f), random.real(0.5f, 2.f), random.real(0.5f, 2.f)};
        transform.translation = random.vector(-1.f, 1.f);
        palette.push_back(toAffine(transform));
    }
    return palette;
}

Affine scaledHost(const glm::vec3& scale)
{
    Transform transform;
    transform.rotation = glm::normalize(glm::quat(0.9f, 0.1f, 0.3f, -0.2f));
    transform.translation = {0.3f, -0.2f, 0.5f};
    transform.scale = scale;
    return toAffine(transform);
}

PoseError measure(const Primitive& primitive, const std::vector<Affine>& palette, const Affine& model, const GlContext& context,
                  bool throughTexture)
{
    PaletteBuffer palettes(context);
    palettes.beginFrame();
    const std::vector<Affine> other(7, identityAffine());
    palettes.add(other);  // so that the range does not begin at the buffer's start
    const std::size_t range = palettes.add(palette);
    palettes.upload();
    const auto posed = poseOnGpu(primitive, palettes, range, model, throughTexture);
    palettes.endFrame();
    return compare(posed, poseExactly(primitive, palette, model));
}

void checkAgainstDouble(const GlFixture& gl, std::size_t influences, std::size_t bones, const glm::vec3& hostScale, bool throughTexture)
{
    Random random(17 + influences + bones);
    const auto framebuffer = gl.makeFramebuffer(4, 4);
    const Primitive primitive = randomPrimitive(random, 4096, bones, influences);
    const PoseError error = measure(primitive, randomPalette(random, bones), scaledHost(hostScale), gl.context, throughTexture);
    BOOST_TEST_MESSAGE("largest error: positions " << error.position << " of the magnitude, normals " << error.normal);
    BOOST_TEST(error.position < 1e-6);
    BOOST_TEST(error.normal < 1e-6);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(gpu_skinning, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(four_influences_equal_double_precision)
{
    const GlFixture gl;
    checkAgainstDouble(gl, 4, 60, {1.f, 1.f, 1.f}, false);
}

BOOST_AUTO_TEST_CASE(normals_are_right_under_non_uniform_scale_of_the_host)
{
    const GlFixture gl;
    checkAgainstDouble(gl, 4, 60, {0.5f, 2.f, 1.3f}, false);
}

BOOST_AUTO_TEST_CASE(normals_are_right_when_the_host_mirrors)
{
    const GlFixture gl;
    checkAgainstDouble(gl, 4, 60, {-1.f, 1.5f, 0.8f}, false);
}

BOOST_AUTO_TEST_CASE(one_two_and_three_influences_are_filled_up_with_nothing)
{
    const GlFixture gl;
    for (const std::size_t influences : {1u, 2u, 3u}) {
        checkAgainstDouble(gl, influences, 60, {0.5f, 2.f, 1.3f}, false);
    }
}

BOOST_AUTO_TEST_CASE(eight_influences_equal_double_precision)
{
    const GlFixture gl;
    checkAgainstDouble(gl, 8, 60, {0.5f, 2.f, 1.3f}, false);
    checkAgainstDouble(gl, 6, 60, {0.5f, 2.f, 1.3f}, false);
}

BOOST_AUTO_TEST_CASE(the_buffer_texture_gives_the_same)
{
    const GlFixture gl;
    checkAgainstDouble(gl, 4, 2000, {0.5f, 2.f, 1.3f}, true);
    checkAgainstDouble(gl, 8, 2000, {0.5f, 2.f, 1.3f}, true);
}

BOOST_AUTO_TEST_CASE(a_block_filled_to_its_last_bone_is_read_right)
{
    const GlFixture gl;
    checkAgainstDouble(gl, 4, PaletteBuffer(gl.context).getBonesPerBlock(), {1.f, 1.f, 1.f}, false);
}

BOOST_AUTO_TEST_CASE(the_smallest_block_filled_to_its_last_bone_is_read_right)
{
    const GlFixture smallest({.uniformBlockBytes = 16384, .uniformOffsetAlignment = 256});
    BOOST_TEST(PaletteBuffer(smallest.context).getBonesPerBlock() == 341u);
    checkAgainstDouble(smallest, 4, 341, {1.f, 1.f, 1.f}, false);
}

BOOST_AUTO_TEST_CASE(a_vertex_without_weights_stays_where_it_is)
{
    const GlFixture gl;
    const auto framebuffer = gl.makeFramebuffer(4, 4);
    Primitive primitive;
    primitive.positions = {{1.f, 2.f, 3.f}, {1.f, 2.f, 3.f}};
    primitive.normals = {{0.f, 1.f, 0.f}, {0.f, 1.f, 0.f}};
    primitive.skin = {.influencesPerVertex = 4, .joints = {0, 0, 0, 0, 0, 0, 0, 0}, .weights = {0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f}};
    const std::vector<Affine> palette{toAffine(Transform{.translation = {10.f, 0.f, 0.f}})};
    PaletteBuffer palettes(gl.context);
    palettes.beginFrame();
    const std::size_t range = palettes.add(palette);
    palettes.upload();
    const auto posed = poseOnGpu(primitive, palettes, range, identityAffine(), false);
    BOOST_TEST((posed[0].position == glm::vec3(1.f, 2.f, 3.f)));
    BOOST_TEST((posed[1].position == glm::vec3(11.f, 2.f, 3.f)));
}

BOOST_AUTO_TEST_SUITE_END()
