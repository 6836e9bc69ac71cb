#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "command_button.hpp"
#include "findings.hpp"
#include "pages.hpp"
#include "palette_use.hpp"

// The pages for the palette of a skeleton and the remarks on a file: lists whose lines lead to the places that they are about.
namespace armature::tools {

namespace {

class PalettePage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;

private:
    CacheKey paletteOf_;
    std::vector<PaletteSlot> palette_;
};

class WarningsPage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;

private:
    static void drawLine(ViewerDocument& document, Gui& gui, std::string_view kind, std::size_t number, const Finding& finding);

    CacheKey foundFor_;
    std::vector<Finding> warnings_;
    std::vector<Finding> findings_;
};

void PalettePage::draw(ViewerDocument& document, Gui& gui)
{
    Skeleton* skeleton = document.poseSkeleton();
    if (skeleton == nullptr) {
        ImGui::TextWrapped("There is no skeleton.");
        return;
    }
    const CacheKey key{skeleton, nullptr, document.getGeneration()};
    if (paletteOf_ != key) {
        paletteOf_ = key;
        palette_ = paletteUseOf(*document.current()->scene, *skeleton);
    }
    const auto unused = std::count_if(palette_.begin(), palette_.end(), [](const PaletteSlot& slot) { return slot.vertices == 0; });
    ImGui::TextWrapped(
        "%s", fmt::format("{}: {}, {} without a vertex", printable(shown(skeleton->getName())), counted(palette_.size(), "slot"), unused)
                  .c_str());
    if (!ImGui::BeginTable("palette", 3, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg)) {
        return;
    }
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("slot", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("bone");
    ImGui::TableSetupColumn("vertices", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(palette_.size()));
    while (clipper.Step()) {
        for (auto row = static_cast<std::size_t>(clipper.DisplayStart); row < static_cast<std::size_t>(clipper.DisplayEnd); ++row) {
            const PaletteSlot& slot = palette_[row];
            const std::string name = slot.bone != nullptr ? printable(shown(slot.bone->getName())) : "(no bone)";
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::Text("%zu", slot.slot);
            ImGui::TableNextColumn();
            ImGui::PushID(static_cast<int>(row));
            if (ImGui::Selectable(name.c_str(), slot.bone != nullptr && slot.bone == document.selected(),
                                  ImGuiSelectableFlags_SpanAllColumns)) {
                document.select(skeleton->getBoneByIndex(slot.slot));
            }
            gui.nameItem("palette:" + name);
            ImGui::PopID();
            ImGui::TableNextColumn();
            slot.vertices > 0 ? ImGui::Text("%zu", slot.vertices) : ImGui::TextDisabled("unused");
        }
    }
    ImGui::EndTable();
}

void WarningsPage::drawLine(ViewerDocument& document, Gui& gui, std::string_view kind, std::size_t number, const Finding& finding)
{
    ImGui::PushID(static_cast<int>(number));
    ImGui::BeginDisabled(!finding.place.isKnown());
    drawCommandButton(document, gui, "go there", fmt::format("go-to-{} {}", kind, number), fmt::format("{}:{}", kind, number),
                      ButtonSize::Small);
    ImGui::EndDisabled();
    ImGui::TextWrapped("%s", finding.text.c_str());
    ImGui::Spacing();
    ImGui::PopID();
}

void WarningsPage::draw(ViewerDocument& document, Gui& gui)
{
    OpenModel* model = document.current();
    if (model == nullptr) {
        return;
    }
    const CacheKey key{model->scene.get(), nullptr, document.getGeneration() + model->playback.clips().size()};
    if (foundFor_ != key) {
        foundFor_ = key;
        warnings_ = warningsOf(*model);
        findings_ = findingsOf(*model);
    }
    ImGui::BeginChild("warnings");
    for (const auto& [kind, lines, when] : {std::tuple("warning", std::cref(warnings_), "when it was read"),
                                            std::tuple("finding", std::cref(findings_), "about what it has")}) {
        ImGui::PushID(kind);
        ImGui::TextWrapped("%s", fmt::format("{}: {} {}", model->name, counted(lines.get().size(), kind), when).c_str());
        ImGui::Separator();
        for (std::size_t number = 1; number <= lines.get().size(); ++number) {
            drawLine(document, gui, kind, number, lines.get()[number - 1]);
        }
        ImGui::PopID();
    }
    ImGui::EndChild();
}

}  // namespace

std::unique_ptr<InspectorPage> createPalettePage()
{
    return std::make_unique<PalettePage>();
}

std::unique_ptr<InspectorPage> createWarningsPage()
{
    return std::make_unique<WarningsPage>();
}

}  // namespace armature::tools
