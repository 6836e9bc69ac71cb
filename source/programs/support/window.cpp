#include <armature/support/window.hpp>

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string_view>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/ext/vector_double2.hpp>

#include <armature/error.hpp>

namespace armature::support {

namespace {

[[noreturn]] void throwGlfwError(std::string_view step)
{
    const char* text = nullptr;
    glfwGetError(&text);
    throw RenderError(fmt::format("no window: {} failed: {}", step, text != nullptr ? text : "no reason given"));
}

bool isSet(const char* variable)
{
    const char* const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

}  // namespace

struct Window::State {
    GLFWwindow* window = nullptr;
    bool isInitialized = false;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State()
    {
        if (window != nullptr) {
            glfwDestroyWindow(window);
        }
        if (isInitialized) {
            glfwTerminate();
        }
    }
};

Window::Window(const Options& options) : state_(std::make_unique<State>())
{
    if (glfwInit() == GLFW_FALSE) {
        throwGlfwError("glfwInit");
    }
    state_->isInitialized = true;
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
    // Pictures are drawn into a Framebuffer and copied, so the window itself needs neither depth nor samples.
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SAMPLES, 0);
    state_->window = glfwCreateWindow(options.size.x, options.size.y, options.title.c_str(), nullptr, nullptr);
    if (state_->window == nullptr) {
        throwGlfwError("glfwCreateWindow with OpenGL 3.3 core");
    }
    glfwMakeContextCurrent(state_->window);
    glfwSwapInterval(options.verticalSync ? 1 : 0);
}

Window::~Window() = default;

bool Window::isOpen() const
{
    return glfwWindowShouldClose(state_->window) == GLFW_FALSE;
}

void Window::close()
{
    glfwSetWindowShouldClose(state_->window, GLFW_TRUE);
}

void Window::pollEvents()
{
    glfwPollEvents();
}

void Window::swapBuffers()
{
    glfwSwapBuffers(state_->window);
}

void Window::setTitle(const std::string& title)
{
    glfwSetWindowTitle(state_->window, title.c_str());
}

glm::ivec2 Window::getFramebufferSize() const
{
    glm::ivec2 size(0);
    glfwGetFramebufferSize(state_->window, &size.x, &size.y);
    return size;
}

// GLFW numbers these keys as ASCII does.
bool Window::isKeyDown(char key) const
{
    const bool isKnown = (key >= 'A' && key <= 'Z') || (key >= '0' && key <= '9') || key == ' ';
    return isKnown && glfwGetKey(state_->window, key) == GLFW_PRESS;
}

bool Window::isShiftDown() const
{
    return glfwGetKey(state_->window, GLFW_KEY_LEFT_SHIFT) == GLFW_PRESS || glfwGetKey(state_->window, GLFW_KEY_RIGHT_SHIFT) == GLFW_PRESS;
}

glm::vec2 Window::getCursor() const
{
    glm::dvec2 place(0.);
    glm::ivec2 size(0);
    glfwGetCursorPos(state_->window, &place.x, &place.y);
    glfwGetWindowSize(state_->window, &size.x, &size.y);
    const glm::dvec2 part = place / glm::dvec2(glm::max(size, glm::ivec2(1)));
    return {2. * part.x - 1., 1. - 2. * part.y};
}

double Window::getTime() const
{
    return glfwGetTime();
}

GLFWwindow* Window::getHandle() const noexcept
{
    return state_->window;
}

bool hasDisplay()
{
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
}

void showFrames(Window& window, const GlContext& context, const std::function<void(Framebuffer& framebuffer, double seconds)>& draw)
{
    std::optional<Framebuffer> framebuffer;
    double before = window.getTime();
    while (window.isOpen()) {
        const glm::ivec2 size = window.getFramebufferSize();
        const double now = window.getTime();
        if (size.x > 0 && size.y > 0) {  // not minimised
            const Framebuffer::Options wanted{.width = static_cast<std::size_t>(size.x), .height = static_cast<std::size_t>(size.y)};
            if (!framebuffer || framebuffer->getWidth() != wanted.width || framebuffer->getHeight() != wanted.height) {
                framebuffer.emplace(context, wanted);
            }
            draw(*framebuffer, now - before);
            framebuffer->copyToWindow();
        }
        before = now;
        window.swapBuffers();
        window.pollEvents();
    }
}

}  // namespace armature::support
