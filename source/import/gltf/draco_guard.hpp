#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <draco/compression/attributes/points_sequencer.h>
#include <draco/compression/attributes/sequential_attribute_decoders_controller.h>
#include <draco/core/decoder_buffer.h>
#include <draco/mesh/mesh.h>

#include "import/memory_budget.hpp"

/// Guards against hostile data. Draco's decoder trusts most counts in the compressed data: it allocates memory and loops accordingly. The
/// guards check each count that the file's size does not already limit, before the decoder uses it.
namespace armature::gltf {

/// The expected size of a mesh, from the primitive's JSON, and the memory budget.
class DracoGuard {
public:
    DracoGuard(std::uint64_t vertexCount, std::uint64_t faceCount, importing::MemoryBudget& memoryBudget) noexcept
        : vertices(vertexCount), faces(faceCount), budget_(memoryBudget)
    {}

    const std::uint64_t vertices;
    const std::uint64_t faces;

    /// Charges memory. Returns false if the budget does not allow it; isOverLimit() then returns true.
    [[nodiscard]] bool take(std::uint64_t bytes) noexcept
    {
        isOverLimit_ = !budget_.charge(bytes);
        return !isOverLimit_;
    }

    /// Charges for the entropy coder's tables, which precede the coded symbols at `ahead`. Returns false if they exceed the budget or are
    /// not of the form that encoders write.
    [[nodiscard]] bool takeSymbolTables(draco::DecoderBuffer ahead) noexcept;

    [[nodiscard]] bool isOverLimit() const noexcept { return isOverLimit_; }

private:
    importing::MemoryBudget& budget_;
    bool isOverLimit_ = false;
};

/// Decodes a triangle mesh. Returns false if the data cannot be decoded as one, or exceed the sizes or the budget of `guard`.
[[nodiscard]] bool decodeGuarded(std::span<const std::byte> bytes, DracoGuard& guard, draco::Mesh& outMesh);

/// Decodes attributes that share a sequence of points. Checks each count first (see the top of this file).
class GuardedAttributes final : public draco::SequentialAttributeDecodersController {
public:
    GuardedAttributes(std::unique_ptr<draco::PointsSequencer> sequencer, DracoGuard& guard)
        : SequentialAttributeDecodersController(std::move(sequencer)), guard_(guard)
    {}

    bool DecodeAttributesDecoderData(draco::DecoderBuffer* buffer) override;

protected:
    std::unique_ptr<draco::SequentialAttributeDecoder> CreateSequentialDecoder(std::uint8_t type) override;

private:
    DracoGuard& guard_;
};

}  // namespace armature::gltf
