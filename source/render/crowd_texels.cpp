#include "crowd_texels.hpp"

#include <cstring>

#include <armature/render/palette_layout.hpp>

#include "draw_list.hpp"
#include "skinning/split_matrix.hpp"

namespace armature {

namespace {

constexpr std::size_t texelsPerMatrix = PaletteLayout::bytesPerBone / sizeof(glm::vec4);
constexpr std::size_t texelsPerSplitMatrix = PaletteLayout::bytesPerDualQuaternion / sizeof(glm::vec4);

}  // namespace

std::size_t crowdPaletteTexels(std::size_t matrices, bool isDual) noexcept
{
    return (isDual ? texelsPerSplitMatrix : texelsPerMatrix) * matrices;
}

glm::vec4* writeCrowdPalette(std::span<const Affine> palette, bool isDual, glm::vec4* texels) noexcept
{
    if (!isDual) {
        std::memcpy(texels, palette.data(), palette.size_bytes());
        return texels + texelsPerMatrix * palette.size();
    }
    for (const Affine& matrix : palette) {
        const SplitMatrix split = splitMatrix(matrix);
        std::memcpy(texels, &split.stretch, sizeof split.stretch);
        std::memcpy(texels + texelsPerMatrix, &split.motion, sizeof split.motion);
        texels += texelsPerSplitMatrix;
    }
    return texels;
}

glm::vec4* writeCrowdRecord(const CrowdPlacement& placement, const glm::vec3& eye, std::size_t paletteTexel, glm::vec4* texels) noexcept
{
    const Affine world = relativeTo(placement.world, eye);
    *texels++ = world[0];
    *texels++ = world[1];
    *texels++ = world[2];
    *texels++ = placement.tint;
    *texels++ = glm::vec4(static_cast<float>(paletteTexel), 0.f, 0.f, 0.f);
    return texels;
}

}  // namespace armature
