#include <armature/render/palette_buffer.hpp>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/words.hpp"
#include "frame_ring.hpp"
#include "gl_objects.hpp"
#include "skinning/split_matrix.hpp"

namespace armature {

namespace {

// Larger blocks gain nothing, because palettes that do not fit a block are read through a storage buffer or the buffer texture.
constexpr std::size_t largestBlockBytes = 65536;
constexpr std::size_t bytesPerTexel = 16;

class GlFences final : public FenceSource {
public:
    Fence place() noexcept override { return glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0); }

    bool wait(Fence fence) noexcept override
    {
        const auto sync = static_cast<GLsync>(fence);
        if (glClientWaitSync(sync, 0, 0) == GL_ALREADY_SIGNALED) {
            return false;
        }
        // Waits one second at a time. If the device was lost, the result is GL_WAIT_FAILED, which ends the wait.
        while (glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 1'000'000'000) == GL_TIMEOUT_EXPIRED) {}
        return true;
    }

    void remove(Fence fence) noexcept override { glDeleteSync(static_cast<GLsync>(fence)); }
};

struct Entry {
    std::span<const Affine> palette;
    std::size_t bones;
    bool isSplit;  // whether the palette is split into dual quaternions
};

static_assert(sizeof(Affine) == PaletteLayout::bytesPerBone);
static_assert(sizeof(Affine) + sizeof(DualQuaternion) == PaletteLayout::bytesPerDualQuaternion);

void writeBone(std::byte* target, const Affine& matrix, bool isSplit) noexcept
{
    if (isSplit) {
        const SplitMatrix split = splitMatrix(matrix);
        std::memcpy(target, &split.stretch, sizeof split.stretch);
        std::memcpy(target + sizeof split.stretch, &split.motion, sizeof split.motion);
    } else {
        std::memcpy(target, &matrix, sizeof matrix);
    }
}

}  // namespace

class PaletteBuffer::Implementation {
public:
    explicit Implementation(const GlContext& context)
        : layout(context.getCapabilities().uniformOffsetAlignment, std::min(context.getCapabilities().uniformBlockBytes, largestBlockBytes))
        , isPersistent_(context.getCapabilities().hasBufferStorage)
        , context_(context)
        , textureTexels_(context.getCapabilities().textureBufferTexels)
        , storageBytes_(context.getCapabilities().storageBlockBytes)
        , ring_(fences_)
    {}

    ~Implementation() { release(); }

    void beginFrame() noexcept
    {
        clear();
        ++statistics.frames;
    }

    std::size_t add(std::span<const Affine> palette, std::size_t minimumBones, bool isSplit)
    {
        const std::size_t bones = std::max(palette.size(), minimumBones);
        const std::size_t range = layout.add(bones, isSplit ? PaletteLayout::bytesPerDualQuaternion : PaletteLayout::bytesPerBone);
        entries_.push_back({palette, bones, isSplit});
        isUploaded_ = false;
        ++statistics.ranges;
        return range;
    }

    void upload()
    {
        const std::size_t bytes = layout.getTotalBytes();
        if (bytes == 0) {
            return;
        }
        context_.requireCurrent();
        if (bytes > regionBytes_) {
            grow(bytes);
        }
        if (isPersistent_) {
            regionOffset_ = ring_.acquire() * regionBytes_;
            write(mapped_ + regionOffset_);
            isRegionInUse_ = true;
        } else {
            writeToOrphan();
        }
        statistics.fenceWaits = ring_.waits();
        isUploaded_ = true;
        statistics.bytes += layout.getUsedBytes();
        ++statistics.uploads;
    }

    void bindRange(std::size_t range, GLuint bindingPoint) const
    {
        if (!has(range)) {
            throw std::invalid_argument(
                fmt::format("PaletteBuffer: there is no palette {}, the frame has {}", range, layout.ranges().size()));
        }
        if (!isUploaded_) {
            throw std::invalid_argument(fmt::format("PaletteBuffer: palette {} is bound before upload()", range));
        }
        if (!fitsBlock(range)) {
            throw std::invalid_argument(fmt::format("PaletteBuffer: palette {} has {}, a block holds {}", range,
                                                    counted(layout.ranges()[range].getBytes(), "byte"), layout.getBlockBytes()));
        }
        const std::size_t offset = regionOffset_ + layout.ranges()[range].offset;
        if (offset + layout.getBlockBytes() > bufferBytes_ || offset % layout.getAlignment() != 0) {  // drivers would not report this
            throw RenderError(fmt::format("PaletteBuffer: palette {} at byte {} of {} cannot be bound", range, offset, bufferBytes_));
        }
        glBindBufferRange(GL_UNIFORM_BUFFER, bindingPoint, buffer_.name(), static_cast<GLintptr>(offset),
                          static_cast<GLsizeiptr>(layout.getBlockBytes()));
    }

    [[nodiscard]] bool has(std::size_t range) const noexcept { return range < layout.ranges().size(); }

    [[nodiscard]] std::size_t firstTexel(std::size_t range) const noexcept
    {
        return has(range) ? (regionOffset_ + layout.ranges()[range].offset) / bytesPerTexel : 0;
    }

    [[nodiscard]] bool fitsBlock(std::size_t range) const noexcept
    {
        return has(range) && layout.ranges()[range].getBytes() <= layout.getBlockBytes();
    }

    [[nodiscard]] bool fitsTexture(std::size_t range) const noexcept
    {
        return has(range) && firstTexel(range) + layout.ranges()[range].getBytes() / bytesPerTexel <= textureTexels_;
    }

    [[nodiscard]] bool fitsStorage(std::size_t range) const noexcept
    {
        return has(range) && firstTexel(range) * bytesPerTexel + layout.ranges()[range].getBytes() <= storageBytes_;
    }

    void bindStorage(GLuint bindingPoint) const noexcept
    {
        if (storageBytes_ > 0 && isUploaded_) {
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, bindingPoint, buffer_.name(), 0,
                              static_cast<GLsizeiptr>(std::min(bufferBytes_, storageBytes_)));
        }
    }

    [[nodiscard]] GLuint texture() const noexcept { return texture_.name(); }

    void endFrame()
    {
        if (isRegionInUse_) {
            ring_.release();
            isRegionInUse_ = false;
        }
        clear();
    }

    PaletteLayout layout;
    Statistics statistics;

private:
    void clear() noexcept
    {
        layout.clear();
        entries_.clear();
        isUploaded_ = false;
    }

    void release() noexcept
    {
        if (mapped_ != nullptr) {
            glBindBuffer(GL_UNIFORM_BUFFER, buffer_.name());
            glUnmapBuffer(GL_UNIFORM_BUFFER);
            glBindBuffer(GL_UNIFORM_BUFFER, 0);
            mapped_ = nullptr;
        }
    }

    void grow(std::size_t bytes)
    {
        release();
        ring_.forget();
        // Allocates half as much again, so that a growing scene does not reallocate every frame. The size stays a multiple of the
        // alignment.
        const std::size_t alignment = layout.getAlignment();
        regionBytes_ = (bytes + bytes / 2) / alignment * alignment + alignment;
        bufferBytes_ = isPersistent_ ? FrameRing::regionCount * regionBytes_ : regionBytes_;
        regionOffset_ = 0;

        while (glGetError() != GL_NO_ERROR) {}
        buffer_ = GlBuffer();  // OpenGL keeps the old buffer until draws that read it are complete
        glBindBuffer(GL_UNIFORM_BUFFER, buffer_.name());
        const auto size = static_cast<GLsizeiptr>(bufferBytes_);
        if (isPersistent_) {
            constexpr GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
            glBufferStorage(GL_UNIFORM_BUFFER, size, nullptr, access);
            mapped_ = static_cast<std::byte*>(glMapBufferRange(GL_UNIFORM_BUFFER, 0, size, access));
        } else {
            glBufferData(GL_UNIFORM_BUFFER, size, nullptr, GL_STREAM_DRAW);
        }
        glBindBuffer(GL_UNIFORM_BUFFER, 0);
        if (const GLenum error = glGetError(); error != GL_NO_ERROR || (isPersistent_ && mapped_ == nullptr)) {
            regionBytes_ = 0;
            throw RenderError(fmt::format("OpenGL gave no memory for {} bytes of bone palettes (error 0x{:x})", bufferBytes_, error));
        }
        ++statistics.reallocations;

        texture_ = GlTexture();
        glBindTexture(GL_TEXTURE_BUFFER, texture_.name());
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer_.name());
        glBindTexture(GL_TEXTURE_BUFFER, 0);
    }

    void write(std::byte* target) const noexcept
    {
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const Entry& entry = entries_[i];
            std::byte* const start = target + layout.ranges()[i].offset;
            const std::size_t step = layout.ranges()[i].bytesPerBone;
            if (!entry.isSplit && !entry.palette.empty()) {
                std::memcpy(start, entry.palette.data(), entry.palette.size_bytes());
            }
            for (std::size_t bone = entry.isSplit ? 0 : entry.palette.size(); bone < entry.bones; ++bone) {
                writeBone(start + bone * step, bone < entry.palette.size() ? entry.palette[bone] : identityAffine(), entry.isSplit);
            }
        }
    }

    void writeToOrphan()
    {
        glBindBuffer(GL_UNIFORM_BUFFER, buffer_.name());
        GLboolean isIntact = GL_FALSE;
        // Unmapping may report that the contents were lost, for instance because the screen mode changed. They are then written again.
        for (int attempt = 0; attempt < 3 && isIntact == GL_FALSE; ++attempt) {
            glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(bufferBytes_), nullptr, GL_STREAM_DRAW);
            void* const target = glMapBufferRange(GL_UNIFORM_BUFFER, 0, static_cast<GLsizeiptr>(layout.getTotalBytes()),
                                                  GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
            if (target == nullptr) {
                break;
            }
            write(static_cast<std::byte*>(target));
            isIntact = glUnmapBuffer(GL_UNIFORM_BUFFER);
        }
        glBindBuffer(GL_UNIFORM_BUFFER, 0);
        if (isIntact == GL_FALSE) {
            throw RenderError(fmt::format("OpenGL could not map {} bytes of bone palettes", bufferBytes_));
        }
    }

    bool isPersistent_;
    const GlContext& context_;
    std::size_t textureTexels_;
    std::size_t storageBytes_;
    GlFences fences_;
    FrameRing ring_;
    GlBuffer buffer_{nullptr};
    GlTexture texture_{nullptr};
    std::byte* mapped_ = nullptr;
    std::size_t regionBytes_ = 0;
    std::size_t regionOffset_ = 0;
    std::size_t bufferBytes_ = 0;
    bool isRegionInUse_ = false;
    bool isUploaded_ = false;
    std::vector<Entry> entries_;
};

PaletteBuffer::PaletteBuffer(const GlContext& context) : implementation_(std::make_unique<Implementation>(context)) {}
PaletteBuffer::~PaletteBuffer() = default;

void PaletteBuffer::beginFrame() noexcept
{
    implementation_->beginFrame();
}

std::size_t PaletteBuffer::add(std::span<const Affine> palette, std::size_t minimumBones)
{
    return implementation_->add(palette, minimumBones, false);
}

std::size_t PaletteBuffer::addDualQuaternions(std::span<const Affine> palette, std::size_t minimumBones)
{
    return implementation_->add(palette, minimumBones, true);
}

void PaletteBuffer::upload()
{
    implementation_->upload();
}

void PaletteBuffer::bindRange(std::size_t range, unsigned int bindingPoint) const
{
    implementation_->bindRange(range, bindingPoint);
}

bool PaletteBuffer::fitsBlock(std::size_t range) const noexcept
{
    return implementation_->fitsBlock(range);
}

bool PaletteBuffer::fitsTexture(std::size_t range) const noexcept
{
    return implementation_->fitsTexture(range);
}

bool PaletteBuffer::fitsStorage(std::size_t range) const noexcept
{
    return implementation_->fitsStorage(range);
}

void PaletteBuffer::bindStorage(unsigned int bindingPoint) const noexcept
{
    implementation_->bindStorage(bindingPoint);
}

unsigned int PaletteBuffer::getTexture() const noexcept
{
    return implementation_->texture();
}

std::size_t PaletteBuffer::getFirstTexel(std::size_t range) const noexcept
{
    return implementation_->firstTexel(range);
}

void PaletteBuffer::endFrame()
{
    implementation_->endFrame();
}

std::size_t PaletteBuffer::getBlockBytes() const noexcept
{
    return implementation_->layout.getBlockBytes();
}

std::size_t PaletteBuffer::getBonesPerBlock() const noexcept
{
    return implementation_->layout.getBonesPerBlock();
}

const PaletteLayout& PaletteBuffer::getLayout() const noexcept
{
    return implementation_->layout;
}

const PaletteBuffer::Statistics& PaletteBuffer::getStatistics() const noexcept
{
    return implementation_->statistics;
}

}  // namespace armature
