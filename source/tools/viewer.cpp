#include "viewer.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>

#include "framing.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

constexpr double stepSeconds = 1. / 30.;
constexpr double longestFrame = 0.25;  // seconds; after a pause of the whole program the animation does not jump
constexpr std::size_t framedPoses = 12;

}  // namespace

Viewer::Viewer(Scene& scene, std::string name)
    : scene_(scene), name_(std::move(name)), window_({.title = printable(name_)}), playback_(scene), lastTime_(window_.getTime())
{
    input_.keys.reserve(64);
    listen();
    frameModel();
}

Viewer::~Viewer() = default;

void Viewer::showFrame()
{
    window_.pollEvents();
    handleInput();
    const double now = window_.getTime();
    playback_.advance(std::clamp(now - std::exchange(lastTime_, now), 0., longestFrame));
    updateTitle();

    const glm::ivec2 size = window_.getFramebufferSize();
    if (size.x <= 0 || size.y <= 0) {  // minimised
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return;
    }
    const auto width = static_cast<std::size_t>(size.x);
    const auto height = static_cast<std::size_t>(size.y);
    if (!framebuffer_ || framebuffer_->getWidth() != width || framebuffer_->getHeight() != height) {
        framebuffer_.reset();
        framebuffer_.emplace(stage_.context(), support::Framebuffer::Options{.width = width, .height = height});
    }
    framebuffer_->bind();
    stage_.draw(scene_, camera_.getCamera(getAspect()), showBones_);
    framebuffer_->copyToWindow();
    window_.swapBuffers();
}

void Viewer::listen()
{
    GLFWwindow* window = window_.getHandle();
    glfwSetWindowUserPointer(window, &input_);
    glfwSetKeyCallback(window, [](GLFWwindow* source, int key, int, int action, int modifiers) {
        auto& input = *static_cast<Input*>(glfwGetWindowUserPointer(source));
        if (action != GLFW_RELEASE && input.keys.size() < input.keys.capacity()) {
            const bool isBackTab = key == GLFW_KEY_TAB && (modifiers & GLFW_MOD_SHIFT) != 0;
            input.keys.push_back(isBackTab ? GLFW_KEY_P : key);
        }
    });
    glfwSetScrollCallback(window, [](GLFWwindow* source, double, double clicks) {
        static_cast<Input*>(glfwGetWindowUserPointer(source))->clicks += static_cast<float>(clicks);
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow* source, double x, double y) {
        auto& input = *static_cast<Input*>(glfwGetWindowUserPointer(source));
        int width = 1;
        int height = 1;
        glfwGetWindowSize(source, &width, &height);
        const glm::vec2 mouse = glm::vec2(static_cast<float>(x), static_cast<float>(y)) / static_cast<float>(std::max(height, 1));
        const glm::vec2 drag = mouse - std::exchange(input.mouse, mouse);
        const auto isDown = [source](int button) { return glfwGetMouseButton(source, button) == GLFW_PRESS; };
        if (isDown(GLFW_MOUSE_BUTTON_LEFT)) {
            input.turned += drag;
        } else if (isDown(GLFW_MOUSE_BUTTON_RIGHT) || isDown(GLFW_MOUSE_BUTTON_MIDDLE)) {
            input.moved += drag;
        }
    });
}

void Viewer::handleInput()
{
    for (const int key : input_.keys) {
        handleKey(key);
    }
    input_.keys.clear();
    camera_.turn(std::exchange(input_.turned, glm::vec2(0.f)));
    camera_.move(std::exchange(input_.moved, glm::vec2(0.f)));
    camera_.approach(std::exchange(input_.clicks, 0.f));
}

void Viewer::handleKey(int key)
{
    switch (key) {
    case GLFW_KEY_N:
    case GLFW_KEY_TAB: playback_.change(1); break;
    case GLFW_KEY_P: playback_.change(-1); break;
    case GLFW_KEY_SPACE: playback_.togglePause(); break;
    case GLFW_KEY_PERIOD: playback_.step(stepSeconds); break;
    case GLFW_KEY_COMMA: playback_.step(-stepSeconds); break;
    case GLFW_KEY_B: showBones_ = !showBones_; break;
    case GLFW_KEY_F: frameModel(); break;
    case GLFW_KEY_ESCAPE: window_.close(); break;
    default: break;
    }
}

// All of the clip, so that the model stays in the picture while it plays.
void Viewer::frameModel()
{
    CameraFit fit = camera_.startFit(getAspect());
    addShown(fit, scene_, showBones_);
    if (AnimationGroup* clip = playback_.current()) {
        const double time = clip->getCurrentTime();
        addShown(fit, scene_, *clip, framedPoses, showBones_);
        clip->goTo(time);
    }
    camera_.frame(fit);
}

void Viewer::updateTitle()
{
    std::string title = fmt::format("{}: {}", printable(name_), playback_.describe());
    if (title != title_) {
        title_ = std::move(title);
        window_.setTitle(title_);
    }
}

float Viewer::getAspect() const
{
    const glm::ivec2 size = window_.getFramebufferSize();
    return static_cast<float>(std::max(size.x, 1)) / static_cast<float>(std::max(size.y, 1));
}

}  // namespace armature::tools
