#include <GL/glew.h>

#include <optional>

#include <armature/error.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <support/near.hpp>

#include "gl_fixture.hpp"
#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

GLenum GLAPIENTRY guiltyReset()
{
    return GL_GUILTY_CONTEXT_RESET;
}

/// A skinned tube and everything that draws.
struct Drawing {
    explicit Drawing(const GlContext& context) : renderer(context), crowdRenderer(context), viewer(context), palettes(context)
    {
        skeleton = &addChain(scene, 2, 1.f);
        scene.addMeshInstance(makeTube(2, 1.f, 0.2f, 2), scene.createTransformNode("tube"), skeleton);
    }

    /// Checks that drawing with each of them fails with a message that contains `part`.
    void checkRefused(std::string_view part)
    {
        BOOST_CHECK_EXCEPTION(renderer.draw(scene, flatCamera()), RenderError, says(part));
        BOOST_CHECK_EXCEPTION(viewer.draw(scene, flatCamera()), RenderError, says(part));
        const auto matrices = skeleton->getFinalMatrices();
        BOOST_CHECK_EXCEPTION(crowdRenderer.draw(scene, {matrices, matrices.size()}, std::vector<CrowdPlacement>(1), flatCamera()),
                              RenderError, says(part));
        palettes.beginFrame();
        palettes.add(matrices);
        BOOST_CHECK_EXCEPTION(palettes.upload(), RenderError, says(part));
        palettes.endFrame();
    }

    Scene scene;
    Skeleton* skeleton;
    SkinRenderer renderer;
    CrowdRenderer crowdRenderer;
    SkeletonViewer viewer;
    PaletteBuffer palettes;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(gl_context, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(drawing_in_another_context_or_in_none_is_an_error)
{
    GlFixture gl;
    Drawing drawing(gl.context);
    const auto expected = drawPicture(gl, drawing.renderer, drawing.scene, flatCamera(), {}, 48, 32);
    {
        support::HeadlessContext other;
        drawing.checkRefused("another one is");
    }
    drawing.checkRefused("none is");
    gl.headless.makeCurrent();
    BOOST_TEST((drawPicture(gl, drawing.renderer, drawing.scene, flatCamera(), {}, 48, 32).pixels == expected.pixels));
}

// Objects of two contexts have the same names, so only their contents can tell the contexts apart.
BOOST_AUTO_TEST_CASE(another_context_with_objects_of_the_same_names_is_told_apart)
{
    GlFixture gl;
    {
        support::HeadlessContext otherHeadless;
        const GlContext other;
        other.requireCurrent();
        BOOST_CHECK_EXCEPTION(gl.context.requireCurrent(), RenderError, says("another one is"));
        gl.headless.makeCurrent();
        BOOST_CHECK_EXCEPTION(other.requireCurrent(), RenderError, says("another one is"));
        gl.context.requireCurrent();
    }  // destroying `other` leaves the mark of `gl` in place
    gl.headless.makeCurrent();
    gl.context.requireCurrent();
}

BOOST_AUTO_TEST_CASE(a_lost_context_is_an_error)
{
    const GlFixture gl;
    Drawing drawing(gl.context);
    const bool isInCore = glGetGraphicsResetStatus != nullptr;
    if (!isInCore && glGetGraphicsResetStatusARB == nullptr) {
        return;  // such a context never reports that it is lost
    }
    auto& getStatus = isInCore ? __glewGetGraphicsResetStatus : __glewGetGraphicsResetStatusARB;
    const auto driver = std::exchange(getStatus, guiltyReset);
    drawing.checkRefused("is lost: the GPU was reset (0x8253); make a new context and new renderers");
    getStatus = driver;
    gl.context.requireCurrent();
}

BOOST_AUTO_TEST_SUITE_END()
