#include <stdexcept>

#include <armature/error.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

#include "pictures.hpp"
#include "rigs.hpp"
#include <support/allocations/allocation_count.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t joints = 12;

/// A tube on a chain below a host.
struct Dancer {
    Dancer() : host(scene.createTransformNode("host")), skeleton(addChain(scene, joints, 0.5f))
    {
        skeleton.setHostNode(&host);
        scene.addMeshInstance(makeTube(joints, 0.5f, 0.03f, 4), host, &skeleton);
    }

    Scene scene;
    TransformNode& host;
    Skeleton& skeleton;
};

/// Poses of it, and where they are.
struct Troupe {
    explicit Troupe(std::size_t count)
    {
        Random random(1);
        for (std::size_t i = 0; i < count; ++i) {
            poseRandomly(dancer.skeleton, random, false);
            poses.push_back(capturePose(dancer.skeleton));
            const auto palette = dancer.skeleton.getFinalMatrices();
            matrices.insert(matrices.end(), palette.begin(), palette.end());
            const glm::vec3 place(random.real(-0.7f, 0.7f), random.real(-0.9f, 0.3f), random.real(-0.5f, 0.5f));
            glm::mat4 world = glm::rotate(glm::translate(glm::mat4(1.f), place), random.real(0.f, 6.f), random.direction());
            world = glm::scale(world, {i % 3 == 1 ? -1.f : 1.f, 1.f, 1.2f});  // some are mirrored
            placements.push_back({.world = world, .palette = i});
        }
    }

    [[nodiscard]] CrowdPalettes palettes() const { return {matrices, joints}; }

    Dancer dancer;
    std::vector<Pose> poses;
    std::vector<glm::mat3x4> matrices;
    std::vector<CrowdPlacement> placements;
};

support::Picture drawCrowd(const GlFixture& gl, CrowdRenderer& renderer, const Troupe& troupe, std::span<const CrowdPlacement> placements)
{
    const auto framebuffer = gl.makeFramebuffer(320, 240);
    framebuffer->bind();
    renderer.draw(troupe.dancer.scene, troupe.palettes(), placements, flatCamera(), {.background = glm::vec4(0.f, 0.f, 0.f, 1.f)});
    return framebuffer->read();
}

/// The same one by one.
support::Picture drawSingly(const GlFixture& gl, const Troupe& troupe)
{
    Dancer dancer;
    SkinRenderer renderer(gl.context);
    const auto framebuffer = gl.makeFramebuffer(320, 240);
    framebuffer->bind();
    DrawOptions options{.background = glm::vec4(0.f, 0.f, 0.f, 1.f)};
    for (std::size_t i = 0; i < troupe.poses.size(); ++i) {
        applyPose(dancer.skeleton, troupe.poses[i]);
        dancer.host.setLocalMatrix(troupe.placements[i].world);
        renderer.draw(dancer.scene, flatCamera(), options);
        options.background.reset();
    }
    return framebuffer->read();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crowd_renderer, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(lesson_d14_instances_with_poses_of_their_own_draw_instanced)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(20);
    const support::Picture together = drawCrowd(gl, renderer, troupe, troupe.placements);
    BOOST_TEST(renderer.getStatistics().instances == 20u);
    BOOST_TEST(renderer.getStatistics().drawCalls == 2u);  // straight and mirrored ones
    BOOST_TEST(renderer.getStatistics().uploads == 1u);
    BOOST_TEST(renderer.warnings().empty());
    const std::vector<bool> drawn = drawnPixels(together);
    BOOST_TEST(std::ranges::count(drawn, true) > 1000);
    BOOST_TEST(countDifferent(together, drawSingly(gl, troupe), 2) <= 3u);
    BOOST_TEST(gl.complaints.empty());
}

// A field of 100 by 100, seen from within; members share two hundred poses.
BOOST_AUTO_TEST_CASE(lesson_d14_ten_thousand_members_are_culled_and_drawn)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    Troupe troupe(200);
    const std::vector<CrowdPlacement> poses = troupe.placements;
    troupe.placements.clear();
    for (int i = 0; i < 10'000; ++i) {
        CrowdPlacement placement = poses[static_cast<std::size_t>(i % 200)];
        placement.world[3] = {static_cast<float>(i % 100) - 50.f, 0.f, static_cast<float>(i / 100) - 50.f, 1.f};
        troupe.placements.push_back(placement);
    }
    const Camera camera = perspectiveCamera({0.3f, 1.f, 0.4f}, {5.f, 0.5f, 9.f}, 160.f / 120.f, 0.1f, 30.f);
    const auto picture = [&](bool culls) {
        const auto framebuffer = gl.makeFramebuffer(160, 120);
        framebuffer->bind();
        const DrawOptions options{.background = glm::vec4(0.f, 0.f, 0.f, 1.f), .cullsOutOfView = culls};
        renderer.draw(troupe.dancer.scene, troupe.palettes(), troupe.placements, camera, options);
        return framebuffer->read();
    };
    const support::Picture culled = picture(true);
    const CrowdRenderer::Statistics statistics = renderer.getStatistics();
    BOOST_TEST(statistics.drawCalls == 2u);
    BOOST_TEST(statistics.uploads == 1u);
    BOOST_TEST(statistics.instances > 50u);
    BOOST_TEST(statistics.instances < 1'000u);
    BOOST_TEST(statistics.instances + statistics.culledInstances == 10'000u);
    BOOST_TEST(std::ranges::count(drawnPixels(culled), true) > 500);
    const support::Picture all = picture(false);
    BOOST_TEST(renderer.getStatistics().instances == 10'000u);
    BOOST_TEST(renderer.getStatistics().culledInstances == 0u);
    BOOST_TEST(countDifferent(culled, all, 0) == 0u);
    BOOST_TEST(gl.complaints.empty());
}

BOOST_AUTO_TEST_CASE(a_small_buffer_texture_takes_several_draws)
{
    const Troupe troupe(20);
    support::Picture expected;
    {
        const GlFixture gl;
        CrowdRenderer renderer(gl.context);
        expected = drawCrowd(gl, renderer, troupe, troupe.placements);
    }
    const GlFixture small({.textureBufferTexels = 7 * (3 * joints + 5) + 1});
    CrowdRenderer restricted(small.context);
    BOOST_TEST(countDifferent(drawCrowd(small, restricted, troupe, troupe.placements), expected, 0) == 0u);
    BOOST_TEST(restricted.getStatistics().uploads == 3u);
}

BOOST_AUTO_TEST_CASE(what_fits_no_buffer_texture_is_an_error_with_numbers)
{
    const GlFixture gl({.textureBufferTexels = 3 * joints});
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(1);
    BOOST_CHECK_EXCEPTION(static_cast<void>(drawCrowd(gl, renderer, troupe, troupe.placements)), RenderError, [](const RenderError& error) {
        return std::string_view(error.what()).find("41 texels") != std::string_view::npos
               && std::string_view(error.what()).find("36") != std::string_view::npos;
    });
}

BOOST_AUTO_TEST_CASE(only_what_is_placed_is_drawn_and_in_its_tint)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(3);
    std::vector<CrowdPlacement> one{troupe.placements[2]};
    one[0].tint = {1.f, 0.f, 0.f, 1.f};
    const support::Picture picture = drawCrowd(gl, renderer, troupe, one);
    std::size_t red = 0;
    std::size_t green = 0;  // of what light the surface throws back as it is
    for (std::size_t i = 0; i < picture.pixels.size(); i += 4) {
        red += picture.pixels[i];
        green += picture.pixels[i + 1];
    }
    BOOST_TEST(red > 5000u);
    BOOST_TEST(green < red / 2);
    BOOST_TEST(std::ranges::count(drawnPixels(drawCrowd(gl, renderer, troupe, {})), true) == 0);
}

BOOST_AUTO_TEST_CASE(palettes_that_are_not_there_or_too_small_are_refused)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(2);
    std::vector<CrowdPlacement> placements = troupe.placements;
    placements[1].palette = 2;
    BOOST_CHECK_THROW(renderer.draw(troupe.dancer.scene, troupe.palettes(), placements, flatCamera()), std::invalid_argument);
    const CrowdPalettes small{troupe.matrices, joints - 1};
    BOOST_CHECK_THROW(renderer.draw(troupe.dancer.scene, small, troupe.placements, flatCamera()), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(dual_quaternions_are_not_silently_left_out)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(1);
    const auto framebuffer = gl.makeFramebuffer(8, 8);
    for (int i = 0; i < 2; ++i) {
        renderer.draw(troupe.dancer.scene, troupe.palettes(), troupe.placements, flatCamera(),
                      {.skinning = DrawOptions::Skinning::DualQuaternions});
    }
    BOOST_TEST_REQUIRE(renderer.warnings().size() == 1u);
    BOOST_TEST(renderer.warnings()[0] == "crowds are skinned linearly, not by dual quaternions, as asked");
}

BOOST_AUTO_TEST_CASE(a_frame_allocates_nothing)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(10);
    const auto framebuffer = gl.makeFramebuffer(64, 64);
    framebuffer->bind();
    const auto frame = [&] { renderer.draw(troupe.dancer.scene, troupe.palettes(), troupe.placements, flatCamera()); };
    for (int i = 0; i < 5; ++i) {
        frame();
    }
    const AllocationCount allocations;
    frame();
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
