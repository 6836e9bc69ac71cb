#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "command_button.hpp"
#include "pages.hpp"

// A page with two columns: the bones of the shown model, and the bones of another file that move them.
namespace armature::tools {

namespace {

class RetargetPage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;

private:
    static void drawSources(ViewerDocument& document, Gui& gui);
    static void drawHeading(ViewerDocument& document, Gui& gui, const ClipRetargeting& shown);
    void drawRows(ViewerDocument& document, Gui& gui, const ClipRetargeting& shown);
    void drawChoice(Gui& gui, const ClipRetargeting& shown, std::size_t row);

    /// A choice made in a row. It is applied only when all rows are drawn, because it changes the rows.
    struct Choice {
        std::size_t row;
        std::optional<std::size_t> source;
    };
    std::optional<Choice> choice_;
};

void drawRetargetButton(ViewerDocument& document, Gui& gui, const std::string& label, const std::string& line)
{
    drawCommandButton(document, gui, label, line, "retarget:" + label, ButtonSize::Small);
}

template <class Work>
void tryTo(ViewerDocument& document, const Work& work)
{
    try {
        work();
    } catch (const std::exception& error) {
        document.tellError(error.what());
    }
}

void RetargetPage::drawSources(ViewerDocument& document, Gui& gui)
{
    if (document.modelCount() < 2) {
        ImGui::TextWrapped("Open a second file: its clips can move this model.");
        return;
    }
    ImGui::SetNextItemWidth(-1.f);
    if (ImGui::BeginCombo("##from", "a clip of another file")) {
        for (std::size_t number = 0; number < document.modelCount(); ++number) {
            const OpenModel& other = document.model(number);
            for (std::size_t clip = 0; number != document.getShown() && clip < other.playback.clips().size(); ++clip) {
                const std::string label = fmt::format("{} of {}", other.playback.nameOf(clip), other.name);
                ImGui::PushID(static_cast<int>(clip));
                ImGui::PushID(static_cast<int>(number));
                if (ImGui::Selectable(label.c_str())) {
                    tryTo(document, [&] { document.retarget(number, clip); });
                }
                gui.nameItem("retarget:" + label);
                ImGui::PopID();
                ImGui::PopID();
            }
        }
        ImGui::EndCombo();
    }
    gui.nameItem("retarget:from");
}

void RetargetPage::drawHeading(ViewerDocument& document, Gui& gui, const ClipRetargeting& shown)
{
    ImGui::TextWrapped("%s", shown.describe().c_str());
    ImGui::PushTextWrapPos(0.f);
    ImGui::TextDisabled("%s", fmt::format("{} of {} by {}; travel times {:.3g}; {}", shown.pairCount(), counted(shown.rows.size(), "bone"),
                                          shown.plan.found, shown.scale, counted(shown.keys, "key"))
                                  .c_str());
    const auto row = std::find_if(shown.rows.begin(), shown.rows.end(),
                                  [&](const RetargetRow& candidate) { return candidate.bone == document.selected(); });
    if (row != shown.rows.end()) {
        ImGui::TextDisabled("%s", fmt::format("{}: {}", printable(armature::shown(row->bone->getName())), row->reason).c_str());
    }
    ImGui::PopTextWrapPos();
    if (shown.source == nullptr) {
        ImGui::TextWrapped("%s", fmt::format("{} is closed; the clip stays.", shown.sourceName).c_str());
    }
    drawRetargetButton(document, gui, "take away", "retarget off");
}

void RetargetPage::drawChoice(Gui& gui, const ClipRetargeting& shown, std::size_t number)
{
    const RetargetRow& row = shown.rows[number];
    const std::string preview = !row.source.empty() ? row.source : row.isMoved ? "(twist)" : "-";
    if (shown.source == nullptr) {
        ImGui::TextUnformatted(preview.c_str());
        return;
    }
    ImGui::SetNextItemWidth(-1.f);
    const bool isOpen = ImGui::BeginCombo("##source", preview.c_str(), ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoArrowButton);
    gui.nameItem("source:" + printable(armature::shown(row.bone->getName())));
    if (!isOpen) {
        return;
    }
    if (ImGui::Selectable("(none)", row.source.empty())) {
        choice_ = {number, std::nullopt};
    }
    gui.nameItem("choose:none");
    const auto bones = std::as_const(*shown.plan.source).bones();
    for (std::size_t bone = 0; bone < bones.size(); ++bone) {
        const std::string name = printable(armature::shown(bones[bone]->getName()));
        ImGui::PushID(static_cast<int>(bone));
        if (ImGui::Selectable(name.c_str(), name == row.source)) {
            choice_ = {number, bone};
        }
        gui.nameItem("choose:" + name);
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

void RetargetPage::drawRows(ViewerDocument& document, Gui& gui, const ClipRetargeting& shown)
{
    if (!ImGui::BeginTable("map", 2, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg)) {
        return;
    }
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(document.current()->name.c_str());
    ImGui::TableSetupColumn(shown.sourceName.c_str());
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown.rows.size()));
    while (clipper.Step()) {
        for (auto number = static_cast<std::size_t>(clipper.DisplayStart); number < static_cast<std::size_t>(clipper.DisplayEnd);
             ++number) {
            const RetargetRow& row = shown.rows[number];
            const std::string name = printable(armature::shown(row.bone->getName()));
            ImGui::PushID(static_cast<int>(number));
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::AlignTextToFramePadding();
            ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(row.isMoved ? ImGuiCol_Text : ImGuiCol_TextDisabled));
            if (ImGui::Selectable(name.c_str(), row.bone == document.selected())) {
                document.select(row.bone);
            }
            ImGui::PopStyleColor();
            gui.nameItem("map:" + name);
            ImGui::TextDisabled("%s", row.role.empty() ? " " : row.role.c_str());
            ImGui::TableNextColumn();
            drawChoice(gui, shown, number);
            ImGui::TextDisabled("%s", row.reason.c_str());
            if (ImGui::IsItemHovered()) {
                ImGui::SetTooltip("%s", row.reason.c_str());
            }
            ImGui::PopID();
        }
    }
    ImGui::EndTable();
}

void RetargetPage::draw(ViewerDocument& document, Gui& gui)
{
    OpenModel* model = document.current();
    if (model == nullptr) {
        ImGui::TextWrapped("Nothing is open.");
        return;
    }
    drawSources(document, gui);
    if (const ClipRetargeting* shown = shownRetargeting(*model)) {
        drawHeading(document, gui, *shown);
    }
    if (const ClipRetargeting* shown = shownRetargeting(*model)) {  // asked again: a button of the heading may have removed it
        drawRows(document, gui, *shown);
    }
    if (const auto choice = std::exchange(choice_, std::nullopt)) {
        tryTo(document, [&] { document.changePair(choice->row, choice->source); });
    }
}

}  // namespace

std::unique_ptr<InspectorPage> createRetargetPage()
{
    return std::make_unique<RetargetPage>();
}

}  // namespace armature::tools
