#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace armature {

/// The source of FrameRing's fences: OpenGL, or a test.
class FenceSource {
public:
    using Fence = void*;

    virtual ~FenceSource() = default;
    /// Places a fence that is signalled once the GPU has executed all earlier commands. Returns null if no fence can be made.
    virtual Fence place() noexcept = 0;
    /// Waits for the fence. Returns true if it had to wait.
    virtual bool wait(Fence fence) noexcept = 0;
    virtual void remove(Fence fence) noexcept = 0;
};

/// Rotates through the regions of a mapped buffer. No region is written again before the GPU has read it.
class FrameRing final {
public:
    static constexpr std::size_t regionCount = 3;

    explicit FrameRing(FenceSource& fences) noexcept : fences_(fences) {}
    ~FrameRing() { forget(); }
    FrameRing(const FrameRing&) = delete;
    FrameRing& operator=(const FrameRing&) = delete;

    /// Returns the region to write in this frame, after waiting until the GPU no longer reads it. Returns the same region until release().
    std::size_t acquire() noexcept
    {
        if (FenceSource::Fence& fence = pending_[current_]; fence != nullptr) {
            if (fences_.wait(fence)) {
                ++waits_;
            }
            fences_.remove(fence);
            fence = nullptr;
        }
        return current_;
    }

    /// Guards the current region with a fence and moves on to the next region. Call after the last command that reads the current region.
    void release() noexcept
    {
        if (pending_[current_] != nullptr) {
            fences_.remove(pending_[current_]);
        }
        pending_[current_] = fences_.place();
        current_ = (current_ + 1) % regionCount;
    }

    /// Forgets the fences, for a new buffer that the GPU has not used yet.
    void forget() noexcept
    {
        for (FenceSource::Fence& fence : pending_) {
            if (fence != nullptr) {
                fences_.remove(fence);
                fence = nullptr;
            }
        }
        current_ = 0;
    }

    [[nodiscard]] std::uint64_t waits() const noexcept { return waits_; }

private:
    FenceSource& fences_;
    std::array<FenceSource::Fence, regionCount> pending_{};
    std::size_t current_ = 0;
    std::uint64_t waits_ = 0;
};

}  // namespace armature
