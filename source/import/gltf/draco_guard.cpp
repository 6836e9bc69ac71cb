#include "import/gltf/draco_guard.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <draco/compression/attributes/linear_sequencer.h>
#include <draco/compression/bit_coders/rans_bit_decoder.h>
#include <draco/compression/entropy/rans_symbol_coding.h>
#include <draco/compression/entropy/symbol_decoding.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/compression/mesh/traverser/depth_first_traverser.h>
#include <draco/compression/mesh/traverser/max_prediction_degree_traverser.h>
#include <draco/compression/mesh/traverser/mesh_attribute_indices_encoding_observer.h>
#include <draco/compression/mesh/traverser/mesh_traversal_sequencer.h>
#include <draco/core/varint_decoding.h>

namespace armature::gltf {

namespace {

// Approximate memory that the decoder needs for connectivity. Each face takes three corners in each of three tables of indices, and some
// bits. Each set of attributes with seams of its own takes another table of corners and one of vertices.
constexpr std::uint64_t bytesPerFace = 64;
constexpr std::uint64_t bytesPerFaceAndSeams = 48;
constexpr std::uint64_t bytesPerVertex = 24;

/// Skips a number encoded with variable length. Returns false if it is invalid.
bool skipVarint(draco::DecoderBuffer& buffer)
{
    std::uint32_t value = 0;
    return draco::DecodeVarint(&value, &buffer);
}

bool skipBytes(draco::DecoderBuffer& buffer, std::int64_t count)
{
    if (count > buffer.remaining_size()) {
        return false;
    }
    buffer.Advance(count);
    return true;
}

bool skipName(draco::DecoderBuffer& buffer)
{
    std::uint8_t length = 0;
    return buffer.Decode(&length) && skipBytes(buffer, length);
}

/// Skips the entries of one metadata block, and adds the number of its nested blocks to `open`. Returns false if the block is invalid.
bool skipEntries(draco::DecoderBuffer& buffer, std::uint64_t& open)
{
    std::uint32_t entries = 0;
    if (!draco::DecodeVarint(&entries, &buffer)) {
        return false;
    }
    for (std::uint32_t entry = 0; entry < entries; ++entry) {
        std::uint32_t size = 0;
        if (!skipName(buffer) || !draco::DecodeVarint(&size, &buffer) || !skipBytes(buffer, size)) {
            return false;
        }
    }
    std::uint32_t nested = 0;
    const bool isRead = draco::DecodeVarint(&nested, &buffer);
    open += nested;
    return isRead;
}

/// Skips the metadata of a mesh, which the importer does not use. Draco's decoder would allocate an entry for every block declared as
/// nested, at every level. Returns false if the metadata are invalid.
bool skipMetadata(draco::DecoderBuffer& buffer)
{
    std::uint32_t ofAttributes = 0;
    if (!draco::DecodeVarint(&ofAttributes, &buffer)) {
        return false;
    }
    for (std::uint64_t part = 0; part <= ofAttributes; ++part) {  // the last part belongs to the mesh itself and has no attribute id
        std::uint64_t open = 0;
        if ((part < ofAttributes && !skipVarint(buffer)) || !skipEntries(buffer, open)) {
            return false;
        }
        for (; open > 0; --open) {
            if (!skipName(buffer) || !skipEntries(buffer, open)) {
                return false;
            }
        }
    }
    return true;
}

/// The order in which the values of a connected mesh were written. It is built on demand, because the decoder learns only later which table
/// of corners applies.
class TraversalSequencer final : public draco::PointsSequencer {
public:
    TraversalSequencer(draco::MeshEdgebreakerDecoder& decoder, int attributesDecoder, bool isPerCorner, bool isByDegree)
        : decoder_(decoder), attributesDecoder_(attributesDecoder), isPerCorner_(isPerCorner), isByDegree_(isByDegree)
    {}

    bool UpdatePointToAttributeIndexMapping(draco::PointAttribute* attribute) override
    {
        return inner_->UpdatePointToAttributeIndexMapping(attribute);
    }

protected:
    bool GenerateSequenceInternal() override
    {
        using draco::CornerTable;
        using draco::MeshAttributeCornerTable;
        using OfVertices = draco::MeshAttributeIndicesEncodingObserver<CornerTable>;
        using OfCorners = draco::MeshAttributeIndicesEncodingObserver<MeshAttributeCornerTable>;
        const int attribute = decoder_.attributes_decoder(attributesDecoder_)->GetAttributeId(0);
        if (isPerCorner_) {
            make<draco::DepthFirstTraverser<MeshAttributeCornerTable, OfCorners>>(decoder_.GetAttributeCornerTable(attribute), attribute);
        } else if (isByDegree_) {
            make<draco::MaxPredictionDegreeTraverser<CornerTable, OfVertices>>(decoder_.GetCornerTable(), attribute);
        } else {
            make<draco::DepthFirstTraverser<CornerTable, OfVertices>>(decoder_.GetCornerTable(), attribute);
        }
        return inner_ != nullptr && inner_->GenerateSequence(out_point_ids());
    }

private:
    template <class Traverser>
    void make(const typename Traverser::CornerTable* corners, int attribute)
    {
        if (corners == nullptr) {
            return;
        }
        // These data belong to the decoder. Its interface returns them as const, but the sequencer has to fill them.
        auto* encoding = const_cast<draco::MeshAttributeIndicesEncodingData*>(decoder_.GetAttributeEncodingData(attribute));
        auto sequencer = std::make_unique<draco::MeshTraversalSequencer<Traverser>>(decoder_.mesh(), encoding);
        Traverser traverser;
        traverser.Init(corners, typename Traverser::TraversalObserver(corners, decoder_.mesh(), sequencer.get(), encoding));
        sequencer->SetTraverser(traverser);
        inner_ = std::move(sequencer);
    }

    draco::MeshEdgebreakerDecoder& decoder_;
    int attributesDecoder_;
    bool isPerCorner_;
    bool isByDegree_;
    std::unique_ptr<draco::PointsSequencer> inner_;
};

/// Checks the number of points and charges for the attributes, whose values are not decoded yet. Returns false if the number is wrong or
/// the budget is exceeded. GuardedSequential and GuardedEdgebreaker use it.
bool takeAttributes(draco::PointCloudDecoder& decoder, DracoGuard& guard)
{
    const draco::PointCloud& mesh = *decoder.point_cloud();
    if (mesh.num_points() != guard.vertices) {
        return false;
    }
    std::uint64_t bytesOfPoint = 0;
    for (int index = 0; index < mesh.num_attributes(); ++index) {
        const draco::PointAttribute& attribute = *mesh.attribute(index);
        const auto size = static_cast<std::uint64_t>(std::max(draco::DataTypeLength(attribute.data_type()), 0));
        constexpr std::uint64_t portable = 4;  // values are first decoded as 32-bit integers
        bytesOfPoint += std::uint64_t{attribute.num_components()} * (portable + size) + sizeof(draco::AttributeValueIndex);
    }
    const auto count = static_cast<std::uint64_t>(mesh.num_attributes());
    return guard.take(bytesOfPoint * guard.vertices + count * guard.faces);  // decoding visits every face once per attribute
}

class GuardedSequential final : public draco::MeshSequentialDecoder {
public:
    explicit GuardedSequential(DracoGuard& guard) : guard_(guard) {}

protected:
    bool DecodeConnectivity() override
    {
        draco::DecoderBuffer ahead = *buffer();
        std::uint32_t faces = 0;
        std::uint32_t points = 0;
        std::uint8_t isPlain = 0;
        return draco::DecodeVarint(&faces, &ahead) && draco::DecodeVarint(&points, &ahead) && ahead.Decode(&isPlain)
               && faces == guard_.faces && points <= guard_.vertices && guard_.take(std::uint64_t{faces} * bytesPerFace)
               && (isPlain != 0 || guard_.takeSymbolTables(ahead)) && MeshSequentialDecoder::DecodeConnectivity();
    }

    bool CreateAttributesDecoder(std::int32_t id) override
    {
        auto sequencer = std::make_unique<draco::LinearSequencer>(static_cast<std::int32_t>(point_cloud()->num_points()));
        return SetAttributesDecoder(id, std::make_unique<GuardedAttributes>(std::move(sequencer), guard_));
    }

    bool DecodeAllAttributes() override { return takeAttributes(*this, guard_) && MeshSequentialDecoder::DecodeAllAttributes(); }

private:
    DracoGuard& guard_;
};

class GuardedEdgebreaker final : public draco::MeshEdgebreakerDecoder {
public:
    explicit GuardedEdgebreaker(DracoGuard& guard) : guard_(guard) {}

protected:
    bool InitializeDecoder() override
    {
        draco::DecoderBuffer ahead = *buffer();
        return ahead.Decode(&traversal_) && MeshEdgebreakerDecoder::InitializeDecoder();
    }

    bool DecodeConnectivity() override
    {
        draco::DecoderBuffer ahead = *buffer();
        std::uint32_t vertices = 0;  // before vertices are duplicated at seams
        std::uint32_t faces = 0;
        std::uint8_t seams = 0;
        std::uint32_t symbols = 0;
        std::uint32_t splits = 0;  // each split temporarily adds a vertex
        return draco::DecodeVarint(&vertices, &ahead) && draco::DecodeVarint(&faces, &ahead) && ahead.Decode(&seams)
               && draco::DecodeVarint(&symbols, &ahead) && draco::DecodeVarint(&splits, &ahead) && faces == guard_.faces
               && vertices <= guard_.vertices && splits <= symbols && symbols <= faces
               && guard_.take(faces * (bytesPerFace + seams * bytesPerFaceAndSeams)
                              + (std::uint64_t{vertices} + splits) * (seams + 1u) * bytesPerVertex)
               && (traversal_ != draco::MESH_EDGEBREAKER_VALENCE_ENCODING || takeContexts(ahead, seams))
               && MeshEdgebreakerDecoder::DecodeConnectivity();
    }

    // Calls Draco's implementation, which records which decoder uses which table, and then replaces the decoder that it made.
    bool CreateAttributesDecoder(std::int32_t id) override
    {
        draco::DecoderBuffer ahead = *buffer();
        std::int8_t table = 0;
        std::uint8_t element = 0;
        std::uint8_t traversal = 0;
        if (!ahead.Decode(&table) || !ahead.Decode(&element) || !ahead.Decode(&traversal)
            || !MeshEdgebreakerDecoder::CreateAttributesDecoder(id)) {
            return false;
        }
        auto sequencer = std::make_unique<TraversalSequencer>(*this, id, element != draco::MESH_VERTEX_ATTRIBUTE,
                                                              traversal == draco::MESH_TRAVERSAL_PREDICTION_DEGREE);
        return SetAttributesDecoder(id, std::make_unique<GuardedAttributes>(std::move(sequencer), guard_));
    }

    bool DecodeAllAttributes() override { return takeAttributes(*this, guard_) && MeshEdgebreakerDecoder::DecodeAllAttributes(); }

private:
    /// Checks the symbol coders of the valence encoding, which has one coder for each of the vertex valences from 2 to 7. `ahead` is at the
    /// topology's splits, which precede the coders.
    bool takeContexts(draco::DecoderBuffer ahead, std::uint8_t seams)
    {
        constexpr int contexts = 6;
        std::uint32_t splits = 0;
        if (!draco::DecodeVarint(&splits, &ahead) || splits > guard_.faces) {
            return false;
        }
        for (std::uint32_t split = 0; split < splits; ++split) {
            for (int number = 0; number < 2; ++number) {
                if (!skipVarint(ahead)) {
                    return false;
                }
            }
        }
        if (!skipBytes(ahead, (std::int64_t{splits} + 7) / 8)) {  // one bit for the edge of each split
            return false;
        }
        for (int coder = 0; coder <= seams; ++coder) {  // the coder of the start faces, then one for each set of seams
            draco::RAnsBitDecoder bits;
            if (!bits.StartDecoding(&ahead)) {
                return false;
            }
        }
        std::vector<std::uint32_t> symbols;
        for (int context = 0; context < contexts; ++context) {
            std::uint32_t count = 0;
            if (!draco::DecodeVarint(&count, &ahead) || count > guard_.faces) {
                return false;
            }
            symbols.resize(count);
            if (count > 0 && !(guard_.takeSymbolTables(ahead) && draco::DecodeSymbols(count, 1, &ahead, symbols.data()))) {
                return false;
            }
        }
        return true;
    }

    DracoGuard& guard_;
    std::uint8_t traversal_ = 0;
};

/// Decodes the mesh in `bytes`, header included.
bool decodeMesh(std::span<const char> bytes, std::uint8_t method, DracoGuard& guard, draco::Mesh& outMesh)
{
    draco::DecoderBuffer buffer;
    buffer.Init(bytes.data(), bytes.size());
    switch (method) {
    case draco::MESH_SEQUENTIAL_ENCODING: return GuardedSequential(guard).Decode(draco::DecoderOptions(), &buffer, &outMesh).ok();
    case draco::MESH_EDGEBREAKER_ENCODING: return GuardedEdgebreaker(guard).Decode(draco::DecoderOptions(), &buffer, &outMesh).ok();
    default: return false;
    }
}

}  // namespace

bool DracoGuard::takeSymbolTables(draco::DecoderBuffer ahead) noexcept
{
    constexpr int bitsOfTags = 5;
    constexpr std::uint32_t mostSymbols = 1u << 18;  // limit: encoders code larger values in another way
    constexpr std::uint64_t bytesOfSymbol = 12;
    std::uint8_t coding = 0;
    std::uint8_t bits = bitsOfTags;
    std::uint32_t symbols = 0;
    if (!ahead.Decode(&coding) || (coding == draco::SYMBOL_CODING_RAW && !ahead.Decode(&bits)) || bits > 18
        || !draco::DecodeVarint(&symbols, &ahead) || symbols > mostSymbols) {
        return false;
    }
    const std::uint64_t steps = std::uint64_t{1} << draco::ComputeRAnsPrecisionFromUniqueSymbolsBitLength(bits);
    return take(steps * sizeof(std::uint32_t) + symbols * bytesOfSymbol);
}

bool decodeGuarded(std::span<const std::byte> bytes, DracoGuard& guard, draco::Mesh& outMesh)
{
    const std::span<const char> text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    draco::DecoderBuffer ahead;
    ahead.Init(text.data(), text.size());
    draco::DracoHeader header{};
    const bool isKnown = draco::PointCloudDecoder::DecodeHeader(&ahead, &header).ok() && header.encoder_type == draco::TRIANGULAR_MESH
                         && header.version_major == draco::kDracoMeshBitstreamVersionMajor
                         && header.version_minor == draco::kDracoMeshBitstreamVersionMinor;
    if (!isKnown || (header.flags & METADATA_FLAG_MASK) == 0) {
        return isKnown && decodeMesh(text, header.encoder_method, guard, outMesh);
    }
    const auto headerSize = static_cast<std::size_t>(ahead.decoded_size());
    if (!skipMetadata(ahead) || !guard.take(text.size())) {
        return false;
    }
    std::vector<char> without(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(headerSize));
    // Clears the flags, which are at the end of the header. The metadata flag is the only one.
    std::fill(std::prev(without.end(), sizeof header.flags), without.end(), '\0');
    without.insert(without.end(), ahead.data_head(), ahead.data_head() + ahead.remaining_size());
    return decodeMesh(without, header.encoder_method, guard, outMesh);
}

}  // namespace armature::gltf
