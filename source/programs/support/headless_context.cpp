#include <array>
#include <string_view>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <armature/error.hpp>

#include <armature/support/offscreen.hpp>

namespace armature::support {

namespace {

[[noreturn]] void throwEglError(std::string_view step)
{
    throw RenderError(fmt::format("no headless OpenGL context: {} failed (EGL error 0x{:x})", step, eglGetError()));
}

/// Throws for a step that fails where there is no driver at all.
[[noreturn]] void throwNoDriver(std::string_view step)
{
    throw RenderError(
        fmt::format("no headless OpenGL context: {} found no driver (EGL error 0x{:x}). On Debian, the packages libegl-mesa0 and "
                    "libgl1-mesa-dri are one that needs no graphics card",
                    step, eglGetError()));
}

EGLDisplay openDisplay()
{
    const auto getPlatformDisplay = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (getPlatformDisplay != nullptr) {
        if (const EGLDisplay display = getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
            display != EGL_NO_DISPLAY) {
            return display;
        }
    }
    const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display == EGL_NO_DISPLAY) {
        throwNoDriver("eglGetDisplay");
    }
    return display;
}

}  // namespace

struct HeadlessContext::State {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    // The display stays initialised: it belongs to the process, and another context may be using it.
    ~State()
    {
        if (context == EGL_NO_CONTEXT) {
            return;
        }
        if (eglGetCurrentContext() == context) {
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        }
        eglDestroyContext(display, context);
    }
};

HeadlessContext::HeadlessContext() : HeadlessContext(Options()) {}

HeadlessContext::HeadlessContext(const Options& options) : state_(std::make_unique<State>())
{
    state_->display = openDisplay();
    if (eglInitialize(state_->display, nullptr, nullptr) == EGL_FALSE) {
        throwNoDriver("eglInitialize");
    }
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) {
        throwEglError("eglBindAPI");
    }
    const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(state_->display, wanted.data(), &config, 1, &count) == EGL_FALSE || count == 0) {
        throwEglError("eglChooseConfig");
    }
    const std::array<EGLint, 9> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                           options.majorVersion,
                                           EGL_CONTEXT_MINOR_VERSION,
                                           options.minorVersion,
                                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                           EGL_CONTEXT_OPENGL_DEBUG,
                                           options.debug ? EGL_TRUE : EGL_FALSE,
                                           EGL_NONE};
    state_->context = eglCreateContext(state_->display, config, EGL_NO_CONTEXT, attributes.data());
    if (state_->context == EGL_NO_CONTEXT) {
        throwEglError(fmt::format("eglCreateContext for OpenGL {}.{} core", options.majorVersion, options.minorVersion));
    }
    makeCurrent();
}

HeadlessContext::~HeadlessContext() = default;

void HeadlessContext::makeCurrent()
{
    if (eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state_->context) == EGL_FALSE) {
        throwEglError("eglMakeCurrent without a surface");
    }
}

}  // namespace armature::support
