#include <stdexcept>

#include <armature/error.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

#include "pictures.hpp"
#include "rigs.hpp"
#include "troupe.hpp"
#include <support/allocations/allocation_count.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(crowd_renderer, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(instances_with_poses_of_their_own_draw_instanced)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(20);
    const support::Picture together = drawCrowd(gl, renderer, troupe, troupe.placements);
    BOOST_TEST(renderer.getStatistics().instances == 20u);
    BOOST_TEST(renderer.getStatistics().drawCalls == 2u);  // unmirrored and mirrored members
    BOOST_TEST(renderer.getStatistics().uploads == 1u);
    BOOST_TEST(renderer.warnings().empty());
    const std::vector<bool> drawn = drawnPixels(together);
    BOOST_TEST(std::ranges::count(drawn, true) > 1000);
    BOOST_TEST(countDifferent(together, drawSingly(gl, troupe), 2) <= 3u);
    BOOST_TEST(gl.complaints.empty());
}

// A field of 100 by 100 members, seen from within. They share two hundred poses.
BOOST_AUTO_TEST_CASE(ten_thousand_members_are_culled_and_drawn)
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
    const GlFixture small({.textureBufferTexels = 7 * (3 * Troupe::joints + 5) + 1});
    CrowdRenderer restricted(small.context);
    BOOST_TEST(countDifferent(drawCrowd(small, restricted, troupe, troupe.placements), expected, 0) == 0u);
    BOOST_TEST(restricted.getStatistics().uploads == 3u);
}

BOOST_AUTO_TEST_CASE(what_fits_no_buffer_texture_is_an_error_with_numbers)
{
    const GlFixture gl({.textureBufferTexels = 3 * Troupe::joints});
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(1);
    BOOST_CHECK_EXCEPTION(static_cast<void>(drawCrowd(gl, renderer, troupe, troupe.placements)), RenderError, [](const RenderError& error) {
        return std::string_view(error.what()).find("41 texels") != std::string_view::npos
               && std::string_view(error.what()).find("36") != std::string_view::npos;
    });
}

// A plate at a height of 2 above its bones, which turn by 80 degrees in opposite directions. Dual quaternions keep it there, linear
// blending lowers it to 0.35. A morph target lifts it by 5. The camera sees the plate only if it looks at the plate's actual height.
BOOST_AUTO_TEST_CASE(members_are_culled_as_they_are_skinned_and_morphed)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("pair");
    for (const float angle : {80.f, -80.f}) {
        skeleton.createBone(angle > 0.f ? "left" : "right").setRotation({0.f, 0.f, glm::radians(angle)});
    }
    MeshDescription mesh;
    Primitive& plate = mesh.primitives.emplace_back(makeBox({0.3f, 0.1f, 0.1f}));
    plate.skin.influencesPerVertex = 2;
    plate.morphTargets.emplace_back().positions.assign(plate.positions.size(), {0.f, 5.f, 0.f});
    mesh.morphWeights = {0.f};
    for (glm::vec3& position : plate.positions) {
        position.y += 2.f;
        plate.skin.joints.insert(plate.skin.joints.end(), {0, 1});
        plate.skin.weights.insert(plate.skin.weights.end(), {0.5f, 0.5f});
    }
    scene.addMeshInstance(Mesh::create(std::move(mesh)), scene.createTransformNode("node"), &skeleton);
    const CrowdPalettes palettes{skeleton.getFinalMatrices(), 2};
    const auto framebuffer = gl.makeFramebuffer(64, 64);
    framebuffer->bind();
    const auto seen = [&](float height, DrawOptions::Skinning skinning, float weight) {
        const Camera camera = perspectiveCamera({0.f, height, 4.f}, {0.f, height, 0.f}, 1.f, 0.1f, 10.f, glm::radians(20.f));
        const std::vector<CrowdPlacement> one{{.morphWeights = {&weight, 1}}};
        renderer.draw(scene, palettes, one, camera, {.background = glm::vec4(0.f, 0.f, 0.f, 1.f), .skinning = skinning});
        const auto pixels = std::ranges::count(drawnPixels(framebuffer->read()), true);
        BOOST_TEST((renderer.getStatistics().instances == 1) == (pixels > 3), pixels << " pixels at " << height);
        return pixels > 3;
    };
    BOOST_TEST(seen(2.f, DrawOptions::Skinning::DualQuaternions, 0.f));
    BOOST_TEST(seen(7.f, DrawOptions::Skinning::DualQuaternions, 1.f));
    BOOST_TEST(seen(0.35f, DrawOptions::Skinning::Linear, 0.f));
    BOOST_TEST(seen(1.2f, DrawOptions::Skinning::Linear, 1.f));
    BOOST_TEST(!seen(7.f, DrawOptions::Skinning::Linear, 0.f));
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
    std::size_t green = 0;  // from light that the surface reflects untinted
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
    const CrowdPalettes small{troupe.matrices, Troupe::joints - 1};
    BOOST_CHECK_THROW(renderer.draw(troupe.dancer.scene, small, troupe.placements, flatCamera()), std::invalid_argument);
}

// Drawing the members as a crowd gives the same picture as drawing them one by one, skinned and morphed on the CPU.
BOOST_AUTO_TEST_CASE(members_are_skinned_and_morphed_as_the_cpu_does)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    for (const bool isDual : {false, true}) {
        for (const std::size_t targets : {0u, 1u, 6u}) {
            BOOST_TEST_CONTEXT("dual quaternions " << isDual << ", morph targets " << targets)
            {
                const Troupe troupe(12, targets);
                const auto skinning = isDual ? DrawOptions::Skinning::DualQuaternions : DrawOptions::Skinning::Linear;
                const support::Picture together = drawCrowd(gl, renderer, troupe, troupe.placements, {.skinning = skinning});
                BOOST_TEST(renderer.getStatistics().drawCalls == 2u);
                BOOST_TEST(renderer.getStatistics().uploads == 1u);
                const support::Picture singly = drawSingly(gl, troupe, {.skinning = skinning, .path = DrawOptions::Path::Cpu});
                BOOST_TEST(std::ranges::count(drawnPixels(singly), true) > 1000);
                BOOST_TEST(countDifferent(together, singly, 2) <= 5u);
            }
        }
    }
    BOOST_TEST(renderer.warnings().empty());
    BOOST_TEST(gl.complaints.empty());
}

BOOST_AUTO_TEST_CASE(without_weights_of_their_own_members_have_those_of_the_model)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    Troupe troupe(6, 3);
    std::vector<CrowdPlacement> placements = troupe.placements;
    for (CrowdPlacement& placement : placements) {
        placement.morphWeights = {};
    }
    const support::Picture atRest = drawCrowd(gl, renderer, troupe, placements);
    troupe.dancer.instance.setMorphWeights(troupe.weights[0]);
    const support::Picture asTheModel = drawCrowd(gl, renderer, troupe, placements);
    for (CrowdPlacement& placement : placements) {
        placement.morphWeights = troupe.weights[0];
    }
    BOOST_TEST(countDifferent(asTheModel, drawCrowd(gl, renderer, troupe, placements), 0) == 0u);
    BOOST_TEST(countDifferent(asTheModel, atRest, 2) > 100u);
}

BOOST_AUTO_TEST_CASE(morph_weights_that_are_not_as_many_as_targets_are_refused)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    Troupe troupe(2, 3);
    troupe.placements[1].morphWeights = troupe.placements[1].morphWeights.first(2);
    BOOST_CHECK_EXCEPTION(renderer.draw(troupe.dancer.scene, troupe.palettes(), troupe.placements, flatCamera()), std::invalid_argument,
                          says("2 morph weights, but the meshes have 3 morph targets"));
}

BOOST_AUTO_TEST_CASE(morph_targets_that_fit_no_buffer_texture_stay_at_rest_and_are_named)
{
    constexpr std::size_t each = 3 * Troupe::joints + 5;
    const GlFixture gl({.textureBufferTexels = 4 * each});  // the targets need 13 rings of 4 vertices, 2 texels each, 3 targets: 312
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(2, 3);
    const Troupe plain(2);
    BOOST_TEST(countDifferent(drawCrowd(gl, renderer, troupe, troupe.placements), drawCrowd(gl, renderer, plain, plain.placements), 0)
               == 0u);
    BOOST_TEST_REQUIRE(renderer.warnings().size() == 1u);
    BOOST_TEST(renderer.warnings()[0].ends_with("not morphed in a crowd: its targets need 312 texels, a buffer texture holds 164"),
               renderer.warnings()[0]);
}

// One warning per part and reason, however many frames are drawn; later frames allocate no new text.
BOOST_AUTO_TEST_CASE(parts_that_are_not_drawn_as_a_crowd_are_named_once)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    Troupe troupe(2);
    Scene& scene = troupe.dancer.scene;
    MeshDescription stiff = troupe.dancer.instance.getMesh()->getDescription();
    stiff.name = "stiff";
    stiff.primitives[0].skin = {};
    const auto hat = Mesh::create(std::move(stiff));
    scene.addMeshInstance(hat, scene.createTransformNode("hat")).setName("hat");
    scene.addMeshInstance(hat, scene.createTransformNode("coat"), &troupe.dancer.skeleton).setName("coat");
    MeshInstance& hidden = scene.addMeshInstance(hat, scene.createTransformNode("hidden"));
    hidden.getNode().setEnabled(false);
    const auto framebuffer = gl.makeFramebuffer(64, 64);
    framebuffer->bind();
    for (int frame = 0; frame < 3; ++frame) {
        renderer.draw(scene, troupe.palettes(), troupe.placements, flatCamera());
    }
    const AllocationCount count;
    renderer.draw(scene, troupe.palettes(), troupe.placements, flatCamera());
    BOOST_TEST(count.sinceConstruction() == 0u);
    const std::vector<std::string> named(renderer.warnings().begin(), renderer.warnings().end());
    BOOST_TEST(named
                   == (std::vector<std::string>{"hat: not drawn as a crowd: it has no skeleton",
                                                "coat, primitive 0: not drawn as a crowd: no influences"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_frame_allocates_nothing)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    const Troupe troupe(10, 2);
    const auto framebuffer = gl.makeFramebuffer(64, 64);
    framebuffer->bind();
    const DrawOptions options{.skinning = DrawOptions::Skinning::DualQuaternions, .shadows = true};
    const auto frame = [&] { renderer.draw(troupe.dancer.scene, troupe.palettes(), troupe.placements, flatCamera(), options); };
    for (int i = 0; i < 5; ++i) {
        frame();
    }
    const AllocationCount allocations;
    frame();
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
