#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include <armature/text.hpp>

#include "layer_text.hpp"
#include "pages.hpp"
#include "programs/armature/bone_plot.hpp"

namespace armature::tools {

namespace {

constexpr std::array<ImU32, 4> inks{IM_COL32(235, 80, 80, 255), IM_COL32(110, 205, 80, 255), IM_COL32(90, 140, 250, 255),
                                    IM_COL32(220, 180, 60, 255)};
constexpr std::size_t mostTangents = 200;  // more keys would hide the curve

// Draws a channel's values over time in a part of the window.
class Plot final {
public:
    Plot(const PlottedChannel& channel, double duration, const ImVec2& corner, const ImVec2& size)
        : channel_(channel), duration_(duration), corner_(corner), size_(size), list_(*ImGui::GetWindowDrawList())
    {
        for (const double value : channel.values) {
            least_ = std::min(least_, value);
            most_ = std::max(most_, value);
        }
        if (!(most_ - least_ > 1e-6)) {
            least_ -= 0.5;
            most_ += 0.5;
        }
    }

    void draw(double now) const
    {
        list_.AddRectFilled(corner_, ImVec2(corner_.x + size_.x, corner_.y + size_.y), ImGui::GetColorU32(ImGuiCol_FrameBg), 3.f);
        for (std::size_t component = 0; component < channel_.components; ++component) {
            drawCurve(component);
            drawKeys(component);
        }
        list_.AddLine(ImVec2(at(now, 0.).x, corner_.y), ImVec2(at(now, 0.).x, corner_.y + size_.y), ImGui::GetColorU32(ImGuiCol_Text));
        const ImU32 ink = ImGui::GetColorU32(ImGuiCol_TextDisabled);
        const std::string most = fmt::format("{:.4g}", rounded(most_));
        const std::string least = fmt::format("{:.4g}", rounded(least_));
        list_.AddText(ImVec2(corner_.x + 3.f, corner_.y + 1.f), ink, most.c_str());
        list_.AddText(ImVec2(corner_.x + 3.f, corner_.y + size_.y - ImGui::GetTextLineHeight() - 1.f), ink, least.c_str());
    }

private:
    [[nodiscard]] ImVec2 at(double time, double value) const
    {
        const double across = duration_ > 0. ? time / duration_ : 0.;
        const double up = (value - least_) / (most_ - least_);
        const float border = 4.f;
        return {corner_.x + static_cast<float>(across) * size_.x,
                corner_.y + border + static_cast<float>(1. - up) * (size_.y - 2.f * border)};
    }

    void drawCurve(std::size_t component) const
    {
        std::vector<ImVec2> points;
        points.reserve(channel_.times.size());
        for (std::size_t i = 0; i < channel_.times.size(); ++i) {
            points.push_back(at(channel_.times[i], channel_.values[i * channel_.components + component]));
        }
        list_.AddPolyline(points.data(), static_cast<int>(points.size()), ink(component), 0, 1.5f);
    }

    void drawKeys(std::size_t component) const
    {
        const std::size_t count = channel_.keyTimes.size();
        const bool hasTangents = !channel_.inTangents.empty() && count <= mostTangents;
        const double reach = 0.04 * duration_;
        for (std::size_t key = 0; key < count; ++key) {
            const std::size_t place = key * channel_.components + component;
            const double time = channel_.keyTimes[key];
            const double value = channel_.keys[place];
            if (hasTangents) {
                list_.AddLine(at(time - reach, value - reach * channel_.inTangents[place]), at(time, value), ink(component));
                list_.AddLine(at(time, value), at(time + reach, value + reach * channel_.outTangents[place]), ink(component));
            }
            list_.AddCircleFilled(at(time, value), 2.5f, ink(component), 6);
        }
    }

    // Returns a value to print: 0 if it is tiny compared with the plot's height, to avoid "-1.49e-08".
    [[nodiscard]] double rounded(double value) const { return std::abs(value) < 1e-5 * (most_ - least_) ? 0. : value; }

    [[nodiscard]] static ImU32 ink(std::size_t component) { return inks[component % inks.size()]; }

    const PlottedChannel& channel_;
    double duration_;
    ImVec2 corner_;
    ImVec2 size_;
    ImDrawList& list_;
    double least_ = std::numeric_limits<double>::max();
    double most_ = std::numeric_limits<double>::lowest();
};

// Returns the values at the last sampled moment that is not after `now`, for example " 0.2346 0.0000 0.0000 1.0000".
std::string valueText(const PlottedChannel& channel, double now)
{
    const auto after = std::upper_bound(channel.times.begin(), channel.times.end(), now);
    const std::size_t moment = after == channel.times.begin() ? 0 : static_cast<std::size_t>(after - channel.times.begin()) - 1;
    std::string text;
    for (std::size_t component = 0; component < channel.components; ++component) {
        const double value = channel.values[moment * channel.components + component];
        text += fmt::format(" {:.4f}", std::abs(value) < 5e-5 ? 0. : value);
    }
    return text;
}

class CurvesPage final : public InspectorPage {
public:
    void draw(ViewerDocument& document, Gui& gui) override;

private:
    CacheKey curvesOf_;
    std::vector<PlottedChannel> curves_;
};

void CurvesPage::draw(ViewerDocument& document, Gui& gui)
{
    OpenModel& model = *document.current();
    const AnimationGroup* group = model.playback.current();
    if (group == nullptr) {
        ImGui::TextWrapped("%s", describeNoClip(model.playback));
        return;
    }
    const CacheKey key{model.selected, group, document.getGeneration()};
    if (curvesOf_ != key) {
        curvesOf_ = key;
        curves_ = plotChannels(*group, *model.selected);
    }
    if (curves_.empty()) {
        ImGui::TextWrapped("The clip does not move it.");
        return;
    }
    ImGui::BeginChild("curves");
    const double now = model.playback.getTime();
    for (std::size_t number = 0; number < curves_.size(); ++number) {
        const PlottedChannel& channel = curves_[number];
        const std::string title = fmt::format("{}, {}, {}", toString(channel.path), toString(channel.interpolation),
                                              channel.keyTimes.size() == 1 ? "1 key" : fmt::format("{} keys", channel.keyTimes.size()));
        ImGui::TextUnformatted(title.c_str());
        ImGui::TextDisabled("%s", valueText(channel, now).c_str());
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, 1.f), 6.f * ImGui::GetTextLineHeight());
        ImGui::PushID(static_cast<int>(number));
        ImGui::InvisibleButton("time", size);
        ImGui::PopID();
        gui.nameItem(fmt::format("curve:{}", number + 1));
        if (ImGui::IsItemActive()) {
            const float part = std::clamp((ImGui::GetIO().MousePos.x - corner.x) / size.x, 0.f, 1.f);
            model.playback.pause();
            document.goTo(static_cast<double>(part) * model.playback.getDuration());
        }
        Plot(channel, model.playback.getDuration(), corner, size).draw(now);
    }
    ImGui::EndChild();
}

}  // namespace

std::unique_ptr<InspectorPage> createCurvesPage()
{
    return std::make_unique<CurvesPage>();
}

}  // namespace armature::tools
