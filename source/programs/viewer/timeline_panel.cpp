#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include <armature/skeleton/bone.hpp>

#include "command_button.hpp"
#include "commands.hpp"
#include "panels.hpp"
#include "time_events.hpp"

namespace armature::tools {

namespace {

// Returns the key times of the selected bone and of the node that drives it, sorted and without duplicates.
std::vector<float> keyTimesOf(const AnimationGroup* group, const Node* selected)
{
    if (group == nullptr) {
        return {};
    }
    const Bone* bone = selected != nullptr ? selected->asBone() : nullptr;
    const Node* driver = bone != nullptr ? bone->getTransformNode() : nullptr;
    std::set<float> times;
    const auto channels = group->getClip().channels();
    for (std::size_t channel = 0; selected != nullptr && channel < channels.size(); ++channel) {
        const Node* target = group->getTarget(channel);
        if (target != nullptr && (target == selected || target == driver)) {
            const auto track = group->getClip().timeTrack(channels[channel].timeTrack);
            times.insert(track.begin(), track.end());
        }
    }
    return {times.begin(), times.end()};
}

void drawTimeButton(ViewerDocument& document, Gui& gui, const char* label, const char* line)
{
    drawCommandButton(document, gui, label, line, std::string("button:") + line);
    ImGui::SameLine();
}

void drawSwitch(ViewerDocument& document, Gui& gui, const char* label, const char* line, bool isOn)
{
    if (ImGui::Checkbox(label, &isOn)) {
        tryCommand(document, line);
    }
    explainCommand(line);
    gui.nameItem(std::string("check:") + label);
    ImGui::SameLine();
}

void drawClipChoice(ViewerDocument& document, Gui& gui)
{
    OpenModel& model = *document.current();
    ImGui::SetNextItemWidth(12.f * ImGui::GetFontSize());
    const Playback& playback = model.playback;
    const std::string name = playback.isGraphPlayed() ? playback.graph()->getSource().name : playback.nameOf(playback.getClip());
    if (ImGui::BeginCombo("##clip", name.c_str())) {
        for (std::size_t clip = 0; clip < model.playback.clips().size(); ++clip) {
            ImGui::PushID(static_cast<int>(clip));
            if (ImGui::Selectable(model.playback.nameOf(clip).c_str(), clip == playback.getClip() && !playback.isGraphPlayed())) {
                model.playback.select(clip);
                model.isPosed = false;
            }
            gui.nameItem("clip:" + model.playback.nameOf(clip));
            ImGui::PopID();
        }
        ImGui::EndCombo();
    }
    gui.nameItem("clips");
    ImGui::SameLine();
}

// Draws a mark for each event. If the mouse is over the timeline, a tooltip lists the events near it.
template <class PlaceOf>
void drawEventMarks(Gui& gui, const Playback& playback, const PlaceOf& placeOf, const glm::vec2& corner, float height)
{
    std::string hovered;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = 0.2f * ImGui::GetTextLineHeight();
    for (const TimeEvent& event : eventsOn(playback)) {
        const float x = placeOf(event.seconds);
        const bool isNew = hasJustPassed(event, playback);
        const float size = isNew ? 2.f * half : half;
        list.AddTriangleFilled(ImVec2(x - size, corner.y), ImVec2(x + size, corner.y), ImVec2(x, corner.y + 3.f * size),
                               ImGui::GetColorU32(isNew ? ImGuiCol_PlotHistogramHovered : ImGuiCol_PlotLinesHovered));
        gui.namePlace("event:" + event.name, {x, corner.y + 0.3f * height});
        if (ImGui::IsItemHovered() && std::abs(ImGui::GetIO().MousePos.x - x) < 5.f) {
            hovered += fmt::format("{}{}, {:.3f} s", hovered.empty() ? "" : "\n", event.describe(), event.seconds);
        }
    }
    if (!hovered.empty()) {
        ImGui::SetTooltip("%s", hovered.c_str());
    }
}

// Returns the least of 1, 2, 5, 10, ... times a power of ten that is at least `least`.
double roundStep(double least)
{
    const double power = std::pow(10., std::floor(std::log10(least)));
    for (const double factor : {1., 2., 5.}) {
        if (factor * power >= least) {
            return factor * power;
        }
    }
    return 10. * power;
}

// Draws seconds along the upper edge, no denser than their numbers can be read.
template <class PlaceOf>
void drawRuler(double begin, double duration, const PlaceOf& placeOf, float top, float height)
{
    const float width = placeOf(begin + duration) - placeOf(begin);
    if (!(duration > 0.) || !(width > 1.f)) {
        return;
    }
    const double step = roundStep(duration * static_cast<double>(5.f * ImGui::GetFontSize() / width));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    for (double number = std::ceil(begin / step); number * step <= begin + duration; ++number) {
        const float x = placeOf(number * step);
        list.AddLine(ImVec2(x, top), ImVec2(x, top + 0.3f * height), color);
        const std::string label = fmt::format("{:.3g}", number * step);
        list.AddText(nullptr, 0.8f * ImGui::GetFontSize(), ImVec2(x + 3.f, top), color, label.c_str());
    }
}

// Draws the timeline itself: the selected bone's keys, and the time, which can be dragged.
void drawScrubber(ViewerDocument& document, Gui& gui)
{
    OpenModel& model = *document.current();
    const double begin = model.playback.getBegin();
    const double duration = model.playback.getDuration();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.f);
    const float height = std::max(1.6f * ImGui::GetTextLineHeight(), ImGui::GetContentRegionAvail().y);
    const auto placeOf = [&](double time) {
        return corner.x + width * static_cast<float>(duration > 0. ? std::clamp((time - begin) / duration, 0., 1.) : 0.);
    };
    ImGui::InvisibleButton("scrub", ImVec2(width, height));
    if (ImGui::IsItemActive() && duration > 0.) {
        model.playback.pause();
        document.goTo(begin + duration * static_cast<double>(std::clamp((ImGui::GetIO().MousePos.x - corner.x) / width, 0.f, 1.f)));
    }
    for (const int part : {0, 1, 2, 3, 4}) {
        const double time = begin + 0.25 * part * duration;
        gui.namePlace(fmt::format("time:{}%", 25 * part), {placeOf(time), corner.y + 0.5f * height});
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, ImVec2(corner.x + width, corner.y + height), ImGui::GetColorU32(ImGuiCol_FrameBg), 3.f);
    drawRuler(begin, duration, placeOf, corner.y, height);
    for (const float time : keyTimesOf(model.playback.current(), model.selected)) {
        const float x = placeOf(static_cast<double>(time));
        list.AddLine(ImVec2(x, corner.y + 0.6f * height), ImVec2(x, corner.y + height), ImGui::GetColorU32(ImGuiCol_PlotHistogram), 1.5f);
    }
    drawEventMarks(gui, model.playback, placeOf, {corner.x, corner.y}, height);
    const float now = placeOf(model.playback.getTime());
    list.AddLine(ImVec2(now, corner.y), ImVec2(now, corner.y + height), ImGui::GetColorU32(ImGuiCol_Text), 2.f);
}

}  // namespace

void Panels::drawTimeline(ViewerDocument& document, Gui& gui, const Rectangle& place)
{
    beginPanel("timeline", place);
    OpenModel* model = document.current();
    if (model == nullptr || (model->playback.current() == nullptr && !model->playback.isGraphPlayed())) {
        ImGui::TextDisabled("%s", model == nullptr ? "" : "This file has no clips.");
        ImGui::End();
        return;
    }
    drawTimeButton(document, gui, "|<", "time 0");
    drawTimeButton(document, gui, "<", "step -0.0333333");
    drawTimeButton(document, gui, model->playback.isPlaying() ? "Pause" : "Play ", "play-or-pause");
    drawTimeButton(document, gui, ">", "step 0.0333333");
    drawClipChoice(document, gui);
    ImGui::BeginDisabled(model->playback.isGraphPlayed());
    drawSwitch(document, gui, "loop", "loop toggle", model->playback.isLooping());
    ImGui::EndDisabled();
    drawSwitch(document, gui, "in place", "in-place toggle", model->playback.isInPlace());
    auto speed = static_cast<float>(model->playback.getSpeed());
    ImGui::SetNextItemWidth(5.f * ImGui::GetFontSize());
    if (ImGui::SliderFloat("speed", &speed, -2.f, 2.f, "%.2f x")) {
        model->playback.setSpeed(static_cast<double>(speed));
    }
    gui.nameItem("speed");
    ImGui::SameLine();
    ImGui::TextDisabled("%s", fmt::format("{:.3f} of {:.3f} s{}", model->playback.getTime(),
                                          model->playback.getBegin() + model->playback.getDuration(), model->isPosed ? ", posed" : "")
                                  .c_str());
    drawScrubber(document, gui);
    ImGui::End();
}

}  // namespace armature::tools
