#include "import/gltf/draco.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>
#include <fmt/format.h>

// KHR_draco_mesh_compression. The decoder believes the counts in the compressed data and takes memory for them; so they are compared here
// with what the glTF declares, which is charged, before it goes on.
namespace armature::gltf {

namespace {

// Connectivity takes the decoder about this much for a face: three corners in three tables of indices, and bits.
constexpr std::uint64_t bytesPerFace = 64;

/// What must come out, as the primitive's JSON says, and what may be taken for it.
struct Guard {
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;
    importing::MemoryBudget& budget;
    std::uint64_t charged = 0;
    bool isOverLimit = false;

    bool take(std::uint64_t bytes)
    {
        isOverLimit = !budget.charge(bytes);
        charged += isOverLimit ? 0 : bytes;
        return !isOverLimit;
    }
};

/// One of Draco's decoders, which stops where the compressed data ask for more than is expected.
template <class Decoder>
class GuardedDecoder final : public Decoder {
public:
    explicit GuardedDecoder(Guard& guard) : guard_(guard) {}

protected:
    bool DecodeConnectivity() override
    {
        constexpr bool isSequential = std::is_same_v<Decoder, draco::MeshSequentialDecoder>;
        draco::DecoderBuffer ahead = *this->buffer();
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        if (!draco::DecodeVarint(&first, &ahead) || !draco::DecodeVarint(&second, &ahead)) {
            return false;
        }
        // Sequential: faces, points. Edgebreaker: vertices before those at seams are doubled, faces.
        const std::uint64_t faces = isSequential ? first : second;
        const std::uint64_t vertices = isSequential ? second : first;
        return faces == guard_.faces && vertices <= guard_.vertices && guard_.take(faces * bytesPerFace) && Decoder::DecodeConnectivity();
    }

    // Here the attributes are known, but not yet decoded.
    bool DecodeAllAttributes() override
    {
        const draco::PointCloud& mesh = *this->point_cloud();
        std::uint64_t bytesPerVertex = 0;
        for (int index = 0; index < mesh.num_attributes(); ++index) {
            const draco::PointAttribute& attribute = *mesh.attribute(index);
            constexpr std::uint64_t portable = 4;  // decoded as integers first
            bytesPerVertex += std::uint64_t{attribute.num_components()} * (portable + sizeOfType(attribute.data_type()));
        }
        return guard_.take(bytesPerVertex * guard_.vertices) && Decoder::DecodeAllAttributes();
    }

private:
    static std::uint64_t sizeOfType(draco::DataType type) { return static_cast<std::uint64_t>(std::max(draco::DataTypeLength(type), 0)); }

    Guard& guard_;
};

template <class Decoder>
bool decodeWith(draco::DecoderBuffer& buffer, Guard& guard, draco::Mesh& outMesh)
{
    GuardedDecoder<Decoder> decoder(guard);
    return decoder.Decode(draco::DecoderOptions(), &buffer, &outMesh).ok();
}

bool decodeMesh(std::span<const std::byte> bytes, Guard& guard, draco::Mesh& outMesh)
{
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    draco::DecoderBuffer ahead = buffer;
    draco::DracoHeader header{};
    const bool isKnown = draco::PointCloudDecoder::DecodeHeader(&ahead, &header).ok() && header.encoder_type == draco::TRIANGULAR_MESH
                         && header.version_major == draco::kDracoMeshBitstreamVersionMajor
                         && header.version_minor == draco::kDracoMeshBitstreamVersionMinor;
    if (!isKnown) {
        return false;
    }
    switch (header.encoder_method) {
    case draco::MESH_SEQUENTIAL_ENCODING: return decodeWith<draco::MeshSequentialDecoder>(buffer, guard, outMesh);
    case draco::MESH_EDGEBREAKER_ENCODING: return decodeWith<draco::MeshEdgebreakerDecoder>(buffer, guard, outMesh);
    default: return false;
    }
}

template <class Component>
bool convertPoints(const draco::PointAttribute& attribute, std::uint32_t points, std::size_t components, std::span<std::byte> out)
{
    std::vector<Component> value(components);
    for (std::uint32_t point = 0; point < points; ++point) {
        const draco::AttributeValueIndex index = attribute.mapped_index(draco::PointIndex(point));
        if (!attribute.ConvertValue(index, static_cast<std::int8_t>(components), value.data())) {
            return false;
        }
        std::memcpy(out.data() + point * components * sizeof(Component), value.data(), components * sizeof(Component));
    }
    return true;
}

bool convertPoints(const draco::PointAttribute& attribute, std::uint32_t points, const Accessor& as, std::span<std::byte> out)
{
    switch (as.componentType) {
    case ComponentType::Byte: return convertPoints<std::int8_t>(attribute, points, as.components, out);
    case ComponentType::UnsignedByte: return convertPoints<std::uint8_t>(attribute, points, as.components, out);
    case ComponentType::Short: return convertPoints<std::int16_t>(attribute, points, as.components, out);
    case ComponentType::UnsignedShort: return convertPoints<std::uint16_t>(attribute, points, as.components, out);
    case ComponentType::UnsignedInt: return convertPoints<std::uint32_t>(attribute, points, as.components, out);
    case ComponentType::Float: return convertPoints<float>(attribute, points, as.components, out);
    }
    return false;
}

/// Decodes the mesh of one primitive and adds its accessors to the document.
class DracoPrimitive {
public:
    DracoPrimitive(Document& document, const Json& primitive, const Json& extension)
        : document_(document), primitive_(primitive), extension_(extension), guard_{.budget = document.budget}
    {}

    DracoAccessors decode(std::span<const std::byte> bytes)
    {
        const Json attributes = primitive_.require("attributes");
        const Json position = attributes.require("POSITION");
        const Json indices = primitive_.require("indices");
        const std::size_t indexAccessor = document_.accessorIndex(indices);
        guard_.vertices = document_.accessors[document_.accessorIndex(position)].count;
        guard_.faces = document_.accessors[indexAccessor].count / 3;
        decodeGuarded(bytes);
        DracoAccessors decoded;
        const Json compressed = extension_.require("attributes");
        compressed.forEachMember([&](std::string_view name, const Json& id) {
            if (const auto declared = attributes.find(name)) {
                decoded.attributes.emplace(name, addAttribute(document_.accessorIndex(*declared), id));
            }
        });
        decoded.indices = addIndices(indexAccessor);
        document_.budget.release(guard_.charged);
        return decoded;
    }

private:
    void decodeGuarded(std::span<const std::byte> bytes)
    {
        constexpr std::uint64_t most = 0xffffffff;
        const bool isSane = guard_.vertices <= most && guard_.faces <= most / 3;
        if (isSane && decodeMesh(bytes, guard_, mesh_) && mesh_.num_points() == guard_.vertices && mesh_.num_faces() == guard_.faces) {
            return;
        }
        if (guard_.isOverLimit) {
            extension_.refuse(
                fmt::format("needs more memory to decode than the {} bytes that the file justifies (ImportLimits::unbackedBytes "
                            "raises this)",
                            document_.budget.limit()));
        }
        extension_.refuse(
            fmt::format("does not decode to the {} vertices and {} triangles that the accessors declare", guard_.vertices, guard_.faces));
    }

    std::size_t addAttribute(std::size_t declared, const Json& id)
    {
        Accessor accessor = document_.accessors[declared];
        const auto* attribute =
            mesh_.GetAttributeByUniqueId(static_cast<std::uint32_t>(std::min<std::uint64_t>(id.asUnsigned(), 0xffffffffu)));
        if (attribute == nullptr) {
            id.refuse(fmt::format("is {}, but the compressed mesh has no attribute of that id", id.asUnsigned()));
        }
        if (accessor.count != guard_.vertices || !accessor.obstacle.empty() || attribute->num_components() != accessor.components) {
            id.refuse(fmt::format("is an attribute with {} components for {} vertices, which /accessors/{} does not describe",
                                  attribute->num_components(), guard_.vertices, declared));
        }
        accessor.stride = accessor.components * sizeOf(accessor.componentType);
        std::vector<std::byte> bytes(takeMemory(accessor.count * accessor.stride));
        if (!convertPoints(*attribute, mesh_.num_points(), accessor, bytes)) {
            id.refuse(fmt::format("has values that componentType {} cannot hold", static_cast<unsigned>(accessor.componentType)));
        }
        accessor.bytes = document_.keep(std::move(bytes));
        accessor.isInvented = false;
        document_.accessors.push_back(std::move(accessor));
        return document_.accessors.size() - 1;
    }

    std::size_t addIndices(std::size_t declared)
    {
        Accessor accessor = document_.accessors[declared];
        accessor.componentType = ComponentType::UnsignedInt;
        accessor.components = 1;
        accessor.count = guard_.faces * 3;
        accessor.stride = sizeof(std::uint32_t);
        accessor.sparse.reset();
        std::vector<std::byte> bytes(takeMemory(accessor.count * accessor.stride));
        for (std::uint32_t face = 0; face < mesh_.num_faces(); ++face) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t vertex = mesh_.face(draco::FaceIndex(face))[corner].value();
                std::memcpy(bytes.data() + (std::size_t{face} * 3 + corner) * sizeof vertex, &vertex, sizeof vertex);
            }
        }
        accessor.bytes = document_.keep(std::move(bytes));
        document_.accessors.push_back(std::move(accessor));
        return document_.accessors.size() - 1;
    }

    std::size_t takeMemory(std::uint64_t bytes)
    {
        document_.charge(bytes, extension_);
        document_.budget.addDecoded(bytes);
        return static_cast<std::size_t>(bytes);
    }

    Document& document_;
    const Json& primitive_;
    const Json& extension_;
    Guard guard_;
    draco::Mesh mesh_;
};

}  // namespace

DracoAccessors decodeDraco(Document& document, const Json& primitive)
{
    const auto extensions = primitive.findObject("extensions");
    const auto extension = extensions ? extensions->findObject("KHR_draco_mesh_compression") : std::nullopt;
    if (!extension) {
        return {};
    }
    const BufferView& view = document.views[extension->requireIndex("bufferView", document.views.size(), "bufferViews")];
    if (view.isInvented) {
        return {};  // the note about its buffer says so
    }
    return DracoPrimitive(document, primitive, *extension).decode(view.bytes);
}

}  // namespace armature::gltf
