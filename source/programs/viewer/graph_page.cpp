#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "base/words.hpp"
#include "command_button.hpp"
#include "commands.hpp"
#include "graph_text.hpp"
#include "pages.hpp"
#include "state_boxes.hpp"

namespace armature::tools {

namespace {

constexpr float unlimited = 1e6f;  // limit: a parameter whose range goes beyond this gets no slider

void drawParameter(ViewerDocument& document, Gui& gui, const GraphParameter& parameter, float value)
{
    const std::string name = printable(parameter.name);
    const auto set = [&](float number) { tryCommand(document, fmt::format("graph-set {} {:.6f}", parameter.name, number)); };
    ImGui::PushID(parameter.name.c_str());
    if (parameter.kind == ParameterKind::Trigger) {
        ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(value != 0.f ? ImGuiCol_PlotHistogram : ImGuiCol_FrameBg));
        if (ImGui::Button(name.c_str())) {
            tryCommand(document, "graph-fire " + parameter.name);
        }
        ImGui::PopStyleColor();
    } else if (parameter.kind == ParameterKind::Switch) {
        bool isOn = value != 0.f;
        if (ImGui::Checkbox(name.c_str(), &isOn)) {
            set(isOn ? 1.f : 0.f);
        }
    } else {
        ImGui::SetNextItemWidth(0.6f * ImGui::GetContentRegionAvail().x);
        const bool hasRange = parameter.minimum > -unlimited && parameter.maximum < unlimited;
        if (hasRange ? ImGui::SliderFloat(name.c_str(), &value, parameter.minimum, parameter.maximum, "%.2f")
                     : ImGui::DragFloat(name.c_str(), &value, 0.02f)) {
            set(value);
        }
    }
    gui.nameItem("graph:" + name);
    ImGui::PopID();
}

// Draws a clip's progress, its events, and its weight in the pose.
void drawClip(const GraphActivity& activity, const GraphClip& clip)
{
    const double duration = clip.clip->getDuration();
    const auto part = [duration](double seconds) {
        return static_cast<float>(duration > 0. ? std::clamp(seconds / duration, 0., 1.) : 0.);
    };
    const std::string label = fmt::format("{}  {:.0f} %", printable(clip.name), 100.f * activity.weight);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, 1.f), ImGui::GetFrameHeight());
    ImGui::ProgressBar(part(activity.seconds), size, label.c_str());
    for (const GraphEvent& event : clip.events) {
        const float x = corner.x + part(event.seconds) * size.x;
        ImGui::GetWindowDrawList()->AddLine(ImVec2(x, corner.y), ImVec2(x, corner.y + size.y), ImGui::GetColorU32(ImGuiCol_Text), 2.f);
        if (ImGui::IsItemHovered() && std::abs(ImGui::GetIO().MousePos.x - x) < 4.f) {
            ImGui::SetTooltip("%s", fmt::format("{} at {:.3f} s", printable(event.name), event.seconds).c_str());
        }
    }
}

void drawPlayedClips(const GraphPlayback& graph)
{
    const GraphDescription& description = graph.getDescription();
    for (const GraphActivity& activity : graph.getPlayer().getActivity()) {
        std::string_view name = activity.node;
        const auto node = std::ranges::find(description.nodes, name, &GraphNode::name);
        if (node != description.nodes.end()) {
            const auto* const played = std::get_if<ClipNode>(&node->kind);
            name = played != nullptr ? std::string_view(played->clip) : std::string_view();
        }
        const auto clip = std::ranges::find(description.clips, name, &GraphClip::name);
        if (clip != description.clips.end() && activity.weight > 0.f) {
            drawClip(activity, *clip);
        }
    }
}

// Draws the last events, the latest first; events that were just passed are bright.
void drawLastEvents(const GraphPlayback& graph)
{
    constexpr int most = 8;
    constexpr double flash = 0.3;  // seconds
    const auto events = graph.events();
    int drawn = 0;
    for (auto event = events.rbegin(); event != events.rend() && drawn < most; ++event) {
        if (event->seconds <= graph.getTime()) {
            const bool isNew = event->seconds > graph.getTime() - flash;
            const std::string text = fmt::format("{:.2f} s  {} of {}", event->seconds, printable(event->name), printable(event->clip));
            ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(isNew ? ImGuiCol_PlotHistogram : ImGuiCol_TextDisabled));
            ImGui::TextUnformatted(text.c_str());
            ImGui::PopStyleColor();
            ++drawn;
        }
    }
    if (drawn == 0) {
        ImGui::TextDisabled("no events yet");
    }
}

void drawGraphButton(ViewerDocument& document, Gui& gui, const char* label, const char* line)
{
    ImGui::SameLine();
    drawCommandButton(document, gui, label, line, std::string("button:") + line, ButtonSize::Small);
}

class GraphPage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;
};

void GraphPage::draw(ViewerDocument& document, Gui& gui)
{
    const OpenModel* model = document.current();
    const GraphPlayback* graph = model != nullptr ? model->playback.graph() : nullptr;
    if (graph == nullptr) {
        ImGui::TextWrapped("%s", model == nullptr ? "Nothing is open." : "No graph: drop its file here, or type graph FILE.json.");
        return;
    }
    ImGui::BeginChild("graph page");
    ImGui::TextUnformatted(graph->getSource().name.c_str());
    drawGraphButton(document, gui, model->playback.isGraphPlayed() ? "back to clips" : "play it",
                    model->playback.isGraphPlayed() ? "graph off" : "graph on");
    drawGraphButton(document, gui, "restart", "graph-restart");
    const std::vector<GraphParameter>& parameters = graph->getDescription().parameters;
    for (std::size_t number = 0; number < parameters.size(); ++number) {
        drawParameter(document, gui, parameters[number], graph->getPlayer().getParameter(parameters[number].name));
        const bool isFollowed = number + 1 < parameters.size() && parameters[number + 1].kind == ParameterKind::Trigger;
        if (parameters[number].kind == ParameterKind::Trigger && isFollowed) {
            ImGui::SameLine();
        }
    }
    for (const GraphNode& node : graph->getDescription().nodes) {
        if (const auto* const machine = std::get_if<StateMachineNode>(&node.kind)) {
            ImGui::Separator();
            ImGui::TextUnformatted(printable(node.name).c_str());
            drawMachine(gui, *graph, node.name, *machine);
        }
    }
    ImGui::Separator();
    drawPlayedClips(*graph);
    ImGui::Separator();
    drawLastEvents(*graph);
    ImGui::EndChild();
}

}  // namespace

std::unique_ptr<InspectorPage> createGraphPage()
{
    return std::make_unique<GraphPage>();
}

}  // namespace armature::tools
