#pragma once

#include <memory>
#include <utility>

#include <draco/compression/attributes/points_sequencer.h>
#include <draco/compression/attributes/sequential_attribute_decoders_controller.h>

#include "import/gltf/draco_guard.hpp"

namespace armature::gltf {

/// Decodes the attributes that share a sequence of points, each count checked first (see draco_guard.hpp).
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
