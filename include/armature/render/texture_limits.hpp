#pragma once

#include <cstddef>

namespace armature {

/// How much the images of a scene may hold once they are decoded: each pixel takes four bytes, and a third more for the smaller levels.
/// Images beyond a limit are drawn white, and named in the renderer's warnings. A file of a few kilobytes can ask for gigabytes otherwise.
struct TextureLimits {
    std::size_t imagePixels =
        std::size_t{1} << 26;  ///< One image: 8192 x 8192, for instance. Its sides are bounded by GL_MAX_TEXTURE_SIZE.
    std::size_t scenePixels = std::size_t{1} << 28;  ///< All images of a scene together: 1 GiB.
    /// All images of a scene together may hold 64 pixels for each byte of their files, more than photographs and paintings ever do, and beyond
    /// that this many.
    std::size_t unbackedPixels = std::size_t{1} << 25;
};

}  // namespace armature
