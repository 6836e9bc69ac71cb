#include <cstdlib>
#include <iterator>
#include <string>

#include <GL/glew.h>

#include <boost/test/tree/traverse.hpp>
#include <boost/test/tree/visitor.hpp>

#include <armature/error.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/window.hpp>
#include <support/file_content.hpp>
#include <support/near.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

#include "pictures.hpp"
#include "rigs.hpp"

// Test cases that depend on environment variables run this program again with a modified environment.

using namespace armature;
using namespace armature::test;

namespace {

bool isSet(const char* variable)
{
    return std::getenv(variable) != nullptr;
}

/// Runs the named cases of this program through the shell. If one fails, the result contains the program's output.
boost::test_tools::assertion_result passesAgain(const std::string& environment, const std::string& cases)
{
    const std::string program = boost::unit_test::framework::master_test_suite().argv[0];
    const auto log = emptyOutputDirectory("environment") / "log.txt";
    const std::string command =
        environment + " '" + program + "' --color_output=no --run_test='" + cases + "' > '" + log.string() + "' 2>&1";
    boost::test_tools::assertion_result result(std::system(command.c_str()) == 0);
    result.message() << command << "\n" << contentOf(log);
    return result;
}

boost::test_tools::assertion_result needsMesa(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result result(true);
    try {
        const support::HeadlessContext headless;
        const GlContext context;
        result = context.getVersionName().find("Mesa") != std::string::npos;
        result.message() << "only Mesa can pretend to be older: " << context.getVersionName();
    } catch (const Error& error) {
        result = false;
        result.message() << error.what();
    }
    return result;
}

boost::test_tools::assertion_result needsWindow(boost::unit_test::test_unit_id)
{
    const bool canOpen = support::hasDisplay() || std::system("command -v xvfb-run > /dev/null 2>&1") == 0;
    boost::test_tools::assertion_result result(canOpen);
    result.message() << "no display, and no xvfb-run to make one";
    return result;
}

/// Reads the window's back buffer as an opaque picture, rows from the top.
support::Picture readWindow(std::size_t width, std::size_t height)
{
    support::Picture picture{width, height, {}};
    for (std::size_t row = height; row-- > 0;) {
        std::vector<std::uint8_t> pixels(4 * width);
        glReadPixels(0, static_cast<GLint>(row), static_cast<GLsizei>(width), 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        picture.pixels.insert(picture.pixels.end(), pixels.begin(), pixels.end());
    }
    for (std::size_t alpha = 3; alpha < picture.pixels.size(); alpha += 4) {
        picture.pixels[alpha] = 255;
    }
    return picture;
}

// GLFW unloads the driver. Afterwards, LeakSanitizer cannot suppress the driver's leaks, because their symbol names are gone.
const std::string withoutLeakCheck = "ARMATURE_TEST_WINDOW=1 ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\"";

constexpr const char* olderDriver = "MESA_GL_VERSION_OVERRIDE=3.3 "
                                    "MESA_EXTENSION_OVERRIDE='-GL_ARB_buffer_storage -GL_ARB_shader_storage_buffer_object' "
                                    "ARMATURE_TEST_OLDER_DRIVER=1";

/// Returns the names of all suites except this one, so that no list of the suites that draw is needed.
std::string otherSuites()
{
    struct Names : boost::unit_test::test_tree_visitor {
        bool test_suite_start(const boost::unit_test::test_suite& suite) override
        {
            const bool isOuter = suite.p_parent_id == boost::unit_test::framework::master_test_suite().p_id;
            const std::string& name = suite.p_name;
            if (isOuter && name != "environment") {
                joined += (joined.empty() ? "" : ":") + name;
            }
            return !isOuter;
        }

        std::string joined;
    } names;
    boost::unit_test::traverse_test_tree(boost::unit_test::framework::master_test_suite().p_id, names, true);
    return names.joined;
}

/// Returns the suites to add to the cases that run again: all suites that draw, but none where they are slow, as under sanitizers. They
/// would only test how buffers are filled. The release build tests that for every change, scripts/nightly under sanitizers.
std::string suitesThatDraw()
{
    return rounds(100) < 100 ? std::string() : ":" + otherSuites();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(environment)

BOOST_AUTO_TEST_CASE(a_driver_of_opengl_3_3_without_buffer_storage_is_enough, *boost::unit_test::precondition(needsMesa))
{
    if (isSet("ARMATURE_TEST_OLDER_DRIVER")) {
        const GlFixture gl;
        BOOST_TEST(gl.context.getCapabilities().majorVersion == 3);
        BOOST_TEST(gl.context.getCapabilities().minorVersion == 3);
        BOOST_TEST(!gl.context.getCapabilities().hasBufferStorage);
        BOOST_TEST(gl.context.getCapabilities().storageBlockBytes == 0u);
        return;
    }
    BOOST_TEST(passesAgain(olderDriver, "environment/a_driver_of*" + suitesThatDraw()));
}

BOOST_AUTO_TEST_CASE(uniform_buffers_may_have_to_begin_at_multiples_of_256, *boost::unit_test::precondition(needsGl))
{
    if (isSet("ARMATURE_GL_ALIGNMENT")) {
        const GlFixture gl;
        BOOST_TEST(gl.context.getCapabilities().uniformOffsetAlignment == 256u);
        return;
    }
    BOOST_TEST(passesAgain("ARMATURE_GL_ALIGNMENT=256", "environment/uniform_buffers*" + suitesThatDraw()));
}

BOOST_AUTO_TEST_CASE(less_than_opengl_3_3_is_refused_with_both_versions, *boost::unit_test::precondition(needsMesa))
{
    if (isSet("ARMATURE_TEST_TOO_OLD")) {
        const support::HeadlessContext headless({.majorVersion = 3, .minorVersion = 1});
        BOOST_CHECK_EXCEPTION(GlContext(), RenderError, says("OpenGL 3.3 is needed, the context is 3.1"));
        return;
    }
    BOOST_TEST(passesAgain("MESA_GL_VERSION_OVERRIDE=3.1 ARMATURE_TEST_TOO_OLD=1", "environment/less_than*"));
}

BOOST_AUTO_TEST_CASE(without_a_current_context_the_message_says_so)
{
    BOOST_CHECK_THROW(GlContext(), RenderError);
}

BOOST_AUTO_TEST_CASE(a_window_shows_what_was_drawn, *boost::unit_test::precondition(needsWindow))
{
    if (!isSet("ARMATURE_TEST_WINDOW")) {
        // Given a file for the display's key, xvfb-run makes no folder. If it cannot remove that folder, it returns 5.
        const std::string key = (emptyOutputDirectory("environment_display") / "authority").string();
        const std::string display = support::hasDisplay() ? "" : " xvfb-run -a -f '" + key + "' -s '-screen 0 1280x720x24'";
        BOOST_TEST(passesAgain(withoutLeakCheck + display, "environment/a_window*"));
        return;
    }
    support::Window window({.title = "armature test", .size = {320, 240}, .verticalSync = false, .debug = true});
    GlContext context;
    std::vector<std::string> complaints;
    const Subscription messages = context.observeMessages([&](const GlDebugMessage& message) {
        if (message.isError || message.severity != GlDebugMessage::Severity::Notification) {
            complaints.emplace_back(message.text);
        }
    });
    BOOST_TEST((window.getFramebufferSize() == glm::ivec2(320, 240)));
    BOOST_TEST(window.isOpen());

    Scene scene;
    Skeleton& skeleton = addChain(scene, 5, 2.f);
    scene.addMeshInstance(makeTube(5, 2.f, 0.2f, 4), scene.createTransformNode("tube"), &skeleton);
    const Camera camera = frameCamera(computeBounds(scene), 320.f / 240.f);
    support::Framebuffer framebuffer(context, {.width = 320, .height = 240});
    SkinRenderer renderer(context);
    for (int frame = 0; frame < 3; ++frame) {
        framebuffer.bind();
        renderer.draw(scene, camera, {.background = glm::vec4(0.f, 0.f, 0.f, 1.f)});
        const auto picture = framebuffer.read();
        framebuffer.copyToWindow();
        BOOST_TEST(countDifferent(readWindow(320, 240), picture, 0) == 0u);
        const auto drawn = drawnPixels(picture);
        BOOST_TEST(std::count(drawn.begin(), drawn.end(), true) > 1000);
        window.swapBuffers();
        window.pollEvents();
    }
    BOOST_TEST(complaints.empty());
    window.setTitle("armature test, done");
    window.close();
    BOOST_TEST(!window.isOpen());
}

BOOST_AUTO_TEST_CASE(without_a_display_there_is_no_window_but_a_reason)
{
    if (support::hasDisplay()) {
        BOOST_TEST_MESSAGE("there is a display");
        return;
    }
    BOOST_CHECK_EXCEPTION(support::Window({.size = {64, 64}}), RenderError, says("no window: glfwInit failed"));
}

// OpenGL disables messages of low severity until the application enables them.
BOOST_AUTO_TEST_CASE(messages_of_every_severity_arrive, *boost::unit_test::precondition(needsGl))
{
    const support::HeadlessContext headless({.debug = true});
    GlContext context;
    if (!context.getCapabilities().hasDebugOutput) {
        BOOST_TEST_MESSAGE("no debug output here");
        return;
    }
    std::vector<GlDebugMessage::Severity> severities;
    std::size_t ofSpeed = 0;
    Subscription messages = context.observeMessages([&](const GlDebugMessage& message) {
        severities.push_back(message.severity);
        ofSpeed += message.isPerformance ? 1u : 0u;
    });
    for (const int severity : {GL_DEBUG_SEVERITY_NOTIFICATION, GL_DEBUG_SEVERITY_LOW, GL_DEBUG_SEVERITY_MEDIUM, GL_DEBUG_SEVERITY_HIGH}) {
        glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 1, static_cast<GLenum>(severity), -1, "a test");
    }
    using enum GlDebugMessage::Severity;
    BOOST_TEST((severities == std::vector{Notification, Low, Medium, High}));
    BOOST_TEST(ofSpeed == 0u);
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_PERFORMANCE, 1, GL_DEBUG_SEVERITY_MEDIUM, -1, "a slow test");
    BOOST_TEST(ofSpeed == 1u);
    messages.cancel();
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 1, GL_DEBUG_SEVERITY_HIGH, -1, "nobody listens");
    BOOST_TEST(severities.size() == 5u);
}

BOOST_AUTO_TEST_SUITE_END()
