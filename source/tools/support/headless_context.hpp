#pragma once

#include <memory>

namespace armature::support {

/// An OpenGL context without window or display server (EGL, Mesa's surfaceless platform), current on the thread that made it.
///
/// There is no default framebuffer: draw into a Framebuffer.
class HeadlessContext final {
public:
    struct Options {
        int majorVersion = 3;
        int minorVersion = 3;
        bool debug = false;  ///< Asks for a debug context, in which drivers report more.
    };

    /// Throws RenderError that says which step of EGL failed and with which code.
    HeadlessContext();
    explicit HeadlessContext(const Options& options);
    ~HeadlessContext();
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;

    void makeCurrent();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace armature::support
