#include "import/gltf/draco_guard.hpp"

#include <draco/compression/attributes/sequential_quantization_attribute_decoder.h>
#include <draco/core/varint_decoding.h>

namespace armature::gltf {

namespace {

// Limit for the number of attributes of a mesh: each costs a table of the entropy coder and searches among the other attributes. Real
// primitives have about a dozen at most.
constexpr int mostAttributes = 255;

using Scheme = draco::PredictionSchemeTypedDecoderInterface<std::int32_t>;

/// Guards the prediction of texture coordinates: refuses more than one orientation per corner, while Draco's decoder accepts any number.
class GuardedTextureCoordinates final : public Scheme {
public:
    GuardedTextureCoordinates(std::unique_ptr<Scheme> scheme, std::uint64_t corners) : scheme_(std::move(scheme)), corners_(corners) {}

    bool DecodePredictionData(draco::DecoderBuffer* buffer) override
    {
        draco::DecoderBuffer ahead = *buffer;
        std::uint32_t orientations = 0;
        const bool isRead = GetPredictionMethod() == draco::MESH_PREDICTION_TEX_COORDS_PORTABLE
                                ? ahead.Decode(&orientations)
                                : draco::DecodeVarint(&orientations, &ahead);
        return isRead && orientations <= corners_ && scheme_->DecodePredictionData(buffer);
    }

    bool ComputeOriginalValues(const std::int32_t* corrections, std::int32_t* out, int size, int components,
                               const draco::PointIndex* points) override
    {
        return scheme_->ComputeOriginalValues(corrections, out, size, components, points);
    }
    draco::PredictionSchemeMethod GetPredictionMethod() const override { return scheme_->GetPredictionMethod(); }
    const draco::PointAttribute* GetAttribute() const override { return scheme_->GetAttribute(); }
    bool IsInitialized() const override { return scheme_->IsInitialized(); }
    int GetNumParentAttributes() const override { return scheme_->GetNumParentAttributes(); }
    draco::GeometryAttribute::Type GetParentAttributeType(int parent) const override { return scheme_->GetParentAttributeType(parent); }
    bool SetParentAttribute(const draco::PointAttribute* attribute) override { return scheme_->SetParentAttribute(attribute); }
    bool AreCorrectionsPositive() override { return scheme_->AreCorrectionsPositive(); }
    draco::PredictionSchemeTransformType GetTransformType() const override { return scheme_->GetTransformType(); }

private:
    std::unique_ptr<Scheme> scheme_;
    std::uint64_t corners_;
};

/// Whether the numbers of the prediction method and of the transform for an attribute's values are known. Draco's decoder does not check
/// them.
bool isPredictionKnown(draco::DecoderBuffer ahead)
{
    std::int8_t method = 0;
    std::int8_t transform = 0;
    if (!ahead.Decode(&method) || method < draco::PREDICTION_NONE || method >= draco::NUM_PREDICTION_SCHEMES) {
        return false;
    }
    return method == draco::PREDICTION_NONE
           || (ahead.Decode(&transform) && transform >= draco::PREDICTION_TRANSFORM_NONE
               && transform < draco::NUM_PREDICTION_SCHEME_TRANSFORM_TYPES);
}

/// Checks the data before coded integers: the flag that says whether they are compressed and, if they are, the entropy coder's tables.
bool takeIntegers(draco::DecoderBuffer ahead, DracoGuard& guard)
{
    std::uint8_t isCompressed = 0;
    return ahead.Decode(&isCompressed) && (isCompressed == 0 || guard.takeSymbolTables(ahead));
}

/// One of Draco's decoders of integers, extended to check the entropy coder's tables and the prediction data first.
template <class Decoder>
class GuardedValues final : public Decoder {
public:
    explicit GuardedValues(DracoGuard& guard) : guard_(guard) {}

protected:
    bool DecodeValues(const std::vector<draco::PointIndex>& points, draco::DecoderBuffer* buffer) override
    {
        return isPredictionKnown(*buffer) && Decoder::DecodeValues(points, buffer);
    }

    bool DecodeIntegerValues(const std::vector<draco::PointIndex>& points, draco::DecoderBuffer* buffer) override
    {
        return takeIntegers(*buffer, guard_) && Decoder::DecodeIntegerValues(points, buffer);
    }

    std::unique_ptr<Scheme> CreateIntPredictionScheme(draco::PredictionSchemeMethod method,
                                                      draco::PredictionSchemeTransformType transform) override
    {
        auto scheme = Decoder::CreateIntPredictionScheme(method, transform);
        const bool hasOrientations = scheme != nullptr
                                     && (scheme->GetPredictionMethod() == draco::MESH_PREDICTION_TEX_COORDS_PORTABLE
                                         || scheme->GetPredictionMethod() == draco::MESH_PREDICTION_TEX_COORDS_DEPRECATED);
        if (hasOrientations) {
            return std::make_unique<GuardedTextureCoordinates>(std::move(scheme), guard_.faces * 3);
        }
        return scheme;
    }

private:
    DracoGuard& guard_;
};

/// Draco's decoder of normals, extended to check the entropy coder's tables first. Its prediction stores no counts, so it needs no other
/// check. The decoder is wrapped because installed packages lack headers that a derived class would need.
class GuardedNormals final : public draco::SequentialAttributeDecoder {
public:
    GuardedNormals(std::unique_ptr<SequentialAttributeDecoder> decoder, DracoGuard& guard) : decoder_(std::move(decoder)), guard_(guard) {}

    bool Init(draco::PointCloudDecoder* decoder, int attribute) override
    {
        return SequentialAttributeDecoder::Init(decoder, attribute) && decoder_->Init(decoder, attribute);
    }

    bool DecodePortableAttribute(const std::vector<draco::PointIndex>& points, draco::DecoderBuffer* buffer) override
    {
        draco::DecoderBuffer ahead = *buffer;
        std::int8_t method = 0;
        std::int8_t transform = 0;
        return ahead.Decode(&method) && (method == draco::PREDICTION_NONE || ahead.Decode(&transform)) && takeIntegers(ahead, guard_)
               && decoder_->DecodePortableAttribute(points, buffer);
    }

    bool DecodeDataNeededByPortableTransform(const std::vector<draco::PointIndex>& points, draco::DecoderBuffer* buffer) override
    {
        return decoder_->DecodeDataNeededByPortableTransform(points, buffer);
    }

    bool TransformAttributeToOriginalFormat(const std::vector<draco::PointIndex>& points) override
    {
        return decoder_->TransformAttributeToOriginalFormat(points);
    }

private:
    std::unique_ptr<SequentialAttributeDecoder> decoder_;
    DracoGuard& guard_;
};

}  // namespace

bool GuardedAttributes::DecodeAttributesDecoderData(draco::DecoderBuffer* buffer)
{
    draco::DecoderBuffer ahead = *buffer;
    std::uint32_t count = 0;
    const auto before = static_cast<std::uint32_t>(GetDecoder()->point_cloud()->num_attributes());
    return draco::DecodeVarint(&count, &ahead) && before <= mostAttributes && count <= mostAttributes - before
           && SequentialAttributeDecodersController::DecodeAttributesDecoderData(buffer);
}

std::unique_ptr<draco::SequentialAttributeDecoder> GuardedAttributes::CreateSequentialDecoder(std::uint8_t type)
{
    switch (type) {
    case draco::SEQUENTIAL_ATTRIBUTE_ENCODER_INTEGER:
        return std::make_unique<GuardedValues<draco::SequentialIntegerAttributeDecoder>>(guard_);
    case draco::SEQUENTIAL_ATTRIBUTE_ENCODER_QUANTIZATION:
        return std::make_unique<GuardedValues<draco::SequentialQuantizationAttributeDecoder>>(guard_);
    default: break;
    }
    auto decoder = SequentialAttributeDecodersController::CreateSequentialDecoder(type);
    if (decoder != nullptr && type == draco::SEQUENTIAL_ATTRIBUTE_ENCODER_NORMALS) {
        return std::make_unique<GuardedNormals>(std::move(decoder), guard_);
    }
    return decoder;
}

}  // namespace armature::gltf
