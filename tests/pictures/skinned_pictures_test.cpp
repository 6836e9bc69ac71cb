#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/render/crowd_renderer.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <render/pictures.hpp>
#include <render/rigs.hpp>

#include "golden_picture.hpp"
#include "shapes.hpp"

using namespace armature;
using namespace armature::test;

namespace {

/// Returns a smooth, finely divided tube of sixteen sides along its chain of joints.
Primitive makeSmoothTube(std::size_t joints, float length, float radius, std::size_t influences)
{
    constexpr std::uint32_t sides = 16;
    const auto rings = static_cast<std::uint32_t>(6 * joints);
    Primitive tube;
    tube.skin.influencesPerVertex = influences;
    for (std::uint32_t ring = 0; ring <= rings; ++ring) {
        const float place = static_cast<float>(ring) / static_cast<float>(rings) * static_cast<float>(joints);
        for (std::uint32_t side = 0; side < sides; ++side) {
            const float around = 6.2831853f * static_cast<float>(side) / sides;
            const glm::vec3 normal(std::cos(around), 0.f, -std::sin(around));
            tube.normals.push_back(normal);
            tube.positions.push_back(radius * normal + glm::vec3(0.f, place * length / static_cast<float>(joints), 0.f));
            float sum = 0.f;
            for (std::size_t i = 0; i < influences; ++i) {
                const std::size_t joint = i % joints;
                const float away = std::abs(place - 0.5f - static_cast<float>(joint));
                const float weight = i < joints ? std::max(0.f, 1.f - away / (0.55f * static_cast<float>(influences))) : 0.f;
                tube.skin.joints.push_back(static_cast<std::uint16_t>(joint));
                tube.skin.weights.push_back(weight);
                sum += weight;
            }
            for (auto weight = tube.skin.weights.end() - static_cast<std::ptrdiff_t>(influences); weight != tube.skin.weights.end();
                 ++weight) {
                *weight /= sum;
            }
        }
    }
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        for (std::uint32_t side = 0; side < sides; ++side) {
            const std::uint32_t a = ring * sides + side;
            const std::uint32_t b = ring * sides + (side + 1) % sides;
            tube.indices.insert(tube.indices.end(), {a, b, b + sides, a, b + sides, a + sides});
        }
    }
    return tube;
}

Material blue()
{
    Material material;
    material.baseColor = {0.1f, 0.3f, 0.6f, 1.f};
    material.metallic = 0.f;
    material.roughness = 0.4f;
    return material;
}

/// Adds tubes with four, eight and twelve influences, all bent alike; the last is skinned on the CPU.
void addTubes(Scene& scene)
{
    const std::size_t material = scene.addMaterial(blue());
    float x = -1.4f;
    for (const std::size_t influences : {4u, 8u, 12u}) {
        const std::size_t joints = influences == 4 ? 4 : influences;
        Skeleton& skeleton = addChain(scene, joints, 2.f);
        bend(skeleton, -1.2f / static_cast<float>(joints));
        Primitive tube = makeSmoothTube(joints, 2.f, 0.18f, influences);
        tube.material = material;
        TransformNode& node = scene.createTransformNode("tube", nullptr, {.translation = {x, -1.f, 0.f}});
        skeleton.setHostNode(&node);
        scene.addMeshInstance(makeMesh(tube), node, &skeleton);
        x += 1.1f;
    }
}

const Camera camera = perspectiveCamera({0.2f, 0.5f, 7.f}, glm::vec3(0.2f, 0.f, 0.f), pictureAspect, 0.1f, 50.f, 0.5f);

/// A row of coloured tubes, each bent more than the previous one; the first is mirrored.
struct Row {
    Row() : skeleton(addChain(scene, 4, 2.f))
    {
        Primitive tube = makeSmoothTube(4, 2.f, 0.18f, 4);
        tube.material = scene.addMaterial(blue());
        scene.addMeshInstance(makeMesh(tube), scene.createTransformNode("tube"), &skeleton);
        for (std::size_t i = 0; i < 6; ++i) {
            skeleton.returnToRest();
            bend(skeleton, -0.05f * static_cast<float>(i + 1));
            const auto palette = skeleton.getFinalMatrices();
            matrices.insert(matrices.end(), palette.begin(), palette.end());
            const float step = static_cast<float>(i);
            glm::mat4 world = glm::translate(glm::mat4(1.f), glm::vec3(0.75f * step - 1.9f, -1.f, 0.f));
            if (i == 0) {
                world = glm::scale(world, glm::vec3(-1.f, 1.f, 1.f));
            }
            placements.push_back({world, glm::vec4(1.f + step, 2.f, 0.4f + 0.1f * step, 1.f), i});
        }
    }

    void draw(const GlFixture& gl, const Camera& view, const DrawOptions& options) const
    {
        CrowdRenderer renderer(gl.context);
        renderer.draw(scene, {matrices, skeleton.getFinalMatrices().size()}, placements, view, options);
        BOOST_TEST(renderer.getStatistics().instances == 6u);
    }

    Scene scene;
    Skeleton& skeleton;
    std::vector<glm::mat3x4> matrices;
    std::vector<CrowdPlacement> placements;
};

const Camera fromAbove = perspectiveCamera({0.8f, 4.5f, 8.f}, glm::vec3(0.5f, -0.4f, 0.f), pictureAspect, 0.1f, 50.f, 0.5f);

/// Returns options with shadows to the right, on ground at the feet.
DrawOptions onGround()
{
    DrawOptions options;
    options.lighting.keyDirection = {-0.7f, 0.9f, 0.9f};
    options.lighting.keyColor = glm::vec3(1.6f);
    options.shadows = true;
    options.ground = DrawOptions::Ground{.height = -1.f, .radius = 4.f};
    return onBackground(options);
}
}  // namespace

BOOST_AUTO_TEST_SUITE(skinned_pictures, *boost::unit_test::precondition(needsGl))

// Three smooth tubes, all bent to the right alike. With joints shown, each joint has its own colour.
BOOST_AUTO_TEST_CASE(tubes_of_four_eight_and_twelve_influences)
{
    Scene scene;
    addTubes(scene);
    checkPicture("tubes", scene, camera);
    checkPicture("wireframe", scene, camera, {.wireframe = true});
    checkPicture("tubes_joints", scene, camera, {.shown = DrawOptions::Shown::Joints});
    checkPicture("tubes_bones", [&](const GlFixture& gl) {
        SkinRenderer renderer(gl.context);
        renderer.draw(scene, camera, onBackground());
        SkeletonViewer(gl.context).draw(scene, camera);
    });
}

// A mirrored tube and one with uneven scale are lit from the same side as the first.
BOOST_AUTO_TEST_CASE(mirrored_and_uneven_skeletons)
{
    Scene scene;
    const std::size_t material = scene.addMaterial(blue());
    const std::array scales{glm::vec3(1.f), glm::vec3(-1.f, 1.f, 1.f), glm::vec3(1.5f, 0.7f, 1.f)};
    for (std::size_t i = 0; i < scales.size(); ++i) {
        Skeleton& skeleton = addChain(scene, 4, 2.f);
        bend(skeleton, -0.25f);
        Primitive tube = makeSmoothTube(4, 2.f, 0.18f, 4);
        tube.material = material;
        TransformNode& node =
            scene.createTransformNode("tube", nullptr, {.translation = {1.f * static_cast<float>(i) - 1.f, -1.f, 0.f}, .scale = scales[i]});
        skeleton.setHostNode(&node);
        scene.addMeshInstance(makeMesh(tube), node, &skeleton);
    }
    checkPicture("mirrored_and_uneven", scene, camera);
}

// A ball, a shape halfway to a pear, and a pear.
BOOST_AUTO_TEST_CASE(morph_targets)
{
    Scene scene;
    Primitive ball = makeSphere(0.5f);
    MorphTarget pear;
    for (const glm::vec3& position : ball.positions) {
        const float low = 0.5f - position.y;
        pear.positions.push_back(glm::vec3(position.x, 0.3f, position.z) * (0.5f * low - 0.3f) - glm::vec3(0.f, 0.1f, 0.f));
        pear.normals.emplace_back(0.f, -0.15f, 0.f);
    }
    ball.morphTargets.push_back(pear);
    ball.material = scene.addMaterial(blue());
    for (int i = 0; i < 3; ++i) {
        TransformNode& node = scene.createTransformNode("ball", nullptr, {.translation = {1.3f * static_cast<float>(i) - 1.3f, 0.f, 0.f}});
        scene.addMeshInstance({.name = "ball", .primitives = {ball}, .morphWeights = {0.5f * static_cast<float>(i)}}, node);
    }
    checkPicture("morph_targets", scene, camera);
}

// All tubes cast a shadow to the right and backwards, sharp at the foot and soft at the top.
BOOST_AUTO_TEST_CASE(shadows_on_the_ground)
{
    Scene scene;
    addTubes(scene);
    checkPicture("shadow", scene, fromAbove, onGround());
}

// Blue ghosts of tubes that bend less, and orange ghosts of tubes that bend more. Each ghost is one clean shell without its back, and ends
// where a current tube is in front of it.
BOOST_AUTO_TEST_CASE(ghosts_before_and_after)
{
    Scene scene;
    addTubes(scene);
    checkPicture("ghosts", [&](const GlFixture& gl) {
        SkinRenderer renderer(gl.context);
        DrawOptions options = onGround();
        renderer.draw(scene, fromAbove, options);
        options.background.reset();
        for (const float turn : {0.5f, -0.5f}) {
            for (Skeleton* skeleton : scene.skeletons()) {
                skeleton->returnToRest();
                bend(*skeleton, (turn - 1.2f) / static_cast<float>(skeleton->bones().size()));
            }
            const glm::vec3 tint = turn > 0.f ? glm::vec3(0.1f, 0.4f, 1.f) : glm::vec3(1.f, 0.4f, 0.1f);
            options.ghost = DrawOptions::Ghost{.tint = tint, .opacity = 0.4f, .setback = 0.05f};
            renderer.draw(scene, fromAbove, options);
        }
    });
}

// Arms of two joints, the upper joint twisted by 150 degrees. With linear blending, the left arm collapses between the joints; with dual
// quaternions, the right arm keeps its volume.
BOOST_AUTO_TEST_CASE(a_twisted_arm_by_matrices_and_by_dual_quaternions)
{
    checkPicture("twisted_arms", [](const GlFixture& gl) {
        SkinRenderer renderer(gl.context);
        DrawOptions options = onBackground();
        for (const float x : {-0.6f, 0.6f}) {
            Scene scene;
            Skeleton& skeleton = addChain(scene, 2, 2.f);
            skeleton.bones()[1]->setRotation({0.f, glm::radians(150.f), 0.f});
            Primitive arm = makeSmoothTube(2, 2.f, 0.35f, 2);
            arm.material = scene.addMaterial(blue());
            TransformNode& node = scene.createTransformNode("arm", nullptr, {.translation = {x, -1.f, 0.f}});
            skeleton.setHostNode(&node);
            scene.addMeshInstance(makeMesh(arm), node, &skeleton);
            options.skinning = x < 0.f ? DrawOptions::Skinning::Linear : DrawOptions::Skinning::DualQuaternions;
            renderer.draw(scene, camera, options);
            options.background.reset();
        }
    });
}

BOOST_AUTO_TEST_CASE(a_crowd_with_and_without_shadows)
{
    const Row row;
    checkPicture("crowd", [&](const GlFixture& gl) { row.draw(gl, camera, onBackground()); });
    checkPicture("crowd_shadow", [&](const GlFixture& gl) { row.draw(gl, fromAbove, onGround()); });
}

BOOST_AUTO_TEST_SUITE_END()
