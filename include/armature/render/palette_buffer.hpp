#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <armature/base/export.hpp>
#include <armature/math/affine.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/palette_layout.hpp>

namespace armature {

/// Holds the palettes of all skeletons of a frame in one buffer, with one upload per frame and one range per skeleton.
///
/// In each frame, call beginFrame(), add() for each skeleton, upload(), bindRange() before each draw, and endFrame(). If the driver
/// supports buffer storage, the buffer stays mapped and has three regions that are used in turn, each guarded by a fence until the GPU has
/// read the region. Otherwise each frame orphans the buffer. Does not allocate once the buffer has grown to the scene's needs.
class ARMATURE_API PaletteBuffer final {
public:
    /// Totals since construction.
    struct Statistics {
        std::uint64_t frames = 0;         ///< Number of calls of beginFrame().
        std::uint64_t uploads = 0;        ///< Number of uploads, at most one per frame.
        std::uint64_t ranges = 0;         ///< Number of palettes that were added.
        std::uint64_t bytes = 0;          ///< Bytes written to the buffer.
        std::uint64_t reallocations = 0;  ///< Number of times that the buffer had to grow.
        std::uint64_t fenceWaits = 0;     ///< Number of times that the CPU had to wait for the GPU to release a region.
    };

    explicit PaletteBuffer(const GlContext& context);  ///< Makes a buffer. `context` must outlive the buffer.
    ~PaletteBuffer();
    PaletteBuffer(const PaletteBuffer&) = delete;
    PaletteBuffer& operator=(const PaletteBuffer&) = delete;

    /// Starts a frame, without palettes at first.
    void beginFrame() noexcept;

    /// Adds a palette, which must stay valid until upload(), and returns the index of its range. Pads a range shorter than `minimumBones`
    /// with identities. Throws std::invalid_argument if the palettes exceed what a buffer can hold.
    std::size_t add(std::span<const Affine> palette, std::size_t minimumBones = 0);

    /// Adds a palette for dual quaternion skinning. upload() splits each of its matrices as DualQuaternionPalette does, into 80 bytes (see
    /// skinning.glsl).
    std::size_t addDualQuaternions(std::span<const Affine> palette, std::size_t minimumBones = 0);

    /// Writes all palettes to the GPU at once. Throws RenderError if the context is not current (GlContext::requireCurrent()), or if the
    /// buffer must grow and OpenGL runs out of memory.
    void upload();

    /// Calls glBindBufferRange for GL_UNIFORM_BUFFER to bind a whole block of getBlockBytes() from the start of the range. Call it after
    /// upload(), for ranges that pass fitsBlock(). Throws std::invalid_argument, naming the range, if the range is not in the frame, not
    /// uploaded or longer than a block.
    void bindRange(std::size_t range, unsigned int bindingPoint) const;

    /// True if the range is in the frame and can be read through a uniform block.
    [[nodiscard]] bool fitsBlock(std::size_t range) const noexcept;
    /// True if the range is in the frame and can be read through the buffer texture, that is, if it ends within GL_MAX_TEXTURE_BUFFER_SIZE.
    /// Valid after upload().
    [[nodiscard]] bool fitsTexture(std::size_t range) const noexcept;

    /// True if the range is in the frame and can be read through bindStorage(), that is, if it ends within
    /// GL_MAX_SHADER_STORAGE_BLOCK_SIZE. Valid after upload().
    [[nodiscard]] bool fitsStorage(std::size_t range) const noexcept;

    /// Calls glBindBufferRange for GL_SHADER_STORAGE_BUFFER to bind the whole buffer; each range begins at getFirstTexel() in it. Does
    /// nothing without shader storage buffers, or before upload().
    void bindStorage(unsigned int bindingPoint) const noexcept;

    /// The whole buffer as a GL_TEXTURE_BUFFER of GL_RGBA32F: three texels per bone, five with dual quaternions.
    [[nodiscard]] unsigned int getTexture() const noexcept;
    /// The index of the first texel (of 16 bytes) of a range, counted from the buffer's start. Valid after upload(); 0 for a range that is
    /// not in the frame.
    [[nodiscard]] std::size_t getFirstTexel(std::size_t range) const noexcept;

    /// Ends the frame; call it after the last draw. Places the fence and drops the ranges.
    void endFrame();

    /// Size in bytes of the uniform block that shaders declare, and of each binding: the driver's limit, but at most 64 KiB.
    [[nodiscard]] std::size_t getBlockBytes() const noexcept;
    /// Number of bones of 48 bytes that fit in a uniform block. For bones of 80 bytes, see getLayout().
    [[nodiscard]] std::size_t getBonesPerBlock() const noexcept;
    [[nodiscard]] const PaletteLayout& getLayout() const noexcept;   ///< The positions of this frame's palettes.
    [[nodiscard]] const Statistics& getStatistics() const noexcept;  ///< Valid as long as the buffer.

private:
    class ARMATURE_LOCAL Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
