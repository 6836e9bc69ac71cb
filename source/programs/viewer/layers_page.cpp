#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "command_button.hpp"
#include "commands.hpp"
#include "layer_text.hpp"
#include "pages.hpp"

namespace armature::tools {

namespace {

class LayersPage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;

private:
    static void drawLayer(ViewerDocument& document, Gui& gui, std::size_t number);
};

bool drawLayerButton(ViewerDocument& document, Gui& gui, const char* label, const std::string& line)
{
    return drawCommandButton(document, gui, label, line, "layer:" + line, ButtonSize::Small);
}

void LayersPage::drawLayer(ViewerDocument& document, Gui& gui, std::size_t number)
{
    const Playback& playback = document.current()->playback;
    const ClipLayer layer = playback.layers()[number - 1];
    ImGui::PushID(static_cast<int>(number));
    ImGui::Separator();
    ImGui::TextUnformatted(fmt::format("{}  {}", number, playback.nameOf(layer.clip)).c_str());
    ImGui::SameLine();
    drawLayerButton(document, gui, "raise", fmt::format("layer-raise {}", number));
    ImGui::SameLine();
    if (drawLayerButton(document, gui, "remove", fmt::format("layer-remove {}", number))) {
        ImGui::PopID();
        return;
    }
    float weight = layer.weight;
    ImGui::SetNextItemWidth(-0.3f * ImGui::GetContentRegionAvail().x);
    if (ImGui::SliderFloat("weight", &weight, 0.f, 1.f, "%.2f")) {
        tryCommand(document, fmt::format("layer-weight {} {:.6f}", number, std::clamp(weight, 0.f, 1.f)));
    }
    gui.nameItem(fmt::format("layer:weight {}", number));
    bool isAdditive = layer.isAdditive;
    if (ImGui::Checkbox("additive", &isAdditive)) {
        tryCommand(document, fmt::format("layer-kind {} {}", number, isAdditive ? "additive" : "override"));
    }
    gui.nameItem(fmt::format("layer:additive {}", number));
    ImGui::SameLine();
    bool isInStep = layer.isInStep;
    if (ImGui::Checkbox("in step", &isInStep)) {
        tryCommand(document, fmt::format("layer-step {} toggle", number));
    }
    gui.nameItem(fmt::format("layer:in step {}", number));
    ImGui::TextWrapped("moves %s", describeMask(layer).c_str());
    ImGui::BeginDisabled(document.selected() == nullptr);
    drawLayerButton(document, gui, "below selected", fmt::format("layer-mask {} below", number));
    ImGui::SameLine();
    drawLayerButton(document, gui, "without selected", fmt::format("layer-mask {} without", number));
    ImGui::EndDisabled();
    ImGui::SameLine();
    drawLayerButton(document, gui, "all", fmt::format("layer-mask {} all", number));
    ImGui::PopID();
}

void LayersPage::draw(ViewerDocument& document, Gui& gui)
{
    OpenModel* model = document.current();
    if (model == nullptr || model->playback.current() == nullptr) {
        ImGui::TextWrapped("%s", model == nullptr ? "Nothing is open." : describeNoClip(model->playback));
        return;
    }
    const Playback& playback = model->playback;
    ImGui::TextWrapped("%s plays; over it, the last on top:", playback.nameOf(playback.getClip()).c_str());
    ImGui::BeginChild("layers");
    for (std::size_t number = 1; number <= playback.layers().size(); ++number) {
        drawLayer(document, gui, number);
    }
    ImGui::Separator();
    ImGui::SetNextItemWidth(-1.f);
    if (ImGui::BeginCombo("##add", "add a clip")) {
        for (std::size_t clip = 0; clip < playback.clips().size(); ++clip) {
            const std::string name = playback.nameOf(clip);
            ImGui::PushID(static_cast<int>(clip));
            if (ImGui::Selectable(name.c_str())) {
                tryCommand(document, "layer " + name);
            }
            gui.nameItem("add:" + name);
            ImGui::PopID();
        }
        ImGui::EndCombo();
    }
    gui.nameItem("layer:add");
    ImGui::EndChild();
}

}  // namespace

std::unique_ptr<InspectorPage> createLayersPage()
{
    return std::make_unique<LayersPage>();
}

}  // namespace armature::tools
