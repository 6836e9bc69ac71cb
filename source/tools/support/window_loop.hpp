#pragma once

#include <functional>

#include <armature/render/gl_context.hpp>

#include "framebuffer.hpp"
#include "window.hpp"

namespace armature::support {

/// Draws frame after frame until the window is closed: calls `draw` with a framebuffer of the window's size and the seconds since the frame
/// before, and shows what it drew. `context` is the window's.
void showFrames(Window& window, const GlContext& context, const std::function<void(Framebuffer& framebuffer, double seconds)>& draw);

}  // namespace armature::support
