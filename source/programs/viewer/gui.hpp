#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <glm/ext/vector_float2.hpp>

#include "input.hpp"

struct ImFont;
struct ImGuiContext;

namespace armature::tools {

/// The window system's clipboard. Where a function is empty, the Gui uses a clipboard of its own.
struct GuiClipboard {
    std::function<std::string()> get = {};
    std::function<void(const std::string&)> set = {};
};

/// Dear ImGui without a window: its own context, fonts, colours, and input events. Panels call ImGui between beginFrame() and endFrame().
/// The draw data can be read until the next frame.
class Gui final {
public:
    /// Size of a letter's box at scale 1, in pixels.
    static constexpr float letterSize = 15.f;

    /// `scale`: for example 2 for a display with twice as many pixels.
    explicit Gui(float scale, GuiClipboard clipboard = {});
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    void setTheme(bool isDark);
    /// Changes the scale of fonts and spacing. Must be called between frames.
    void setScale(float scale);
    /// `windowSize`: in the window's coordinates. `pixelsPerUnit`: pixels per unit of these coordinates. `seconds`: time since the last
    /// frame.
    void beginFrame(const glm::vec2& windowSize, const glm::vec2& pixelsPerUnit, double seconds, std::span<const InputEvent> events);
    void endFrame();

    /// State of the last frame. wantsMouse(): whether the mouse is over a panel or dragging in one. wantsText(): whether letters go into a
    /// text field.
    [[nodiscard]] bool wantsMouse() const;
    [[nodiscard]] bool wantsText() const;
    [[nodiscard]] glm::vec2 getMouse() const;

    [[nodiscard]] float getScale() const noexcept { return scale_; }
    /// Colour of the text of errors, as ImU32.
    [[nodiscard]] unsigned getErrorColor() const noexcept;
    /// Returns how often setScale() has made new fonts.
    [[nodiscard]] std::size_t getFontGeneration() const noexcept { return fontGeneration_; }
    /// A font with digits of equal width.
    [[nodiscard]] ImFont* getFixedFont() const noexcept { return fixedFont_; }

    /// For scripts, nameItem() names the last ImGui item if it is visible, and namePlace() names a position in the window. Names last until
    /// the next frame.
    void nameItem(const std::string& name);
    void namePlace(const std::string& name, const glm::vec2& place);
    [[nodiscard]] std::optional<glm::vec2> findPlace(std::string_view name) const;

private:
    void take(const InputEvent& event);
    void makeFonts();

    ImGuiContext* context_;
    GuiClipboard clipboard_;
    float scale_;
    ImFont* fixedFont_ = nullptr;
    std::size_t fontGeneration_ = 0;
    std::optional<bool> isDark_;
    std::string clipboardText_;  // the text that was last read, kept alive for ImGui
    std::map<std::string, glm::vec2, std::less<>> places_;
};

/// Draws a Gui into the bound framebuffer of the current OpenGL context.
class GuiRenderer final {
public:
    /// Throws RenderError if Dear ImGui cannot draw with this OpenGL context.
    GuiRenderer();
    ~GuiRenderer();
    GuiRenderer(const GuiRenderer&) = delete;
    GuiRenderer& operator=(const GuiRenderer&) = delete;

    void draw(const Gui& gui);

private:
    std::size_t fontGeneration_ = 0;  // the font generation that the texture holds
};

}  // namespace armature::tools
