#include <GL/glew.h>

#include <armature/scene/skinned_bounds.hpp>

#include "feedback.hpp"
#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t pixels = 320 * 240;

/// A bent tube of `joints` joints, skinned with `influences` influences, and its expected silhouette.
struct BentTube {
    BentTube(std::size_t joints, std::size_t influences)
    {
        TransformNode& host = scene.createTransformNode("host");
        host.setTransform({.translation = {0.2f, -0.1f, 0.3f}, .scale = {1.2f, 0.9f, 1.f}});
        skeleton = &addChain(scene, joints, 2.f);
        skeleton->setHostNode(&host);
        bend(*skeleton, 2.f / static_cast<float>(joints));
        instance = &scene.addMeshInstance(makeTube(joints, 2.f, 0.12f, influences), host, skeleton);
        camera = frameCamera(computeBounds(scene), 320.f / 240.f);
    }

    /// Computes the silhouette in double, from the definitions.
    [[nodiscard]] std::vector<bool> expectedPixels() const
    {
        const Primitive& primitive = instance->getMesh()->primitives()[0];
        std::vector<glm::dvec3> positions;
        const auto palette = skeleton->getFinalMatrices(instance->getInverseBindSet());
        for (const ExactVertex& vertex : poseExactly(primitive, palette, toAffine(skeleton->getWorldMatrix()))) {
            positions.push_back(vertex.position);
        }
        return projectedPixels(positions, primitive.indices, camera);
    }

    Scene scene;
    Skeleton* skeleton;
    MeshInstance* instance;
    Camera camera;
};

/// Draws a tube and compares its silhouette with the expected one. Pixels whose centre is on an edge may differ.
void checkSilhouette(const GlFixture& gl, SkinRenderer& renderer, const BentTube& tube)
{
    const auto drawn = drawnPixels(drawPicture(gl, renderer, tube.scene, tube.camera));
    const auto expected = tube.expectedPixels();
    const auto covered = static_cast<std::size_t>(std::count(expected.begin(), expected.end(), true));
    BOOST_TEST(covered > pixels / 50);
    BOOST_TEST(countDifferent(drawn, expected) <= pixels / 1000);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skin_renderer, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(the_silhouette_is_where_the_vertices_are)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    checkSilhouette(gl, renderer, BentTube(20, 4));
    BOOST_TEST(renderer.getStatistics().rangesBound == 1u);
    BOOST_TEST(renderer.getStatistics().drawCalls == 1u);
    BOOST_TEST(renderer.warnings().empty());
}

BOOST_AUTO_TEST_CASE(four_hundred_joints_fit_a_block_of_64_kilobytes)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    checkSilhouette(gl, renderer, BentTube(400, 4));
    const bool fits = renderer.getPaletteBuffer().getBonesPerBlock() >= 400;
    BOOST_TEST(renderer.getStatistics().rangesBound == (fits ? 1u : 0u));
    BOOST_TEST(renderer.getStatistics().textureSkeletons + renderer.getStatistics().storageSkeletons == (fits ? 0u : 1u));
}

BOOST_AUTO_TEST_CASE(four_hundred_joints_are_more_than_the_guaranteed_block_and_go_through_the_texture)
{
    const GlFixture gl({.uniformBlockBytes = 16384, .uniformOffsetAlignment = 256, .storageBlockBytes = 0});
    SkinRenderer renderer(gl.context);
    checkSilhouette(gl, renderer, BentTube(400, 4));
    BOOST_TEST(renderer.getStatistics().rangesBound == 0u);
    BOOST_TEST(renderer.getStatistics().textureSkeletons == 1u);
}

BOOST_AUTO_TEST_CASE(two_thousand_joints_go_through_the_storage_buffer_if_there_are_any)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    const bool hasStorage = gl.context.getCapabilities().storageBlockBytes > 0;
    checkSilhouette(gl, renderer, BentTube(2000, 4));
    BOOST_TEST(renderer.getStatistics().storageSkeletons == (hasStorage ? 1u : 0u));
    BOOST_TEST(renderer.getStatistics().textureSkeletons == (hasStorage ? 0u : 1u));
}

BOOST_AUTO_TEST_CASE(two_thousand_joints_go_through_the_texture)
{
    const GlFixture gl({.storageBlockBytes = 0});
    SkinRenderer renderer(gl.context);
    checkSilhouette(gl, renderer, BentTube(2000, 4));
    BOOST_TEST(renderer.getStatistics().textureSkeletons == 1u);
    checkSilhouette(gl, renderer, BentTube(2000, 8));
    BOOST_TEST(renderer.getStatistics().cpuPrimitives == 0u);
}

BOOST_AUTO_TEST_CASE(beyond_all_limits_the_cpu_skins)
{
    const GlFixture gl({.textureBufferTexels = 0, .storageBlockBytes = 0});
    SkinRenderer renderer(gl.context);
    checkSilhouette(gl, renderer, BentTube(2000, 4));
    BOOST_TEST(renderer.getStatistics().textureSkeletons == 0u);
    BOOST_TEST(renderer.getStatistics().cpuPrimitives == 1u);
}

BOOST_AUTO_TEST_CASE(any_number_of_influences_is_drawn)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    for (const std::size_t influences : {1u, 3u, 4u, 7u, 8u, 9u, 16u}) {
        BOOST_TEST_CONTEXT(influences << " influences")
        {
            checkSilhouette(gl, renderer, BentTube(40, influences));
            BOOST_TEST(renderer.getStatistics().cpuPrimitives == (influences > 8 ? 1u : 0u));
        }
    }
}

BOOST_AUTO_TEST_CASE(influences_that_weigh_nothing_do_not_count)
{
    BentTube tube(10, 4);
    MeshDescription mesh = tube.instance->getMesh()->getDescription();
    SkinWeights& skin = mesh.primitives[0].skin;
    SkinWeights padded{.influencesPerVertex = 12, .joints = {}, .weights = {}};
    for (std::size_t i = 0; i < skin.weights.size(); ++i) {
        padded.joints.insert(padded.joints.end(), {3, skin.joints[i], 5});
        padded.weights.insert(padded.weights.end(), {0.f, skin.weights[i], 0.f});
    }
    skin = padded;
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    const auto before = drawPicture(gl, renderer, tube.scene, tube.camera);
    tube.instance->setMesh(Mesh::create(mesh));
    const auto after = drawPicture(gl, renderer, tube.scene, tube.camera);
    BOOST_TEST(renderer.getStatistics().cpuPrimitives == 0u);
    BOOST_TEST((before == after));
}

BOOST_AUTO_TEST_CASE(cpu_and_gpu_draw_the_same_picture)
{
    support::Picture onGpu;
    {
        const GlFixture gl;
        SkinRenderer renderer(gl.context);
        const BentTube tube(30, 4);
        onGpu = drawPicture(gl, renderer, tube.scene, tube.camera);
    }
    const GlFixture least({.textureBufferTexels = 0, .storageBlockBytes = 0});
    SkinRenderer other(least.context);
    BentTube large(30, 4);
    Bone* tip = large.skeleton->bones().back();
    large.skeleton->createBone("unused", {.parent = tip, .index = 3000});  // makes the palette too long for any buffer
    const auto onCpu = drawPicture(least, other, large.scene, large.camera);
    BOOST_TEST(other.getStatistics().cpuPrimitives == 1u);
    BOOST_TEST(countDifferent(onGpu, onCpu, 2) <= pixels / 1000);
}

BOOST_AUTO_TEST_CASE(a_hundred_skeletons_are_one_upload_and_a_range_each)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    BentTube tube(12, 4);
    for (int i = 1; i < 100; ++i) {
        Skeleton& clone = tube.scene.addSkeleton(tube.skeleton->clone());
        TransformNode& host = tube.scene.createTransformNode("host");
        host.setPosition({0.2f * static_cast<float>(i % 10), 0.f, -0.3f * static_cast<float>(i / 10)});
        clone.setHostNode(&host);
        bend(clone, 0.01f * static_cast<float>(i));
        tube.scene.addMeshInstance(tube.instance->getMesh(), host, &clone);
    }
    const Camera camera = frameCamera(computeBounds(tube.scene), 320.f / 240.f);  // all tubes in view
    for (std::uint64_t frame = 1; frame <= 4; ++frame) {
        const auto picture = drawPicture(gl, renderer, tube.scene, camera);
        BOOST_TEST(renderer.getStatistics().skeletons == 100u);
        BOOST_TEST(renderer.getStatistics().rangesBound == 100u);
        BOOST_TEST(renderer.getStatistics().drawCalls == 100u);
        BOOST_TEST(renderer.getPaletteBuffer().getStatistics().uploads == frame);
        BOOST_TEST(renderer.getPaletteBuffer().getStatistics().ranges == 100 * frame);
        BOOST_TEST(renderer.getPaletteBuffer().getStatistics().reallocations == 1u);
    }
}

BOOST_AUTO_TEST_CASE(meshes_on_one_skeleton_share_its_range)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    BentTube tube(12, 4);
    for (int i = 0; i < 5; ++i) {
        tube.scene.addMeshInstance(makeTube(12, 2.f, 0.02f * static_cast<float>(i + 1), 4), tube.instance->getNode(), tube.skeleton);
    }
    checkSilhouette(gl, renderer, tube);
    BOOST_TEST(renderer.getStatistics().skeletons == 1u);
    BOOST_TEST(renderer.getStatistics().rangesBound == 1u);
    BOOST_TEST(renderer.getStatistics().drawCalls == 6u);
}

BOOST_AUTO_TEST_CASE(a_mesh_with_inverse_binds_of_its_own_is_drawn_with_them)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    BentTube tube(20, 4);
    std::vector<glm::mat4> wider;
    for (const Bone* bone : tube.skeleton->bones()) {
        wider.push_back(glm::scale(glm::mat4(1.f), {1.5f, 1.f, 1.5f}) * bone->getAbsoluteInverseBindMatrix());
    }
    tube.instance->setSkeleton(tube.skeleton, tube.skeleton->addInverseBindSet(wider));
    checkSilhouette(gl, renderer, tube);

    // A second mesh uses the bones' own inverse binds: each mesh gets its own range.
    tube.scene.addMeshInstance(tube.instance->getMesh(), tube.instance->getNode(), tube.skeleton);
    static_cast<void>(drawPicture(gl, renderer, tube.scene, tube.camera));
    BOOST_TEST(renderer.getStatistics().rangesBound == 2u);
}

// One surface is mirrored in its geometry, the other by its node. Both are drawn with their outward faces.
BOOST_AUTO_TEST_CASE(a_mirrored_host_draws_what_mirrored_geometry_draws)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Scene byNode;
    const Transform place{.translation = {0.3f, 0.f, 0.f}, .rotation = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, 3)))};
    Transform mirror = place;
    mirror.scale = {-1.f, 1.f, 1.f};
    Primitive box = makeBox({0.5f, 0.3f, 0.2f});
    for (glm::vec3& position : box.positions) {
        position.x += 0.2f * position.y;  // so that its mirror image is another shape
    }
    byNode.addMeshInstance(makeMesh(box), byNode.createTransformNode("box", nullptr, mirror));

    for (std::size_t i = 0; i < box.positions.size(); ++i) {
        box.positions[i].x = -box.positions[i].x;
        box.normals[i].x = -box.normals[i].x;
    }
    for (std::size_t i = 0; i < box.indices.size(); i += 3) {
        std::swap(box.indices[i], box.indices[i + 1]);
    }
    Scene byShape;
    byShape.addMeshInstance(makeMesh(box), byShape.createTransformNode("box", nullptr, place));

    const Camera camera = frameCamera(computeBounds(byShape), 320.f / 240.f);
    const auto expected = drawPicture(gl, renderer, byShape, camera);
    BOOST_TEST(countDifferent(drawPicture(gl, renderer, byNode, camera), expected, 2) <= pixels / 1000);
    const auto drawn = drawnPixels(expected);
    BOOST_TEST(static_cast<std::size_t>(std::count(drawn.begin(), drawn.end(), true)) > pixels / 10);
}

BOOST_AUTO_TEST_CASE(mirroring_bones_draw_the_outside_too)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    BentTube tube(20, 4);
    TransformNode& host = *tube.skeleton->getHostNode();
    const auto expected = drawPicture(gl, renderer, tube.scene, tube.camera);
    // The host mirrors and the root bone mirrors back: the joints stay in place.
    host.setScaling(host.getScaling() * glm::vec3(-1.f, 1.f, 1.f));
    Bone& root = *tube.skeleton->getRoots()[0];
    root.setLocalMatrix(glm::scale(glm::mat4(1.f), glm::vec3(-1.f, 1.f, 1.f)) * root.getLocalMatrix());
    BOOST_TEST(countDifferent(drawPicture(gl, renderer, tube.scene, tube.camera), expected, 2) <= pixels / 1000);
}

BOOST_AUTO_TEST_CASE(disabled_nodes_are_not_drawn)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    BentTube tube(8, 4);
    tube.instance->getNode().setEnabled(false);
    const auto drawn = drawnPixels(drawPicture(gl, renderer, tube.scene, tube.camera));
    BOOST_TEST(std::count(drawn.begin(), drawn.end(), true) == 0);
    BOOST_TEST(renderer.getStatistics().skeletons == 0u);
    BOOST_TEST(renderer.getStatistics().drawCalls == 0u);
}

// At ten kilometres, floats have steps of a millimetre. The picture must not show them (three.js#24479, #13288, godot#26057).
BOOST_AUTO_TEST_CASE(a_character_at_ten_kilometres_looks_as_at_the_origin)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    BentTube tube(20, 4);
    TransformNode& host = *tube.skeleton->getHostNode();
    host.setTransform({});
    tube.camera = perspectiveCamera({0.f, 1.f, 4.f}, {0.f, 1.f, 0.f}, 320.f / 240.f, 0.1f, 10.f);
    const auto near = drawPicture(gl, renderer, tube.scene, tube.camera);
    host.setPosition({10000.f, 0.f, -10000.f});
    tube.camera = perspectiveCamera({10000.f, 1.f, -9996.f}, {10000.f, 1.f, -10000.f}, 320.f / 240.f, 0.1f, 10.f);
    const auto far = drawPicture(gl, renderer, tube.scene, tube.camera);
    BOOST_TEST(countDifferent(near, far, 2) <= pixels / 1000);
}

BOOST_AUTO_TEST_CASE(scenes_that_come_and_go_leave_nothing_behind)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    std::size_t first = 0;
    for (int round = 0; round < 50; ++round) {
        const BentTube tube(8, 12);
        (void)drawPicture(gl, renderer, tube.scene, tube.camera, {}, 32, 24);
        if (round == 2) {
            first = countGlObjects();
        }
    }
    BOOST_TEST(countGlObjects() == first);
}

BOOST_AUTO_TEST_CASE(state_is_left_as_opengl_starts)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    BentTube tube(8, 4);
    Material blended;
    blended.alphaMode = AlphaMode::Blend;
    addPrimitive(tube.scene, makeSquare({0.f, 0.f, 0.f}, 1.f), blended);
    (void)drawPicture(gl, renderer, tube.scene, tube.camera, {.wireframe = true});
    for (const int capability : {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_FRAMEBUFFER_SRGB}) {
        BOOST_TEST(glIsEnabled(static_cast<GLenum>(capability)) == GL_FALSE);
    }
    for (const int binding : {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING, GL_UNIFORM_BUFFER_BINDING,
                              GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_BUFFER, GL_SAMPLER_BINDING}) {
        GLint name = -1;
        glGetIntegerv(static_cast<GLenum>(binding), &name);
        BOOST_TEST(name == 0);
    }
    GLint face = 0;
    glGetIntegerv(GL_FRONT_FACE, &face);
    BOOST_TEST(face == GL_CCW);
    GLboolean writesDepth = GL_FALSE;
    glGetBooleanv(GL_DEPTH_WRITEMASK, &writesDepth);
    BOOST_TEST(writesDepth == GL_TRUE);
}

BOOST_AUTO_TEST_SUITE_END()
