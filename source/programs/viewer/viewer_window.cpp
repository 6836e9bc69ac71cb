#include "viewer_window.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/support/picture.hpp>

#include "commands.hpp"
#include "programs/armature/films.hpp"
#include "programs/armature/outputs.hpp"
#include "view_looks.hpp"

namespace armature::tools {

namespace {

constexpr glm::ivec2 usualSize{1280, 720};

// Returns the scale of the panels. If a unit of the window is more than one pixel, the window system already scales the window, so the
// result is divided by the pixels per unit.
float displayScale(GLFWwindow* window)
{
    float x = 1.f;
    float y = 1.f;
    int width = 1;
    int pixels = 1;
    int ignored = 0;
    glfwGetWindowContentScale(window, &x, &y);
    glfwGetWindowSize(window, &width, &ignored);
    glfwGetFramebufferSize(window, &pixels, &ignored);
    return x * static_cast<float>(std::max(width, 1)) / static_cast<float>(std::max(pixels, 1));
}

// Returns whether the upper left corner of a window at `place` would be visible and could be dragged. The monitor that the window was on
// may be gone.
bool isOnMonitor(const glm::ivec2& place)
{
    constexpr int least = 64;
    int count = 0;
    GLFWmonitor** const monitors = glfwGetMonitors(&count);
    return std::any_of(monitors, monitors + count, [&](GLFWmonitor* monitor) {
        glm::ivec2 low(0);
        glm::ivec2 size(0);
        glfwGetMonitorWorkarea(monitor, &low.x, &low.y, &size.x, &size.y);
        return place.x >= low.x - least && place.y >= low.y && place.x < low.x + size.x - least && place.y < low.y + size.y - least;
    });
}

GuiClipboard clipboardOf(GLFWwindow* window)
{
    return {.get =
                [window] {
                    const char* text = glfwGetClipboardString(window);
                    return std::string(text != nullptr ? text : "");
                },
            .set = [window](const std::string& text) { glfwSetClipboardString(window, text.c_str()); }};
}

}  // namespace

ViewerWindow::ViewerWindow(ViewerDocument& document, Options options)
    : document_(document)
    , window_({.title = "armature", .size = options.size.value_or(document.requests.windowSize.value_or(usualSize))})
    , interface_(
          document, getWindowSize(),
          {.scale = displayScale(window_.getHandle()), .clipboard = clipboardOf(window_.getHandle()), .script = std::move(options.script)})
{
    document_.requests.windowSize.reset();  // the window already has this size
    listenTo(window_.getHandle(), interface_.queue());
}

ViewerWindow::~ViewerWindow() = default;

void ViewerWindow::showFrame()
{
    window_.pollEvents();
    const glm::ivec2 pixels = window_.getFramebufferSize();
    if (pixels.x <= 0 || pixels.y <= 0) {  // minimised
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return;
    }
    if (!window_.isOpen()) {  // the user closes the window
        glfwSetWindowShouldClose(window_.getHandle(), GLFW_FALSE);
        tryCommand(document_, "quit");
    }
    noteWindow();
    interface_.setDisplayScale(displayScale(window_.getHandle()));
    interface_.playFrame(getWindowSize(), glm::vec2(pixels) / getWindowSize(), window_.getTime());
    drawPicture(pixels);
    answerRequests(pixels);
    updateTitle();
    window_.swapBuffers();
}

glm::vec2 ViewerWindow::getWindowSize() const
{
    int width = 1;
    int height = 1;
    glfwGetWindowSize(window_.getHandle(), &width, &height);
    return {static_cast<float>(std::max(width, 1)), static_cast<float>(std::max(height, 1))};
}

void ViewerWindow::noteWindow()
{
    GLFWwindow* const window = window_.getHandle();
    ViewerDocument::Facts& facts = document_.facts;
    facts.isMaximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
    if (!facts.isMaximized) {
        glm::ivec2 place(0);
        glfwGetWindowPos(window, &place.x, &place.y);
        facts.windowPlace = place;
        facts.windowSize = glm::ivec2(getWindowSize());
    }
}

void ViewerWindow::drawPicture(const glm::ivec2& pixels)
{
    const OpenModel* model = document_.current();
    const StageLooks looks = looksOf(document_);
    drawView(interface_.getView(), pixels, model != nullptr ? *model->scene : nothing_, looks);
    if (document_.filming() != nullptr) {
        document_.addToFilm(framebuffer_->read());
    }
    document_.facts.drawCalls = stage_.getStatistics().drawCalls;
    document_.facts.uploads = stage_.getStatistics().skeletons;
    if (const SideBySide* comparison = document_.comparison()) {
        const bool isColored = document_.settings.showsDifference && comparison->getBy() == SideBySide::By::Vertices;
        StageLooks otherLooks = looks;
        otherLooks.showBones = looks.showBones && !isColored;
        otherLooks.shown = isColored ? DrawOptions::Shown::Lit : looks.shown;
        otherLooks.bindOffset.reset();
        otherLooks.onion = nullptr;
        otherLooks.lines = comparison->lines();
        drawView(interface_.getOtherView(), pixels, isColored ? comparison->getColored() : *comparison->second().scene, otherLooks);
        document_.facts.drawCalls += stage_.getStatistics().drawCalls;
        document_.facts.uploads += stage_.getStatistics().skeletons;
    }
    guiRenderer_.draw(interface_.gui());
}

// Draws one view. Both views use the same framebuffer, because they have the same size.
void ViewerWindow::drawView(const Rectangle& place, const glm::ivec2& pixels, const Scene& scene, const StageLooks& looks)
{
    const glm::vec2 perUnit = glm::vec2(pixels) / getWindowSize();
    const glm::ivec2 corner(place.low * perUnit);
    const glm::ivec2 size = glm::max(glm::ivec2(place.size * perUnit), glm::ivec2(1));
    const support::Framebuffer::Options wanted{.width = static_cast<std::size_t>(size.x), .height = static_cast<std::size_t>(size.y)};
    if (!framebuffer_ || framebuffer_->getWidth() != wanted.width || framebuffer_->getHeight() != wanted.height) {
        framebuffer_.reset();
        framebuffer_.emplace(stage_.context(), wanted);
    }
    framebuffer_->bind();
    stage_.draw(scene, document_.getView().camera, looks);
    framebuffer_->copyToWindow(corner.x, pixels.y - corner.y - size.y);
}

void ViewerWindow::answerRequests(const glm::ivec2& pixels)
{
    ViewerDocument::Requests requests = std::exchange(document_.requests, {});
    if (requests.screenshot) {
        try {
            if (document_.current() != nullptr) {
                requireOutputs({*requests.screenshot}, document_.current()->scene->sourceFiles());
            }
            requirePictureFile(requests.screenshot->string(), {.option = "screenshot", .filmedBy = "film or turntable"});
            writePicture(requests.screenshot->string(),
                         support::readWindow(stage_.context(), static_cast<std::size_t>(pixels.x), static_cast<std::size_t>(pixels.y)));
            document_.tell(fmt::format("picture in {}", requests.screenshot->string()));
        } catch (const std::exception& error) {
            document_.tellError(error.what());
        }
    }
    if (requests.clipboard) {
        glfwSetClipboardString(window_.getHandle(), requests.clipboard->c_str());
    }
    if (requests.windowSize) {
        glfwSetWindowSize(window_.getHandle(), requests.windowSize->x, requests.windowSize->y);
    }
    if (requests.windowPlace && isOnMonitor(*requests.windowPlace)) {
        glfwSetWindowPos(window_.getHandle(), requests.windowPlace->x, requests.windowPlace->y);
    }
    if (requests.isMaximized) {
        *requests.isMaximized ? glfwMaximizeWindow(window_.getHandle()) : glfwRestoreWindow(window_.getHandle());
    }
    if (requests.quit) {
        window_.close();
    }
}

void ViewerWindow::updateTitle()
{
    const OpenModel* model = document_.current();
    std::string title = model != nullptr ? fmt::format("{}: {}", model->name, model->playback.describe()) : "armature";
    if (title != title_) {
        title_ = std::move(title);
        window_.setTitle(title_);
    }
}

}  // namespace armature::tools
