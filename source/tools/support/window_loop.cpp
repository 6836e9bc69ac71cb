#include "window_loop.hpp"

#include <cstddef>
#include <optional>

namespace armature::support {

void showFrames(Window& window, const GlContext& context, const std::function<void(Framebuffer& framebuffer, double seconds)>& draw)
{
    std::optional<Framebuffer> framebuffer;
    double before = window.getTime();
    while (window.isOpen()) {
        const glm::ivec2 size = window.getFramebufferSize();
        const double now = window.getTime();
        if (size.x > 0 && size.y > 0) {  // not minimised
            const Framebuffer::Options wanted{.width = static_cast<std::size_t>(size.x), .height = static_cast<std::size_t>(size.y)};
            if (!framebuffer || framebuffer->getWidth() != wanted.width || framebuffer->getHeight() != wanted.height) {
                framebuffer.emplace(context, wanted);
            }
            draw(*framebuffer, now - before);
            framebuffer->copyToWindow();
        }
        before = now;
        window.swapBuffers();
        window.pollEvents();
    }
}

}  // namespace armature::support
