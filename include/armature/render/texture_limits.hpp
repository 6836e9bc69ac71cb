#pragma once

#include <cstddef>

namespace armature {

/// Limits on the decoded images of a scene: each pixel takes four bytes, plus a third for the smaller levels. Without limits, a file of a
/// few kilobytes can demand gigabytes. Images beyond a limit are drawn white and named in the renderer's warnings.
struct TextureLimits {
    std::size_t imagePixels =
        std::size_t{1} << 26;  ///< One image: 8192 x 8192, for instance. Its sides are bounded by GL_MAX_TEXTURE_SIZE.
    std::size_t scenePixels = std::size_t{1} << 28;  ///< All images of a scene together: 1 GiB.
    /// All images of a scene together may hold this many pixels on top of 64 per byte of their files, which is more than photographs and
    /// paintings ever do.
    std::size_t unbackedPixels = std::size_t{1} << 25;
};

}  // namespace armature
