#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <armature/math/affine.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/palette_layout.hpp>

namespace armature {

/// The palettes of all skeletons of a frame in one uniform buffer: one upload, one range per skeleton.
///
/// A frame is beginFrame, add for each skeleton, upload, bindRange before each draw, endFrame. Where the driver has buffer storage, the
/// buffer is mapped once, has three regions used in turn, and a fence guards each until the GPU has read it; elsewhere each frame orphans
/// the buffer. Nothing is allocated once the buffer has grown to what the scene needs.
class PaletteBuffer final {
public:
    /// What happened so far; only grows.
    struct Statistics {
        std::uint64_t frames = 0;
        std::uint64_t uploads = 0;  ///< At most one a frame.
        std::uint64_t ranges = 0;   ///< Palettes added.
        std::uint64_t bytes = 0;    ///< Written to the buffer.
        std::uint64_t reallocations = 0;
        std::uint64_t fenceWaits = 0;  ///< Times the CPU found its region still in use by the GPU and waited.
    };

    explicit PaletteBuffer(const GlContext& context);
    ~PaletteBuffer();
    PaletteBuffer(const PaletteBuffer&) = delete;
    PaletteBuffer& operator=(const PaletteBuffer&) = delete;

    /// Starts a frame without palettes.
    void beginFrame() noexcept;

    /// Takes note of a palette, which must stay good until upload(), and gives its range's index. Ranges shorter than `minimumBones` are
    /// filled up with identities. Throws std::invalid_argument for more than a buffer can hold.
    std::size_t add(std::span<const Affine> palette, std::size_t minimumBones = 0);

    /// Writes all palettes to the GPU in one go. Throws RenderError if the buffer had to grow and OpenGL had no memory.
    void upload();

    /// glBindBufferRange of GL_UNIFORM_BUFFER to a binding point: one whole block from the start of the range. Only for palettes that
    /// fitsBlock(), after upload(): std::invalid_argument names a range that the frame does not have, or that is not uploaded.
    void bindRange(std::size_t range, unsigned int bindingPoint) const;

    /// True if the range is one of the frame's and can be read through a uniform block.
    [[nodiscard]] bool fitsBlock(std::size_t range) const noexcept;
    /// True if the range is one of the frame's and can be read through the buffer texture: it ends within GL_MAX_TEXTURE_BUFFER_SIZE. Known after upload().
    [[nodiscard]] bool fitsTexture(std::size_t range) const noexcept;

    /// The whole buffer as a GL_TEXTURE_BUFFER of GL_RGBA32F, three texels a bone.
    [[nodiscard]] unsigned int getTexture() const noexcept;
    /// Texel of the first bone of a range in getTexture(). Known after upload(); 0 for a range that the frame
    /// does not have.
    [[nodiscard]] std::size_t getFirstTexel(std::size_t range) const noexcept;

    /// Ends the frame, after its last draw: places the fence. The ranges are gone.
    void endFrame();

    /// Bytes of the block that shaders declare, and what each binding covers: the driver's limit, at most 64 KiB.
    [[nodiscard]] std::size_t getBlockBytes() const noexcept;
    [[nodiscard]] std::size_t getBonesPerBlock() const noexcept;
    [[nodiscard]] const PaletteLayout& layout() const noexcept;
    [[nodiscard]] const Statistics& statistics() const noexcept;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
