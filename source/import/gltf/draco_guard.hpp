#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <draco/core/decoder_buffer.h>
#include <draco/mesh/mesh.h>

#include "import/memory_budget.hpp"

/// Draco's decoder believes most counts that the compressed data hold: it takes memory for them and loops over them. Here each count that the
/// file's size does not bound already is bounded before the decoder meets it.
namespace armature::gltf {

/// What must come out, as the primitive's JSON says, and what may be taken for it.
class DracoGuard {
public:
    DracoGuard(std::uint64_t vertexCount, std::uint64_t faceCount, importing::MemoryBudget& memoryBudget) noexcept
        : vertices(vertexCount), faces(faceCount), budget_(memoryBudget)
    {}

    const std::uint64_t vertices;
    const std::uint64_t faces;

    /// False where the file does not justify so many bytes; then the mesh is over the limit.
    [[nodiscard]] bool take(std::uint64_t bytes) noexcept
    {
        isOverLimit_ = !budget_.charge(bytes);
        return !isOverLimit_;
    }

    /// The tables of the entropy coder that `ahead` has before coded symbols. False where they are not what an encoder writes.
    [[nodiscard]] bool takeSymbolTables(draco::DecoderBuffer ahead) noexcept;

    [[nodiscard]] bool isOverLimit() const noexcept { return isOverLimit_; }

private:
    importing::MemoryBudget& budget_;
    bool isOverLimit_ = false;
};

/// Decodes a triangle mesh. False if it is none, or not the one that `guard` expects.
[[nodiscard]] bool decodeGuarded(std::span<const std::byte> bytes, DracoGuard& guard, draco::Mesh& outMesh);

}  // namespace armature::gltf
