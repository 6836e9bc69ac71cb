#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>
#include <glm/trigonometric.hpp>
#include <imgui.h>

#include <armature/skeleton/bone.hpp>

#include "base/words.hpp"
#include "command_button.hpp"
#include "pages.hpp"

namespace armature::tools {

namespace {

constexpr std::array shownInLabels{"as defined", "skeleton", "world"};
constexpr std::array notationLabels{"GLM", "Babylon.js", "NumPy"};
constexpr std::array spaceLabels{"own axes", "parent's axes", "skeleton's axes", "world's axes"};

template <class Setting, std::size_t count>
void drawChoice(Gui& gui, const char* label, Setting& setting, const std::array<const char*, count>& names)
{
    int chosen = static_cast<int>(setting);
    ImGui::SetNextItemWidth(-0.4f * ImGui::GetContentRegionAvail().x);
    if (ImGui::Combo(label, &chosen, names.data(), static_cast<int>(count))) {
        setting = static_cast<Setting>(chosen);
    }
    gui.nameItem(std::string("choice:") + label);
}

// Draws three numbers that can be dragged or typed. Each drag is one edit.
template <class Change>
void drawNumbers(ViewerDocument& document, Gui& gui, const char* label, glm::vec3 numbers, float step, const Change& change)
{
    ImGui::SetNextItemWidth(-0.24f * ImGui::GetContentRegionAvail().x);
    const bool isChanged = ImGui::DragFloat3(label, glm::value_ptr(numbers), step, 0.f, 0.f, "%.3f");
    gui.nameItem(std::string("numbers:") + label);
    if (ImGui::IsItemActivated()) {
        document.beginEdit(fmt::format("{} of {}", label, printable(shown(document.selected()->getName()))));
    }
    if (isChanged) {
        try {
            change(numbers);
        } catch (const std::exception& error) {
            document.tellError(error.what());
        }
    }
    if (ImGui::IsItemDeactivated()) {
        document.current()->history.commit();
    }
}

void drawPose(ViewerDocument& document, Gui& gui)
{
    Node& node = posedBy(*document.selected());
    drawNumbers(document, gui, "position", node.getPosition(), 0.005f, [&node](const glm::vec3& position) { node.setPosition(position); });
    drawNumbers(document, gui, "rotation", glm::degrees(node.getRotation()), 0.5f,
                [&node](const glm::vec3& degrees) { node.setRotation(glm::radians(degrees)); });
    drawNumbers(document, gui, "scale", node.getScaling(), 0.005f, [&node](const glm::vec3& scale) { node.setScaling(scale); });
    drawChoice(gui, "turn and move by", document.settings.gizmoSpace, spaceLabels);
    for (const auto& [label, line] : {std::pair("Reset", "reset"), std::pair("Mirror", "mirror"), std::pair("Undo", "undo")}) {
        drawCommandButton(document, gui, label, line, std::string("button:") + label);
        ImGui::SameLine();
    }
    drawCommandButton(document, gui, "Redo", "redo", "button:Redo");
}

// Draws the buttons for a target that the selected bone reaches for or looks at.
void drawTargetButtons(ViewerDocument& document, Gui& gui)
{
    ImGui::BeginDisabled(document.selected()->asBone() == nullptr);
    for (const auto& [label, line] : {std::pair("IK here", "ik"), std::pair("Look", "look"), std::pair("No target", "ik off")}) {
        drawCommandButton(document, gui, label, line, std::string("button:") + label);
        ImGui::SameLine();
    }
    ImGui::EndDisabled();
    const OpenModel& model = *document.current();
    ImGui::TextDisabled("%s", model.target ? model.target->describe().c_str() : "no target");
    const Bone* const bone = model.selected->asBone();
    if (const JointLimit* const limit = bone != nullptr ? model.limits.find(*bone) : nullptr) {
        ImGui::TextDisabled("turns within: %s", describeLimit(*limit).c_str());
    }
}

// Rounds tiny numbers to 0, so that they are not shown as "-0.00000".
double rounded(float number)
{
    return std::abs(number) < 5e-6f ? 0. : static_cast<double>(number);
}

void drawLine(const char* name, const glm::vec3& numbers)
{
    ImGui::Text("%-6s%11.5f%11.5f%11.5f", name, rounded(numbers.x), rounded(numbers.y), rounded(numbers.z));
}

void drawParts(const glm::mat4& matrix)
{
    const Decomposition parts = decompose(matrix);
    const Transform& transform = parts.transform;
    const glm::quat& turn = transform.rotation;
    drawLine("place", transform.translation);
    ImGui::Text("%-6s%11.5f%11.5f%11.5f%11.5f", "x y z w", rounded(turn.x), rounded(turn.y), rounded(turn.z), rounded(turn.w));
    drawLine("Euler", glm::degrees(quaternionToEuler(turn)));
    drawLine("scale", transform.scale);
    if (!parts.isExact()) {
        ImGui::TextDisabled("sheared: the parts are off by %.2g", static_cast<double>(parts.residual));
    }
}

// Draws the numbers of a matrix without its fourth row, which is always 0 0 0 1.
void drawNumbersOf(const glm::mat4& matrix)
{
    for (int row = 0; row < 3; ++row) {
        ImGui::Text("%10.5f%10.5f%10.5f%10.5f", rounded(matrix[0][row]), rounded(matrix[1][row]), rounded(matrix[2][row]),
                    rounded(matrix[3][row]));
    }
}

void drawMatrices(ViewerDocument& document, Gui& gui, bool showsParts)
{
    for (const NamedMatrix& matrix : matricesOf(*document.selected(), document.settings.shownIn)) {
        ImGui::PushID(matrix.name.data());
        ImGui::TextUnformatted(matrix.name.data(), matrix.name.data() + matrix.name.size());
        ImGui::SameLine();
        ImGui::TextDisabled("%s", fmt::format("in {} space", matrix.in).c_str());
        const ImVec2 text = ImGui::CalcTextSize("copy");
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - text.x - 2.f * ImGui::GetStyle().FramePadding.x);
        drawCommandButton(document, gui, "copy", fmt::format("copy {}", matrix.name), fmt::format("copy:{}", matrix.name),
                          ButtonSize::Small);
        ImGui::PushFont(gui.getFixedFont());
        showsParts ? drawParts(matrix.matrix) : drawNumbersOf(matrix.matrix);
        ImGui::PopFont();
        ImGui::PopID();
        ImGui::Spacing();
    }
}

class BonePage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;

private:
    bool showsMatrixParts_ = false;
};

void BonePage::draw(ViewerDocument& document, Gui& gui)
{
    drawPose(document, gui);
    drawTargetButtons(document, gui);
    ImGui::Separator();
    drawChoice(gui, "matrices in", document.settings.shownIn, shownInLabels);
    drawChoice(gui, "copy for", document.settings.notation, notationLabels);
    ImGui::Checkbox("as place, rotation and scale", &showsMatrixParts_);
    gui.nameItem("check:parts");
    ImGui::BeginChild("matrices");
    drawMatrices(document, gui, showsMatrixParts_);
    ImGui::EndChild();
}

}  // namespace

std::unique_ptr<InspectorPage> createBonePage()
{
    return std::make_unique<BonePage>();
}

}  // namespace armature::tools
