#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include <armature/skeleton/skeleton.hpp>

#include "message_place.hpp"
#include "pages.hpp"
#include "palette_use.hpp"
#include "words/words.hpp"

// The palette of a skeleton, and what there is to say of a file: lists of which a line leads to its place.
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

void WarningsPage::draw(ViewerDocument& document, Gui& gui)
{
    OpenModel* model = document.current();
    if (model == nullptr) {
        return;
    }
    const auto warnings = model->scene->warnings();
    ImGui::TextWrapped("%s", fmt::format("{} when {} was read", counted(warnings.size(), "warning"), model->name).c_str());
    ImGui::BeginChild("warnings");
    for (std::size_t number = 0; number < warnings.size(); ++number) {
        const MessagePlace place = findPlace(*model, warnings[number]);
        ImGui::PushID(static_cast<int>(number));
        ImGui::BeginDisabled(!place.isKnown());
        if (ImGui::SmallButton("go there")) {
            if (place.node != nullptr) {
                document.select(place.node);
            }
            if (place.clip) {
                model->playback.select(*place.clip);
                model->isPosed = false;
            }
        }
        gui.nameItem(fmt::format("warning:{}", number + 1));
        ImGui::EndDisabled();
        ImGui::TextWrapped("%s", printable(warnings[number]).c_str());
        ImGui::Spacing();
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
