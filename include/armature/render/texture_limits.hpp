#pragma once

#include <cstddef>

#include <armature/base/export.hpp>

namespace armature {

/// Limits on the decoded images of a scene. Each pixel takes four bytes, plus a third of that for the mipmaps. Without limits, a file of a
/// few kilobytes could demand gigabytes. Images beyond a limit are drawn white and named in the renderer's warnings.
struct ARMATURE_API TextureLimits {
    std::size_t imagePixels = std::size_t{1} << 26;  ///< Pixels of one image, by default 8192 x 8192. GL_MAX_TEXTURE_SIZE limits the sides.
    std::size_t scenePixels = std::size_t{1} << 28;  ///< Pixels of all images of a scene together, by default 2^28, which take 1 GiB.
    /// All images of a scene together may have this many pixels on top of 64 pixels per byte of their files. Photographs and paintings
    /// never have more than 64 pixels per byte.
    std::size_t unbackedPixels = std::size_t{1} << 25;
};

}  // namespace armature
