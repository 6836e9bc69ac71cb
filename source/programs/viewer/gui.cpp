#include "gui.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#if __has_include(<backends/imgui_impl_opengl3.h>)
#include <backends/imgui_impl_opengl3.h>
#else
#include <imgui_impl_opengl3.h>  // vcpkg and Conan have all its headers in one folder
#endif

#include <armature/error.hpp>

#include "document.hpp"

namespace armature::tools {

namespace {

// Files where distributions install a font with Greek and Cyrillic letters; without one, ImGui's own font is used.
constexpr std::array proportionalFonts{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
                                       "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"};
constexpr std::array fixedFonts{"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", "/usr/share/fonts/TTF/DejaVuSansMono.ttf",
                                "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf"};
constexpr std::array<ImWchar, 11> letters{0x20, 0x17f, 0x370, 0x3ff, 0x400, 0x4ff, 0x2010, 0x2026, 0x2190, 0x21ff, 0};

template <std::size_t count>
ImFont* addFont(const std::array<const char*, count>& files, float size)
{
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    for (const char* file : files) {
        std::error_code ignored;
        if (std::filesystem::exists(file, ignored)) {
            if (ImFont* font = fonts.AddFontFromFileTTF(file, size, nullptr, letters.data())) {
                return font;
            }
        }
    }
    ImFontConfig config;
    config.SizePixels = size;
    return fonts.AddFontDefault(&config);
}

void mapKeys(ImGuiIO& io)
{
    constexpr std::array<std::pair<int, int>, 18> keys{{{ImGuiKey_Tab, GLFW_KEY_TAB},
                                                        {ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
                                                        {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
                                                        {ImGuiKey_UpArrow, GLFW_KEY_UP},
                                                        {ImGuiKey_DownArrow, GLFW_KEY_DOWN},
                                                        {ImGuiKey_PageUp, GLFW_KEY_PAGE_UP},
                                                        {ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN},
                                                        {ImGuiKey_Home, GLFW_KEY_HOME},
                                                        {ImGuiKey_End, GLFW_KEY_END},
                                                        {ImGuiKey_Delete, GLFW_KEY_DELETE},
                                                        {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
                                                        {ImGuiKey_Enter, GLFW_KEY_ENTER},
                                                        {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
                                                        {ImGuiKey_A, GLFW_KEY_A},
                                                        {ImGuiKey_C, GLFW_KEY_C},
                                                        {ImGuiKey_V, GLFW_KEY_V},
                                                        {ImGuiKey_X, GLFW_KEY_X},
                                                        {ImGuiKey_Z, GLFW_KEY_Z}}};
    for (const auto& [theirs, ours] : keys) {
        io.KeyMap[theirs] = ours;
    }
}

}  // namespace

Gui::Gui(float scale, GuiClipboard clipboard)
    : context_(ImGui::CreateContext()), clipboard_(std::move(clipboard)), scale_(std::clamp(scale, leastPanelScale, largestPanelScale))
{
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // the layout places the windows
    io.LogFilename = nullptr;
    io.ConfigInputTextCursorBlink = false;
    mapKeys(io);
    makeFonts();
    io.ClipboardUserData = this;
    io.GetClipboardTextFn = [](void* self) {
        Gui& gui = *static_cast<Gui*>(self);
        gui.clipboardText_ = gui.clipboard_.get ? gui.clipboard_.get() : gui.clipboardText_;
        return gui.clipboardText_.c_str();
    };
    io.SetClipboardTextFn = [](void* self, const char* text) {
        Gui& gui = *static_cast<Gui*>(self);
        gui.clipboardText_ = text;
        if (gui.clipboard_.set) {
            gui.clipboard_.set(gui.clipboardText_);
        }
    };
    setTheme(true);
}

void Gui::makeFonts()
{
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    addFont(proportionalFonts, letterSize * scale_);
    fixedFont_ = addFont(fixedFonts, (letterSize - 2.f) * scale_);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    fonts.GetTexDataAsRGBA32(&pixels, &width, &height);
}

void Gui::setScale(float scale)
{
    scale = std::clamp(scale, leastPanelScale, largestPanelScale);
    if (scale == scale_) {
        return;
    }
    scale_ = scale;
    ++fontGeneration_;
    ImGui::SetCurrentContext(context_);
    makeFonts();
    setTheme(std::exchange(isDark_, std::nullopt).value_or(true));
}

Gui::~Gui()
{
    ImGui::DestroyContext(context_);
}

void Gui::setTheme(bool isDark)
{
    if (isDark_ == isDark) {
        return;
    }
    isDark_ = isDark;
    ImGui::SetCurrentContext(context_);
    ImGuiStyle style;
    isDark ? ImGui::StyleColorsDark(&style) : ImGui::StyleColorsLight(&style);
    style.WindowRounding = 0.f;
    style.WindowBorderSize = 0.f;
    style.FrameRounding = 3.f;
    style.GrabRounding = 3.f;
    style.ItemSpacing = ImVec2(6.f, 4.f);
    style.Colors[ImGuiCol_WindowBg] = isDark ? ImVec4(0.13f, 0.14f, 0.16f, 1.f) : ImVec4(0.94f, 0.94f, 0.95f, 1.f);
    style.Colors[ImGuiCol_MenuBarBg] = isDark ? ImVec4(0.10f, 0.11f, 0.12f, 1.f) : ImVec4(0.87f, 0.87f, 0.89f, 1.f);
    // Texts have a contrast of at least 4.5 to what is behind them: Web Content Accessibility Guidelines 2.1, criterion 1.4.3.
    style.Colors[ImGuiCol_TextDisabled] = isDark ? ImVec4(0.70f, 0.70f, 0.71f, 1.f) : ImVec4(0.36f, 0.36f, 0.38f, 1.f);
    if (isDark) {
        style.Colors[ImGuiCol_ButtonActive] = ImVec4(0.05f, 0.40f, 0.78f, 1.f);
    }
    style.ScaleAllSizes(scale_);
    ImGui::GetStyle() = style;
}

unsigned Gui::getErrorColor() const noexcept
{
    return isDark_.value_or(true) ? IM_COL32(255, 122, 110, 255) : IM_COL32(176, 20, 16, 255);
}

void Gui::beginFrame(const glm::vec2& windowSize, const glm::vec2& pixelsPerUnit, double seconds, std::span<const InputEvent> events)
{
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(windowSize.x, windowSize.y);
    io.DisplayFramebufferScale = ImVec2(pixelsPerUnit.x, pixelsPerUnit.y);
    io.DeltaTime = std::max(static_cast<float>(seconds), 1e-4f);
    std::for_each(events.begin(), events.end(), [this](const InputEvent& event) { take(event); });
    places_.clear();
    ImGui::NewFrame();
}

void Gui::take(const InputEvent& event)
{
    ImGuiIO& io = ImGui::GetIO();
    switch (event.kind) {
    case InputEvent::Kind::Move: io.MousePos = ImVec2(event.place.x, event.place.y); break;
    case InputEvent::Kind::Button:
        if (event.code >= 0 && event.code < ImGuiMouseButton_COUNT) {
            io.MouseDown[event.code] = event.isDown;
        }
        break;
    case InputEvent::Kind::Wheel: io.MouseWheel += event.amount; break;
    case InputEvent::Kind::Key:
        if (event.code >= 0 && event.code < IM_ARRAYSIZE(io.KeysDown)) {
            io.KeysDown[event.code] = event.isDown;
        }
        io.KeyCtrl = event.control;
        io.KeyShift = event.shift;
        break;
    case InputEvent::Kind::Letter: io.AddInputCharacter(static_cast<unsigned int>(event.code)); break;
    case InputEvent::Kind::Drop: break;
    }
}

void Gui::endFrame()
{
    ImGui::Render();
}

bool Gui::wantsMouse() const
{
    ImGui::SetCurrentContext(context_);
    return ImGui::GetIO().WantCaptureMouse;
}

bool Gui::wantsText() const
{
    ImGui::SetCurrentContext(context_);
    return ImGui::GetIO().WantTextInput;
}

glm::vec2 Gui::getMouse() const
{
    ImGui::SetCurrentContext(context_);
    const ImVec2 place = ImGui::GetIO().MousePos;
    return {place.x, place.y};
}

void Gui::nameItem(const std::string& name)
{
    if (!ImGui::IsItemVisible()) {
        return;  // scrolled out of sight
    }
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    namePlace(name, {0.5f * (low.x + high.x), 0.5f * (low.y + high.y)});
}

void Gui::namePlace(const std::string& name, const glm::vec2& place)
{
    places_.emplace(name, place);
}

std::optional<glm::vec2> Gui::findPlace(std::string_view name) const
{
    const auto found = places_.find(name);
    return found != places_.end() ? std::optional(found->second) : std::nullopt;
}

GuiRenderer::GuiRenderer()
{
    if (!ImGui_ImplOpenGL3_Init("#version 330 core")) {
        throw RenderError("Dear ImGui cannot draw with this OpenGL context");
    }
}

GuiRenderer::~GuiRenderer()
{
    ImGui_ImplOpenGL3_Shutdown();
}

void GuiRenderer::draw(const Gui& gui)
{
    if (std::exchange(fontGeneration_, gui.getFontGeneration()) != gui.getFontGeneration()) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
        return;  // the panels are not drawn in this frame, because the draw data still refer to the old texture
    }
    ImGui_ImplOpenGL3_NewFrame();  // creates its objects the first time
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace armature::tools
