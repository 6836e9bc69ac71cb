#include "input.hpp"

#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace armature::tools {

namespace {

constexpr std::size_t mostWaiting = 10'000;  // limit of the events that wait for the next frame; further events are dropped

// Adds an event to the queue. If there is no memory for the event, drops it, because no exception may pass through GLFW.
void push(GLFWwindow* window, InputEvent event) noexcept
{
    try {
        static_cast<InputQueue*>(glfwGetWindowUserPointer(window))->push(std::move(event));
    } catch (const std::exception&) {
        return;
    }
}

void onDrop(GLFWwindow* window, int count, const char** files) noexcept
{
    for (int file = 0; file < count; ++file) {
        try {
            push(window, {.kind = InputEvent::Kind::Drop, .text = files[file]});
        } catch (const std::exception&) {
            return;
        }
    }
}

}  // namespace

void InputQueue::push(InputEvent event)
{
    if (events_.size() < mostWaiting) {
        events_.push_back(std::move(event));
    }
}

std::vector<InputEvent> InputQueue::takeFrame()
{
    std::vector<InputEvent> events;
    bool wasPressed = false;
    while (!events_.empty()) {
        const InputEvent::Kind kind = events_.front().kind;
        const bool isPress = kind == InputEvent::Kind::Button || kind == InputEvent::Kind::Key;
        if (wasPressed && (isPress || kind == InputEvent::Kind::Move)) {
            break;  // so that a press is handled with the mouse position that precedes it
        }
        wasPressed = wasPressed || isPress;
        events.push_back(std::move(events_.front()));
        events_.pop_front();
    }
    return events;
}

void listenTo(GLFWwindow* window, InputQueue& queue)
{
    glfwSetWindowUserPointer(window, &queue);
    glfwSetCursorPosCallback(window, [](GLFWwindow* source, double x, double y) {
        push(source, {.kind = InputEvent::Kind::Move, .place = {static_cast<float>(x), static_cast<float>(y)}});
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* source, int button, int action, int modifiers) {
        push(source, {.kind = InputEvent::Kind::Button,
                      .code = button,
                      .isDown = action == GLFW_PRESS,
                      .control = (modifiers & GLFW_MOD_CONTROL) != 0,
                      .shift = (modifiers & GLFW_MOD_SHIFT) != 0});
    });
    glfwSetScrollCallback(window, [](GLFWwindow* source, double, double clicks) {
        push(source, {.kind = InputEvent::Kind::Wheel, .amount = static_cast<float>(clicks)});
    });
    glfwSetKeyCallback(window, [](GLFWwindow* source, int key, int, int action, int modifiers) {
        push(source, {.kind = InputEvent::Kind::Key,
                      .code = key,
                      .isDown = action != GLFW_RELEASE,
                      .isRepeat = action == GLFW_REPEAT,
                      .control = (modifiers & GLFW_MOD_CONTROL) != 0,
                      .shift = (modifiers & GLFW_MOD_SHIFT) != 0});
    });
    glfwSetCharCallback(window, [](GLFWwindow* source, unsigned int letter) {
        push(source, {.kind = InputEvent::Kind::Letter, .code = static_cast<int>(letter)});
    });
    glfwSetDropCallback(window, onDrop);
}

}  // namespace armature::tools
