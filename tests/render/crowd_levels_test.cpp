#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/animation/clip_bounds.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t crowdJoints = 6;

/// Waving tubes in a field, each at a different time of the same clip.
struct Field {
    explicit Field(std::size_t count)
        : skeleton(addChain(scene, crowdJoints, 2.f))
        , mesh(makeTube(crowdJoints, 2.f, 0.1f, 4))
        , clip(BakedClip::create(*wave(skeleton), skeleton))
        , crowd(skeleton)
        , box(ClipBounds(*mesh, skeleton).enclose(*clip))
    {
        scene.addMeshInstance(mesh, scene.createTransformNode("tube"), &skeleton);
        const std::size_t waving = crowd.addClip(clip);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t row = i / 10;
            const glm::vec3 place(3.f * static_cast<float>(i % 10) - 13.5f, 0.f, -3.f * static_cast<float>(row));
            instances.push_back(crowd.add({.clip = waving, .time = 0.07 * static_cast<double>(i)}));
            members.push_back({glm::translate(glm::mat4(1.f), place), box});
        }
    }

    static std::shared_ptr<const AnimationClip> wave(Skeleton& skeleton)
    {
        AnimationClipBuilder builder("wave");
        for (Bone* bone : skeleton.bones()) {
            for (const double seconds : {0., 1., 2.}) {
                const glm::quat turn = glm::angleAxis(seconds == 1. ? 0.4f : -0.4f, glm::vec3(0.f, 0.f, 1.f));
                builder.rotation(*bone).addKey(seconds, turn);
            }
        }
        return builder.build();
    }

    /// Applies the chosen levels to the crowd. Returns the indices of the members to draw.
    std::vector<std::size_t> follow(std::span<const CrowdRenderer::Levels::Level> levels)
    {
        std::vector<std::size_t> drawn;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            crowd.setCulled(instances[i], !levels[i].isDrawn);
            crowd.setUpdateInterval(instances[i], levels[i].interval);
            if (levels[i].isDrawn) {
                drawn.push_back(i);
            }
        }
        return drawn;
    }

    [[nodiscard]] std::vector<CrowdPlacement> place(std::span<const std::size_t> those) const
    {
        std::vector<CrowdPlacement> placements;
        for (const std::size_t i : those) {
            placements.push_back({.world = members[i].world, .palette = instances[i].index});
        }
        return placements;
    }

    Scene scene;
    Skeleton& skeleton;
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const BakedClip> clip;
    Crowd crowd;
    Aabb box;
    std::vector<CrowdInstance> instances;
    std::vector<CrowdRenderer::Levels::Member> members;
};

/// A camera at the origin that looks along -Z; its field of view is 90 degrees high.
const Camera wide = perspectiveCamera({0.f, 0.f, 0.f}, {0.f, 0.f, -1.f}, 1.f, 0.1f, 1000.f, glm::radians(90.f));

/// Returns a member `distance` metres ahead whose bounding sphere is one metre in diameter.
CrowdRenderer::Levels::Member ahead(float distance)
{
    const glm::vec3 half(0.5f / glm::sqrt(3.f));
    return {glm::translate(glm::mat4(1.f), glm::vec3(0.f, 0.f, -distance)), {-half, half}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crowd_levels)

// By hand: at a distance of d metres, the view is 2 d high, so a metre is 1 / (2 d) of its height.
BOOST_AUTO_TEST_CASE(intervals_double_as_members_halve)
{
    CrowdRenderer::Levels levels(0.1f, 8);
    const auto intervalAt = [&](float distance) { return levels.choose(std::vector{ahead(distance)}, wide)[0].interval; };
    const std::vector<std::pair<float, std::size_t>> expected{{0.3f, 1}, {4.f, 1}, {6.f, 2}, {9.f, 2}, {12.f, 4}, {24.f, 8}, {500.f, 8}};
    for (const auto& [distance, interval] : expected) {
        BOOST_TEST(intervalAt(distance) == interval, "at " << distance);
    }
    // Interval 1 ends at 5 metres. Within a tenth of that distance, the interval keeps its previous value.
    BOOST_TEST(intervalAt(5.2f) == 2u);
    BOOST_TEST(intervalAt(4.7f) == 2u);
    BOOST_TEST(intervalAt(4.4f) == 1u);
    BOOST_TEST(intervalAt(5.2f) == 1u);
    BOOST_TEST(intervalAt(5.6f) == 2u);
    CrowdRenderer::Levels three(0.1f, 3);
    BOOST_TEST(three.choose(std::vector{ahead(500.f)}, wide)[0].interval == 2u);
}

// At 5 metres, one metre is a tenth of the view's height. Each distance here is a fifth beyond the one at which its interval begins.
BOOST_AUTO_TEST_CASE(each_doubling_of_the_distance_doubles_the_interval)
{
    for (int doublings = 0; doublings < 8; ++doublings) {
        CrowdRenderer::Levels levels(0.1f, 1024);
        const float distance = 6.f * static_cast<float>(1 << doublings);
        BOOST_TEST(levels.choose(std::vector{ahead(distance)}, wide)[0].interval == std::size_t{2} << doublings);
    }
}

// By hand, as above: level 1 begins at 10 metres, where a metre is half of a tenth of the view; level 2 at 20, level 3 at 40. Within a
// tenth of such a distance, the level does not change.
BOOST_AUTO_TEST_CASE(members_have_fewer_bones_as_they_halve)
{
    CrowdRenderer::Levels levels(0.1f, 1);
    const auto bonesAt = [&](float distance) {
        const auto chosen = levels.choose(std::vector{ahead(distance)}, wide);
        BOOST_TEST(chosen[0].interval == 1u);
        return chosen[0].boneLevel;
    };
    const std::vector<std::pair<float, std::size_t>> expected{{4.f, 0},  {9.5f, 0}, {10.5f, 0}, {12.f, 1}, {9.5f, 1}, {8.5f, 0},
                                                              {24.f, 2}, {48.f, 3}, {500.f, 3}, {38.f, 3}, {35.f, 2}, {0.3f, 0}};
    for (const auto& [distance, level] : expected) {
        BOOST_TEST(bonesAt(distance) == level, "at " << distance);
    }
    CrowdRenderer::Levels one(0.1f, 8, 1);
    BOOST_TEST(one.choose(std::vector{ahead(500.f)}, wide)[0].boneLevel == 1u);
    CrowdRenderer::Levels none(0.1f, 8, 0);
    BOOST_TEST(none.choose(std::vector{ahead(500.f)}, wide)[0].boneLevel == 0u);
    const Camera back = perspectiveCamera({0.f, 0.f, 0.f}, {0.f, 0.f, 1.f}, 1.f, 0.1f, 1000.f, glm::radians(90.f));
    BOOST_TEST(one.choose(std::vector{ahead(2.f)}, back)[0].boneLevel == 1u);  // a member that is not drawn keeps its level
}

// By hand: in a view of 90 degrees, a metre at 7 metres is 1/14 of the height. Each member here is that large in the view or surrounds the
// camera.
BOOST_AUTO_TEST_CASE(size_is_a_part_of_the_height_of_the_view)
{
    const auto interval = [](const CrowdRenderer::Levels::Member& member, const Camera& camera) {
        CrowdRenderer::Levels levels(0.1f, 1024);
        const auto chosen = levels.choose(std::vector{member}, camera);
        BOOST_TEST(chosen[0].isDrawn);
        return chosen[0].interval;
    };
    const auto looking = [](const glm::vec3& from, const glm::vec3& along, float aspect) {
        return perspectiveCamera(from, from + along, aspect, 0.1f, 1000.f, glm::radians(90.f));
    };
    const glm::vec3 forward(0.f, 0.f, -1.f);
    BOOST_TEST(interval(ahead(7.f), wide) == 2u);
    BOOST_TEST(interval(ahead(7.f), looking({}, forward, 3.f)) == 2u, "in a wide view");
    BOOST_TEST(interval(ahead(-13.f), looking({0.f, 0.f, 20.f}, forward, 1.f)) == 2u, "from elsewhere");
    CrowdRenderer::Levels::Member member = ahead(0.f);
    member.world[3].x = 7.f;
    BOOST_TEST(interval(member, looking({}, {1.f, 0.f, 0.f}, 1.f)) == 2u, "in another direction");
    member = ahead(28.f);
    member.world = glm::scale(member.world, glm::vec3(4.f));
    BOOST_TEST(interval(member, wide) == 2u, "scaled");
    member = ahead(0.f);
    member.bounds.minimum.z -= 7.f;
    member.bounds.maximum.z -= 7.f;
    BOOST_TEST(interval(member, wide) == 2u, "beside its origin");
    BOOST_TEST(interval(ahead(-0.1f), wide) == 1u, "around the camera, its middle behind it");

    // Orthographic: 4 of 56 metres, wherever the camera is.
    Camera flat = looking({}, forward, 1.f);
    flat.projection = glm::ortho(-28.f, 28.f, -28.f, 28.f, 0.1f, 1000.f);
    for (const float distance : {1.f, 28.f, 500.f}) {
        member = ahead(distance);
        member.world = glm::scale(member.world, glm::vec3(4.f));
        BOOST_TEST(interval(member, flat) == 2u, "without perspective, at " << distance);
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_drawn_keeps_its_interval)
{
    CrowdRenderer::Levels levels(0.1f, 8);
    const Camera back = perspectiveCamera({0.f, 0.f, 0.f}, {0.f, 0.f, 1.f}, 1.f, 0.1f, 1000.f, glm::radians(90.f));
    BOOST_TEST(levels.choose(std::vector{ahead(7.f)}, wide)[0].interval == 2u);
    for (const float distance : {7.f, 0.7f, 70.f}) {
        const auto chosen = levels.choose(std::vector{ahead(distance)}, back);
        BOOST_TEST(!chosen[0].isDrawn);
        BOOST_TEST(chosen[0].interval == 2u);
    }
}

BOOST_AUTO_TEST_CASE(levels_that_cannot_be_are_refused)
{
    BOOST_CHECK_EXCEPTION(CrowdRenderer::Levels(-1.f), std::invalid_argument, says("a full size of -1"));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    BOOST_CHECK_THROW(CrowdRenderer::Levels{nan}, std::invalid_argument);
    BOOST_CHECK_THROW(CrowdRenderer::Levels(0.1f, 0), std::invalid_argument);
    BOOST_CHECK_EXCEPTION(CrowdRenderer::Levels(0.1f, 1025), std::invalid_argument, says("1025"));
    BOOST_CHECK_EXCEPTION(CrowdRenderer::Levels(0.1f, 8, 256), std::invalid_argument, says("coarsest bones of 256"));
}

BOOST_AUTO_TEST_CASE(what_is_out_of_view_costs_no_pose_and_what_is_near_has_the_same_bits)
{
    Field plain(60);
    Field field(60);
    CrowdRenderer::Levels levels(0.5f, 8);
    const Camera camera = perspectiveCamera({0.f, 1.f, 3.f}, {0.f, 1.f, -10.f}, 1.f, 0.1f, 100.f, glm::radians(60.f));
    std::vector<std::size_t> drawn;
    for (int frame = 0; frame < 20; ++frame) {
        drawn = field.follow(levels.choose(field.members, camera));
        field.crowd.update(1. / 60.);
        plain.crowd.update(1. / 60.);
    }
    std::size_t near = 0;
    const auto chosen = levels.choose(field.members, camera);
    for (const std::size_t i : drawn) {
        if (chosen[i].interval == 1) {
            ++near;
            BOOST_TEST(std::ranges::equal(field.crowd.getPalette(field.instances[i]), plain.crowd.getPalette(plain.instances[i])));
        }
    }
    BOOST_TEST(near >= 2u);
    BOOST_TEST(drawn.size() > near);
    BOOST_TEST(drawn.size() < 50u);
    BOOST_TEST(field.crowd.computedPoseCount() < plain.crowd.computedPoseCount() / 2);
    for (std::size_t i = 0; i < 60; ++i) {  // the simulation does not depend on what is drawn
        BOOST_TEST(field.crowd.getPlayback(field.instances[i])->time == plain.crowd.getPlayback(plain.instances[i])->time);
    }
}

// From any camera, with and without shadows, the picture is the same without the members that Levels leaves out.
BOOST_AUTO_TEST_CASE(nothing_that_is_seen_is_left_out, *boost::unit_test::precondition(needsGl))
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    Field field(40);
    std::vector<std::size_t> all(40);
    std::iota(all.begin(), all.end(), 0u);
    CrowdRenderer::Levels levels(0.f);
    Random random(5);
    const auto framebuffer = gl.makeFramebuffer(96, 72);
    framebuffer->bind();
    std::size_t leftOut = 0;
    for (int i = 0; i < 12; ++i) {
        const glm::vec3 position = random.vector(-12.f, 12.f) * glm::vec3(1.f, 0.2f, 1.f) + glm::vec3(0.f, 4.f, -4.f);
        const Camera camera = perspectiveCamera(position, random.vector(-5.f, 5.f), 96.f / 72.f, 0.1f, 40.f);
        DrawOptions options{.background = glm::vec4(0.f, 0.f, 0.f, 1.f), .shadows = i % 2 == 0};
        options.lighting.keyDirection = {0.8f, 0.7f, -0.3f};
        if (i % 4 == 0) {
            options.ground = DrawOptions::Ground{.radius = 30.f, .color = glm::vec3(0.5f)};
        }
        for (const CrowdInstance instance : field.instances) {
            field.crowd.setCulled(instance, false);
        }
        field.crowd.update(0.31);
        const auto draw = [&](std::span<const std::size_t> those) {
            renderer.draw(field.scene, {field.crowd.getPalettes(), field.crowd.getPaletteSize()}, field.place(those), camera, options);
            return framebuffer->read();
        };
        const support::Picture expected = draw(all);
        const std::vector<std::size_t> drawn = field.follow(levels.choose(field.members, camera, options));
        BOOST_TEST(countDifferent(draw(drawn), expected, 0) == 0u);
        leftOut += all.size() - drawn.size();
    }
    BOOST_TEST(leftOut > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
