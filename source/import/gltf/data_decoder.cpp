#include "import/gltf/data_decoder.hpp"

#include <cstring>

#include <draco/mesh/mesh.h>
#include <meshoptimizer.h>

#include "import/gltf/draco_guard.hpp"

// Decoding for KHR_draco_mesh_compression and EXT_meshopt_compression. The JSON that describes the data is read elsewhere. Meshoptimizer's
// decoders are safe for untrusted bytes, but only with parameters that the extension allows.
namespace armature::gltf {

namespace {

template <class Component>
bool convertPoints(const draco::PointAttribute& attribute, std::uint32_t points, std::size_t components, std::byte* out)
{
    std::vector<Component> value(components);
    for (std::uint32_t point = 0; point < points; ++point) {
        const draco::AttributeValueIndex index = attribute.mapped_index(draco::PointIndex(point));
        if (!attribute.ConvertValue(index, static_cast<std::int8_t>(components), value.data())) {
            return false;
        }
        std::memcpy(out + point * components * sizeof(Component), value.data(), components * sizeof(Component));
    }
    return true;
}

bool convertPoints(const draco::PointAttribute& attribute, std::uint32_t points, const DracoWish& wish, std::byte* out)
{
    switch (wish.type) {
    case ComponentType::Byte: return convertPoints<std::int8_t>(attribute, points, wish.components, out);
    case ComponentType::UnsignedByte: return convertPoints<std::uint8_t>(attribute, points, wish.components, out);
    case ComponentType::Short: return convertPoints<std::int16_t>(attribute, points, wish.components, out);
    case ComponentType::UnsignedShort: return convertPoints<std::uint16_t>(attribute, points, wish.components, out);
    case ComponentType::UnsignedInt: return convertPoints<std::uint32_t>(attribute, points, wish.components, out);
    case ComponentType::Float: return convertPoints<float>(attribute, points, wish.components, out);
    }
    return false;
}

std::uint64_t bytesOfWish(const DracoWish& wish, const DracoRequest& request) noexcept
{
    return request.vertices * wish.components * sizeOf(wish.type);
}

std::uint64_t bytesOfIndices(const DracoRequest& request) noexcept
{
    return request.faces * 3 * sizeof(std::uint32_t);
}

/// Appends the answer for a requested attribute, with its converted values if there are any. Returns false if they exceed the budget.
bool appendValues(const draco::Mesh& mesh, const DracoWish& wish, const DracoRequest& request, DracoGuard& guard, DracoMesh& out)
{
    DracoAttribute& answer = out.attributes.emplace_back();
    const draco::PointAttribute* const attribute = mesh.GetAttributeByUniqueId(wish.id);
    if (attribute == nullptr) {
        return true;
    }
    answer.isThere = true;
    answer.components = static_cast<std::uint32_t>(attribute->num_components());
    if (answer.components != wish.components) {
        return true;
    }
    const std::uint64_t size = bytesOfWish(wish, request);
    if (!guard.take(size)) {
        return false;
    }
    const std::size_t begin = out.bytes.size();
    out.bytes.resize(begin + static_cast<std::size_t>(size));
    answer.isConverted = convertPoints(*attribute, mesh.num_points(), wish, out.bytes.data() + begin);
    if (!answer.isConverted) {
        out.bytes.resize(begin);
    }
    return true;
}

bool appendIndices(const draco::Mesh& mesh, const DracoRequest& request, DracoGuard& guard, DracoMesh& out)
{
    const std::uint64_t size = bytesOfIndices(request);
    if (!guard.take(size)) {
        return false;
    }
    std::size_t at = out.bytes.size();
    out.bytes.resize(at + static_cast<std::size_t>(size));
    for (std::uint32_t face = 0; face < mesh.num_faces(); ++face) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t vertex = mesh.face(draco::FaceIndex(face))[corner].value();
            std::memcpy(out.bytes.data() + at, &vertex, sizeof vertex);
            at += sizeof vertex;
        }
    }
    return true;
}

// The filters process groups of four elements and need memory for whole groups.
constexpr std::size_t filterGroup = 4;

bool decodeBuffer(std::span<const std::byte> compressed, const MeshoptRequest& request, std::span<std::byte> out)
{
    const auto* const bytes = reinterpret_cast<const unsigned char*>(compressed.data());
    switch (request.mode) {
    case MeshoptMode::Attributes:
        return meshopt_decodeVertexBuffer(out.data(), request.count, request.stride, bytes, compressed.size()) == 0;
    case MeshoptMode::Triangles: return meshopt_decodeIndexBuffer(out.data(), request.count, request.stride, bytes, compressed.size()) == 0;
    case MeshoptMode::Indices: return meshopt_decodeIndexSequence(out.data(), request.count, request.stride, bytes, compressed.size()) == 0;
    }
    return false;
}

void applyFilter(const MeshoptRequest& request, std::span<std::byte> out)
{
    const std::size_t padded = (request.count + filterGroup - 1) / filterGroup * filterGroup;
    switch (request.filter) {
    case MeshoptFilter::None: return;
    case MeshoptFilter::Octahedral: meshopt_decodeFilterOct(out.data(), padded, request.stride); return;
    case MeshoptFilter::Quaternion: meshopt_decodeFilterQuat(out.data(), padded, request.stride); return;
    case MeshoptFilter::Exponential: meshopt_decodeFilterExp(out.data(), padded, request.stride); return;
    }
}

}  // namespace

DracoMesh DataDecoder::decodeDraco(std::span<const std::byte> bytes, const DracoRequest& request, importing::MemoryBudget& budget)
{
    constexpr std::uint64_t most = 0xffffffff;
    DracoGuard guard(request.vertices, request.faces, budget);
    draco::Mesh mesh;
    DracoMesh out;
    const bool isDecoded = request.vertices <= most && request.faces <= most / 3 && decodeGuarded(bytes, guard, mesh)
                           && mesh.num_points() == request.vertices && mesh.num_faces() == request.faces;
    bool isAffordable = !guard.isOverLimit();
    if (isDecoded) {
        for (const DracoWish& wish : request.attributes) {
            isAffordable = isAffordable && appendValues(mesh, wish, request, guard, out);
        }
        isAffordable = isAffordable && appendIndices(mesh, request, guard, out);
    }
    if (isDecoded && isAffordable) {
        out.outcome = DracoOutcome::Decoded;
        return out;
    }
    return {.outcome = isAffordable ? DracoOutcome::NotThisMesh : DracoOutcome::TooMuchMemory};
}

std::optional<std::vector<std::byte>> DataDecoder::decodeMeshopt(std::span<const std::byte> bytes, const MeshoptRequest& request)
{
    const auto size = static_cast<std::size_t>(request.count * request.stride);
    std::vector<std::byte> out(size + filterGroup * static_cast<std::size_t>(request.stride));
    if (!decodeBuffer(bytes, request, out)) {
        return std::nullopt;
    }
    applyFilter(request, out);
    out.resize(size);
    return out;
}

std::uint64_t bytesOf(const DracoMesh& mesh, const DracoRequest& request) noexcept
{
    std::uint64_t bytes = bytesOfIndices(request);
    for (std::size_t wish = 0; wish < mesh.attributes.size() && wish < request.attributes.size(); ++wish) {
        bytes += mesh.attributes[wish].isConverted ? bytesOfWish(request.attributes[wish], request) : 0;
    }
    return bytes;
}

}  // namespace armature::gltf
