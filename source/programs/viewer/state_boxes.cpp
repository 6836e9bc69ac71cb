#include "state_boxes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <imgui.h>

#include "base/words.hpp"
#include "graph_text.hpp"

namespace armature::tools {

namespace {

ImVec2 toImGui(const glm::vec2& place)
{
    return {place.x, place.y};
}

struct Box {
    glm::vec2 center{0.f};
    glm::vec2 half{0.f};
};

// Places a few states on an ellipse, so that arrows do not cross other boxes; many states are placed in rows.
std::vector<Box> placeBoxes(const StateMachineNode& machine, const glm::vec2& corner, const glm::vec2& size)
{
    constexpr std::size_t mostOnEllipse = 8;
    const std::size_t count = machine.states.size();
    const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    const std::size_t rows = (count + columns - 1) / columns;
    const float widest = (count <= mostOnEllipse ? 0.32f : 0.8f / static_cast<float>(columns)) * size.x;
    std::vector<Box> boxes;
    for (std::size_t number = 0; number < count; ++number) {
        const float width = ImGui::CalcTextSize(printable(machine.states[number].name).c_str()).x + ImGui::GetTextLineHeight();
        const glm::vec2 half(0.5f * std::min(width, widest), 0.9f * ImGui::GetTextLineHeight());
        const double turn = 2. * std::numbers::pi * static_cast<double>(number) / static_cast<double>(count) - 0.5 * std::numbers::pi;
        const glm::vec2 around(0.33 * std::cos(turn) + 0.5, 0.38 * std::sin(turn) + 0.5);
        const std::size_t column = number % columns;
        const std::size_t row = number / columns;
        const glm::vec2 inRows((static_cast<float>(column) + 0.5f) / static_cast<float>(columns),
                               (static_cast<float>(row) + 0.5f) / static_cast<float>(rows));
        boxes.push_back({corner + (count == 1 ? glm::vec2(0.5f) : count <= mostOnEllipse ? around : inRows) * size, half});
    }
    return boxes;
}

// Returns the point where a ray from `start`, inside the box, leaves the box.
glm::vec2 borderOf(const Box& box, const glm::vec2& start, const glm::vec2& direction)
{
    float way = 1e9f;
    for (const int axis : {0, 1}) {
        if (std::abs(direction[axis]) > 1e-6f) {
            const float side = direction[axis] > 0.f ? box.half[axis] : -box.half[axis];
            way = std::min(way, (box.center[axis] + side - start[axis]) / direction[axis]);
        }
    }
    return start + std::max(way, 0.f) * direction;
}

float distanceTo(const glm::vec2& from, const glm::vec2& to, const glm::vec2& place)
{
    const glm::vec2 along = to - from;
    const float part = std::clamp(glm::dot(place - from, along) / std::max(glm::dot(along, along), 1e-6f), 0.f, 1.f);
    return glm::distance(place, from + part * along);
}

std::string describeTransition(const GraphTransition& transition)
{
    std::string text =
        fmt::format("{} to {}", transition.from.empty() ? "any other" : printable(transition.from), printable(transition.to));
    for (const GraphCondition& condition : transition.conditions) {
        const std::string name = printable(condition.parameter);
        switch (condition.comparison) {
        case armature::Comparison::IsSet: text += fmt::format("\nif {}", name); break;
        case armature::Comparison::IsNotSet: text += fmt::format("\nif not {}", name); break;
        case armature::Comparison::Greater: text += fmt::format("\nif {} > {}", name, condition.value); break;
        case armature::Comparison::Less: text += fmt::format("\nif {} < {}", name, condition.value); break;
        }
    }
    if (transition.exitPhase) {
        text += fmt::format("\nat {:.0f} % of the clip", 100. * *transition.exitPhase);
    }
    return text
           + fmt::format("\n{} s, {}", transition.duration, transition.blend == TransitionBlend::CrossFade ? "cross-fade" : "inertialised");
}

struct Arrow {
    glm::vec2 from{0.f};
    glm::vec2 to{0.f};
};

// Returns the arrow of a transition. Two transitions between the same states are placed beside each other; a transition from any state gets
// a short arrow that starts at no box.
Arrow placeArrow(const std::vector<Box>& boxes, std::size_t from, std::size_t to)
{
    const float line = ImGui::GetTextLineHeight();
    const Box& end = boxes[to];
    if (from >= boxes.size()) {
        const glm::vec2 low = end.center + glm::vec2(0.f, -end.half.y);
        return {low - glm::vec2(1.2f * line, 1.4f * line), low};
    }
    const glm::vec2 along = glm::normalize(end.center - boxes[from].center);
    const glm::vec2 beside = 0.35f * line * glm::vec2(-along.y, along.x);
    return {borderOf(boxes[from], boxes[from].center + beside, along), borderOf(end, end.center + beside, -along)};
}

void drawArrow(ImDrawList& list, const Arrow& arrow, ImU32 color, float width)
{
    const float line = ImGui::GetTextLineHeight();
    const glm::vec2 along = glm::normalize(arrow.to - arrow.from);
    const glm::vec2 beside = 0.22f * line * glm::vec2(-along.y, along.x);
    const glm::vec2 neck = arrow.to - 0.5f * line * along;
    list.AddLine(toImGui(arrow.from), toImGui(neck), color, width);
    list.AddTriangleFilled(toImGui(arrow.to), toImGui(neck + beside), toImGui(neck - beside), color);
}

// Draws a state. The state's weight in the pose fills the box; a bar shows the progress of the transition into it.
void drawBox(ImDrawList& list, const Box& box, const std::string& label, const StateWeight& state)
{
    const ImVec2 low = toImGui(box.center - box.half);
    const ImVec2 high = toImGui(box.center + box.half);
    list.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_WindowBg), 4.f);
    if (state.weight > 0.f) {
        list.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_ButtonActive, 0.25f + 0.75f * state.weight), 4.f);
    }
    if (state.progress < 1.f) {
        list.AddRectFilled(ImVec2(low.x, high.y - 4.f), ImVec2(low.x + state.progress * (high.x - low.x), high.y),
                           ImGui::GetColorU32(ImGuiCol_PlotHistogram), 2.f);
    }
    list.AddRect(low, high, ImGui::GetColorU32(state.isCurrent ? ImGuiCol_PlotHistogram : ImGuiCol_TextDisabled), 4.f, 0,
                 state.isCurrent ? 2.f : 1.f);
    const ImVec2 size = ImGui::CalcTextSize(label.c_str());
    list.PushClipRect(low, high, true);
    list.AddText(ImVec2(std::max(box.center.x - 0.5f * size.x, low.x + 2.f), box.center.y - 0.5f * size.y),
                 ImGui::GetColorU32(ImGuiCol_Text), label.c_str());
    list.PopClipRect();
}

}  // namespace

void drawMachine(Gui& gui, const GraphPlayback& graph, const std::string& name, const StateMachineNode& machine)
{
    const std::vector<StateWeight> states = readStates(graph, name, machine);
    const std::size_t count = machine.states.size();
    const glm::vec2 size(std::max(ImGui::GetContentRegionAvail().x, 1.f),
                         ImGui::GetTextLineHeight()
                             * (count == 1 ? 4.f : 7.f + 1.5f * static_cast<float>(std::min<std::size_t>(count, 40))));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const glm::vec2 corner(at.x, at.y);
    ImGui::InvisibleButton(name.c_str(), toImGui(size));
    const bool isHovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(at, toImGui(corner + size), true);
    list.AddRectFilled(at, toImGui(corner + size), ImGui::GetColorU32(ImGuiCol_FrameBg), 3.f);
    const std::vector<Box> boxes = placeBoxes(machine, corner, size);
    const auto find = [&](const std::string& state) {
        return static_cast<std::size_t>(std::ranges::find(machine.states, state, &GraphState::name) - machine.states.begin());
    };
    const glm::vec2 mouse(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y);
    for (const GraphTransition& transition : machine.transitions) {
        const std::size_t from = find(transition.from);
        const std::size_t to = find(transition.to);
        const bool isTaken =
            states[to].isCurrent && states[to].progress < 1.f && (from >= count || states[from].weight > 0.f) && from != to;
        if (from == to) {
            continue;
        }
        const Arrow arrow = placeArrow(boxes, from, to);
        drawArrow(list, arrow, ImGui::GetColorU32(isTaken ? ImGuiCol_PlotHistogram : ImGuiCol_TextDisabled), isTaken ? 2.5f : 1.2f);
        if (isHovered && distanceTo(arrow.from, arrow.to, mouse) < 5.f) {
            ImGui::SetTooltip("%s", describeTransition(transition).c_str());
        }
        gui.namePlace(fmt::format("way:{} to {}", transition.from.empty() ? "any" : printable(transition.from), printable(transition.to)),
                      0.5f * (arrow.from + arrow.to));
    }
    for (std::size_t number = 0; number < count; ++number) {
        drawBox(list, boxes[number], printable(machine.states[number].name), states[number]);
        gui.namePlace("state:" + printable(machine.states[number].name), boxes[number].center);
    }
    list.PopClipRect();
}

}  // namespace armature::tools
