#include "interface.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace armature::tools {

namespace {

constexpr double longestFrame = 0.25;  // seconds; limits the step of the animation after a pause of the whole program
constexpr double scriptedFrame = 1. / 60.;
constexpr double watchInterval = 0.25;
constexpr double slowly = 0.1;  // weight of the last frame in the running averages of frame time and panel time

void average(double& figure, double last)
{
    figure += slowly * (last - figure);
}

}  // namespace

ViewerInterface::ViewerInterface(ViewerDocument& document, const glm::vec2& windowSize, Options options)
    : document_(document)
    , displayScale_(options.scale)
    , gui_(document.settings.panelScale.value_or(options.scale), std::move(options.clipboard))
    , script_(std::move(options.script))
{
    arrange(windowSize);
    document_.frame();
}

void ViewerInterface::playFrame(const glm::vec2& windowSize, const glm::vec2& pixelsPerUnit, double now)
{
    const double sinceLast = now - std::exchange(lastTime_, now).value_or(now);
    average(document_.facts.frameMilliseconds, 1e3 * sinceLast);
    const double seconds = isScriptOver() ? std::clamp(sinceLast, 0., longestFrame) : scriptedFrame;
    gui_.setScale(document_.settings.panelScale.value_or(displayScale_));
    document_.facts.panelScale = gui_.getScale();
    arrange(windowSize);
    takeInput(now);
    document_.takeFilesRead();
    document_.advance(seconds);
    if (now - lastWatch_ > watchInterval) {
        lastWatch_ = now;
        document_.watch();
    }
    document_.compare();
    drawPanels(windowSize, pixelsPerUnit, seconds);
}

void ViewerInterface::arrange(const glm::vec2& windowSize)
{
    layout_ = layOut(windowSize, gui_.getScale(), document_.settings.panelSizes, document_.settings.showsPanels,
                     document_.getCompared().has_value());
    document_.viewSize = layout_.view.size;
}

void ViewerInterface::takeInput(double now)
{
    if (script_) {
        script_->playFrame(
            document_, queue_, [this](std::string_view name) { return gui_.findPlace(name); }, now);
    }
    events_ = queue_.takeFrame();
    controls_.handle(document_, layout_.view, layout_.otherView, gui_.wantsMouse(), gui_.wantsText(), events_);
}

void ViewerInterface::drawPanels(const glm::vec2& windowSize, const glm::vec2& pixelsPerUnit, double seconds)
{
    const auto start = std::chrono::steady_clock::now();
    arrange(windowSize);  // input may have changed the layout
    gui_.setTheme(document_.settings.isDark);
    gui_.beginFrame(windowSize, pixelsPerUnit, seconds, events_);
    if (document_.settings.showsPanels) {
        drawViewOverlay(document_, gui_, layout_.view, controls_.getHandle());
        drawComparisonOverlay(document_, gui_, layout_.view, layout_.otherView);
    }
    panels_.draw(document_, gui_, layout_);
    gui_.endFrame();
    arrange(windowSize);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    average(document_.facts.panelMilliseconds, spent.count());
}

}  // namespace armature::tools
